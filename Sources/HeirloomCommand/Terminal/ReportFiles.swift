internal import Foundation
internal import HeirloomFindings
internal import HeirloomReporting

/// The files that `--report` names, checked before anything long begins.
struct ReportFiles {
  private let files: [(path: String, format: ReportFormat)]

  /// - Throws: `UsageProblem` when a name's extension is none of the formats'.
  init(_ invocation: Invocation) throws {
    files = try invocation.arguments.values("report").map { path in
      guard let format = ReportFormat(fileNamed: path) else {
        throw UsageProblem(
          [Finding(.badValue, "'\(path)' does not say its format", help: "end the name in .json, .md, .html or .txt")],
          command: invocation.command.name)
      }
      return (path, format)
    }
    try refuseClashes(invocation)
    for file in files { try FilePlace.refuseSpecial(file.path) }
  }

  /// No file that the run reads or writes may be written over by a report or by the refused records.
  private func refuseClashes(_ invocation: Invocation) throws {
    let arguments = invocation.arguments
    let written = files.map(\.path) + arguments.values("rejects")
    let named = ["output", "mapping", "only-rejects", "template", "model", "source-model", "key-file", "plan"].flatMap {
      arguments.values($0)
    }
    var taken = Set((arguments.operands + named).map(Self.whole))
    for path in written where !taken.insert(Self.whole(path)).inserted {
      throw UsageProblem(
        [Finding(.badValue, "'\(path)' is named twice, and would be written over", help: "give each file a name of its own")],
        command: invocation.command.name)
    }
  }

  private static func whole(_ path: String) -> String {
    URL(fileURLWithPath: path).standardizedFileURL.resolvingSymlinksInPath().path
  }

  /// Writes the report to every file, each whole or not at all.
  /// - Throws: a `Finding` when one cannot be written.
  func write(_ report: some Report) throws {
    for file in files {
      let data = Data(report.rendered(as: file.format).utf8)
      do { try data.write(to: URL(fileURLWithPath: file.path), options: .atomic) } catch {
        throw Finding(.targetUncreatable, "the report '\(file.path)' cannot be written", at: .file(file.path))
      }
    }
  }
}
