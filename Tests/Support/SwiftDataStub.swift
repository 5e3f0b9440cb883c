internal import Foundation

/// Type-checks source against a stand-in for SwiftData, compiled once from fixtures/swiftdata-stub.
///
/// The stand-in has real macros: their plug-in links the toolchain's own SwiftSyntaxMacros. `@Model` makes a class conform to
/// `PersistentModel`, the other macros add nothing, so types, key paths, defaults and initialisers are checked by the compiler.
package enum SwiftDataStub {
  static let folder: URL? = {
    let folder = FileManager.default.temporaryDirectory.appending(
      path: "heirloom-swiftdata-stub-\(ProcessInfo.processInfo.processIdentifier)")
    try? FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    guard let host = hostFolder else { return nil }
    let plugin = run([
      "-emit-library", "-o", folder.appending(path: library).path, "-module-name", "StubMacros", "-parse-as-library", "-I", host,
      "-L", host,
      "-lSwiftSyntaxMacros", "-lSwiftSyntax", "-lSwiftSyntaxBuilder", "-Xlinker", "-rpath", "-Xlinker", host,
      Project.fixture("swiftdata-stub/StubMacros.swift").path,
    ])
    guard plugin.isEmpty else { return nil }
    let module = run(
      [
        "-emit-module", "-module-name", "SwiftData", "-o", folder.appending(path: "SwiftData.swiftmodule").path,
        "-parse-as-library",
      ]
        + plugging(folder) + [Project.fixture("swiftdata-stub/SwiftData.swift").path])
    return module.isEmpty ? folder : nil
  }()

  /// The compiler's errors and warnings, empty when the source is sound.
  package static func typecheck(_ texts: [String]) throws -> String {
    guard let folder else { return "the stand-in for SwiftData did not compile" }
    return try withTemporaryFolder { temporary in
      var files: [String] = []
      for (number, text) in texts.enumerated() {
        let file = temporary.appending(path: "Source\(number).swift")
        // The one type of SwiftUI that models use stands in the stand-in too.
        try text.replacing("import SwiftUI\n", with: "").write(to: file, atomically: true, encoding: .utf8)
        files.append(file.path)
      }
      return run(["-typecheck", "-swift-version", "6", "-parse-as-library", "-I", folder.path] + plugging(folder) + files)
    }
  }

  private static let library = "libStubMacros.so"
  private static func plugging(_ folder: URL) -> [String] { ["-load-plugin-library", folder.appending(path: library).path] }

  private static let compiler: URL? = {
    for folder in (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":") {
      let candidate = URL(fileURLWithPath: String(folder)).appending(path: "swiftc")
      if FileManager.default.isExecutableFile(atPath: candidate.path) { return candidate }
    }
    return nil
  }()

  private static let hostFolder: String? = {
    guard let compiler else { return nil }
    let real = compiler.resolvingSymlinksInPath().deletingLastPathComponent().deletingLastPathComponent()
    let candidates = [real.appending(path: "lib/swift/host").path, "/usr/lib/swift/host"]
    return candidates.first { FileManager.default.fileExists(atPath: $0 + "/SwiftSyntaxMacros.swiftmodule") }
  }()

  private static func run(_ arguments: [String]) -> String {
    guard let compiler else { return "there is no swiftc on PATH" }
    let process = Process(), output = Pipe()
    process.executableURL = compiler
    process.arguments = arguments
    process.standardError = output
    process.standardOutput = output
    do { try process.run() } catch { return "swiftc did not start" }
    let bytes = output.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    let text = String(decoding: bytes, as: UTF8.self)
    return process.terminationStatus == 0 ? "" : text
  }
}
