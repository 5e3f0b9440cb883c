import Foundation
import HeirloomKit
import HeirloomTestSupport
import Testing

/// `heirloom explain`: from each line of a mapping to the part of the plan and the statement that it became.
@Suite struct ExplainTests {
  static let path = Project.folder.appending(path: "mappings/notes/notes.mapping.swift").path

  func explanation() throws -> (mapping: [Substring], plan: [Substring], sql: [Substring]) {
    let text = try Mapping(contentsOf: Self.path).explain(Project.fixture("notes/Notes.sqlite").path).text
    let parts = text.split(separator: "\n", omittingEmptySubsequences: false).split(separator: "", maxSplits: 1)
    return (
      try String(contentsOfFile: Self.path, encoding: .utf8).split(separator: "\n", omittingEmptySubsequences: false),
      Array(parts[0]), Array(parts[1])
    )
  }

  @Test func `names the line of the mapping beside each part of the plan and each value of the SQL`() throws {
    let (mapping, plan, sql) = try explanation()
    var lines = 0
    for (index, line) in mapping.enumerated() {
      let isAssignment = line.hasPrefix("    ") && line.contains("=") && !line.contains("guard")
      guard isAssignment || line.contains("guard") else { continue }
      lines += 1
      #expect(plan.contains { $0.hasSuffix("-- line \(index + 1)") }, "\(line)")
      #expect(sql.contains { $0.contains("line \(index + 1)") }, "\(line)")
    }
    #expect(lines == 10)
  }

  @Test func `spells the plan as the mapping does`() throws {
    let plan = try explanation().plan
    #expect(plan.contains("  priority = switch old.flag { case 0: 1 case 1...3: 2 default: 3 }  -- line 19"))
    #expect(plan.contains("  skip unless old.trashed != true: in the trash  -- line 14"))
    #expect(plan.contains("  folder = old.notebook  -- line 21"))
    #expect(plan.contains("  tags = old.labels  -- line 22"))
    #expect(plan.contains("drop SyncLog: rebuilt on first launch  -- line 25"))
  }
}
