import Foundation
import HeirloomBulk
import HeirloomFindings
import HeirloomReporting
import HeirloomTestSupport
import Synchronization
import Testing

struct BulkRunTests {
  /// Ten stores with content of their own, and a converter that writes an output and knows what to fail.
  final class Field: Sendable {
    let folder: String
    let items: [BulkItem]
    let failing: Set<String>
    let converted = Mutex<[String]>([])

    init(_ folder: URL, failing: Set<String> = []) throws {
      self.folder = folder.path
      self.failing = failing
      items = (0..<10).map { BulkItem(id: "s\($0)", source: folder.path + "/s\($0)", output: folder.path + "/s\($0).store") }
      for item in items { try Data(item.id.utf8).write(to: URL(fileURLWithPath: item.source)) }
    }

    var results: ResultsFile { ResultsFile(folder + "/results.ndjson") }

    func convert(_ item: BulkItem, overwrites: Bool) -> BulkResult {
      converted.withLock { $0.append(item.id) }
      if failing.contains(item.id) {
        return BulkResult(id: item.id, source: item.source, output: item.output, status: .failed, exitCode: 65)
      }
      _ = FileManager.default.createFile(atPath: item.output, contents: Data())
      // `printf s0 | sha256sum` and the like would be ten figures; the run itself compares, so ask the same tool.
      return BulkResult(
        id: item.id, source: item.source, output: item.output, status: .converted, exitCode: 0,
        entities: [.init("Note", written: 1)], sourceSHA256: Field.sha256(item.source), outputSHA256: Field.sha256(item.output))
    }

    func run(
      jobs: Int = 3, limit: BulkRun.Limit = .none, resumes: Bool = false, recipe: String? = nil
    ) throws -> BulkSummary {
      try BulkRun(items, results: results, jobs: jobs, limit: limit, resumes: resumes, recipe: recipe).run {
        self.convert($0, overwrites: $1)
      } progress: { _ in
      }
    }

    var lines: [String] {
      let text = (try? String(contentsOfFile: results.path, encoding: .utf8)) ?? ""
      return text.split(separator: "\n").map(String.init)
    }

    static func sha256(_ path: String) -> String? {
      let process = Process()
      process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
      process.arguments = ["sh", "-c", "sha256sum '\(path)' 2>/dev/null || shasum -a 256 '\(path)'"]
      let pipe = Pipe()
      process.standardOutput = pipe
      try? process.run()
      let text = String(decoding: pipe.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
      process.waitUntilExit()
      return text.split(separator: " ").first.map(String.init)
    }
  }

  @Test(arguments: [1, 2, 16])
  func `one bad store stops nothing, and lines stand in the stores' order`(jobs: Int) throws {
    try withTemporaryFolder { folder in
      let field = try Field(folder, failing: ["s4"])
      let summary = try field.run(jobs: jobs)
      #expect(summary.exitStatus == .differences)
      #expect(summary.results.map(\.id) == (0..<10).map { "s\($0)" })
      #expect(field.lines.count == 10)
      #expect(field.lines[4].hasPrefix(#"{"id":"s4""#))
      #expect(field.lines[4].contains(#""status":"failed","exitCode":65"#))
      #expect(field.lines[5].contains(#""entities":{"Note":1}"#))
    }
  }

  @Test func `resuming converts only what failed or changed`() throws {
    try withTemporaryFolder { folder in
      _ = try Field(folder, failing: ["s4"]).run()
      let again = try Field(folder)
      try Data("changed".utf8).write(to: URL(fileURLWithPath: again.items[7].source))
      try FileManager.default.removeItem(atPath: again.items[2].output)
      let summary = try again.run(resumes: true)
      #expect(Set(again.converted.withLock { $0 }) == ["s2", "s4", "s7"])
      #expect(summary.exitStatus == .done)
      #expect(again.lines.count == 10)
      #expect(again.lines[0].contains(#""status":"skipped","exitCode":0"#))
      // And once more: what was skipped stays skipped.
      let third = try Field(folder)
      try Data("changed".utf8).write(to: URL(fileURLWithPath: third.items[7].source))
      _ = try third.run(resumes: true)
      #expect(third.converted.withLock { $0 } == [])
    }
  }

  @Test func `another recipe converts every store anew, the same one none`() throws {
    try withTemporaryFolder { folder in
      let recipes = ["m1", "m2"].map { BulkRun.recipe(mapping: $0, options: ["--mapping=a"], files: []) }
      #expect(recipes[0] != recipes[1])
      #expect(recipes[0] == BulkRun.recipe(mapping: "m1", options: ["--mapping=b"], files: []))
      #expect(recipes[0] != BulkRun.recipe(mapping: "m1", options: ["--allow-unmapped"], files: []))
      _ = try Field(folder).run(recipe: recipes[0])
      for (recipe, count) in [(recipes[0], 0), (recipes[1], 10), (recipes[1], 0)] {
        let again = try Field(folder)
        _ = try again.run(resumes: true, recipe: recipe)
        #expect(again.converted.withLock { $0.count } == count)
      }
    }
  }

  @Test func `a target that is damaged or was changed is made anew`() throws {
    try withTemporaryFolder { folder in
      let field = try Field(folder)
      _ = try field.run()
      try Data("torn".utf8).write(to: URL(fileURLWithPath: field.items[6].output))
      let again = try Field(folder)
      _ = try again.run(resumes: true)
      #expect(again.converted.withLock { $0 } == ["s6"])
    }
  }

  @Test func `a log that grew since is a change, though the store's own file is the same`() throws {
    try withTemporaryFolder { folder in
      let field = try Field(folder)
      _ = try field.run()
      try Data("new rows".utf8).write(to: URL(fileURLWithPath: field.items[3].source + "-wal"))
      let again = try Field(folder)
      _ = try again.run(resumes: true)
      #expect(again.converted.withLock { $0 } == ["s3"])
    }
  }

  @Test func `a torn last line costs one store and is told`() throws {
    try withTemporaryFolder { folder in
      let field = try Field(folder)
      _ = try field.run()
      let text = field.lines.joined(separator: "\n").dropLast(20)
      try Data(text.utf8).write(to: URL(fileURLWithPath: field.results.path))
      let again = try Field(folder)
      let summary = try again.run(resumes: true)
      #expect(again.converted.withLock { $0 } == ["s9"])
      #expect(summary.findings.map(\.id) == ["results-unreadable"])
      #expect(summary.exitStatus == .done)
    }
  }

  @Test func `results of another run are not overwritten`() throws {
    try withTemporaryFolder { folder in
      let field = try Field(folder)
      _ = try field.run()
      #expect { try field.run() } throws: { ($0 as? Finding)?.id == "target-exists" }
    }
  }

  @Test func `too many failures end the run, and resuming goes on`() throws {
    try withTemporaryFolder { folder in
      let field = try Field(folder, failing: ["s0", "s1", "s2"])
      let summary = try field.run(jobs: 1, limit: .count(1))
      #expect(summary.results.map(\.id) == ["s0", "s1"])
      #expect(summary.notBegun == 8)
      #expect(summary.exitStatus == .differences)
      #expect(summary.findings.map(\.id) == ["too-many-failures"])
      #expect(try Field(folder).run(resumes: true).exitStatus == .done)
    }
  }

  @Test func `a percentage counts against all stores of the run`() throws {
    try withTemporaryFolder { folder in
      let summary = try Field(folder, failing: ["s0", "s1", "s2"]).run(jobs: 1, limit: .percent(20))
      #expect(summary.results.count == 3)
      #expect(summary.notBegun == 7)
    }
  }
}
