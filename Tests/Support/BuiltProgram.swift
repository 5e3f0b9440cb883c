package import Foundation

/// The built program, run by a shell: exit statuses and files as a user sees them.
package enum BuiltProgram {
  /// Beside the test program, where the build puts it.
  package static let path: String = {
    let tests = ProcessInfo.processInfo.arguments.first.map { URL(fileURLWithPath: $0).resolvingSymlinksInPath() }
    var folder = tests?.deletingLastPathComponent() ?? Project.folder
    for _ in 0..<6 {
      let candidate = folder.appending(path: "heirloom").path
      if FileManager.default.isExecutableFile(atPath: candidate) { return candidate }
      folder.deleteLastPathComponent()
    }
    return Project.folder.appending(path: ".build/debug/heirloom").path
  }()

  package struct Outcome {
    package var status: Int32
    package var output: String
    package var error: String
  }

  /// Runs lines of shell in which `$H` is the program; TMPDIR is a folder of its own, whose name stands in `$TMPDIR`.
  package static func shell(_ script: String, in folder: URL) throws -> Outcome {
    let temporary = folder.appending(path: "tmp")
    try FileManager.default.createDirectory(at: temporary, withIntermediateDirectories: true)
    let (output, error) = (folder.appending(path: ".stdout"), folder.appending(path: ".stderr"))
    for file in [output, error] { _ = FileManager.default.createFile(atPath: file.path, contents: nil) }
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/bin/bash")
    process.arguments = ["-c", script]
    process.currentDirectoryURL = folder
    process.environment = ProcessInfo.processInfo.environment.merging(["H": path, "TMPDIR": temporary.path]) { $1 }
    process.standardInput = FileHandle.nullDevice
    process.standardOutput = try FileHandle(forWritingTo: output)
    process.standardError = try FileHandle(forWritingTo: error)
    try process.run()
    process.waitUntilExit()
    defer { for file in [output, error] { try? FileManager.default.removeItem(at: file) } }
    return Outcome(
      status: process.terminationStatus, output: try String(contentsOf: output, encoding: .utf8),
      error: try String(contentsOf: error, encoding: .utf8))
  }
}
