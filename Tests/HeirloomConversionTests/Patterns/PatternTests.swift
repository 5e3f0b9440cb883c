internal import HeirloomFindings
internal import Foundation
internal import HeirloomMapping
internal import HeirloomSQLite
internal import HeirloomSchema
internal import HeirloomSwiftSource
internal import HeirloomTestSupport
import Testing

/// Runs every mapping of mappings/patterns and compares what comes out with what its last lines say.
@Suite struct `The patterns` {
  static let folder = Project.folder.appending(path: "mappings/patterns")
  static let names: [String] =
    ((try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []).filter { $0.hasSuffix(".mapping.swift") }.sorted()

  static let legacy = Result { try Schema(parsing: String(contentsOf: folder.appending(path: "OldShop.swift"), encoding: .utf8)) }
  static let targets = Result { try SwiftDataSource.read(paths: [folder.appending(path: "NewShop.swift").path]) }

  @Test func `are at least twenty`() { #expect(Self.names.count >= 20) }

  @Test(arguments: names) func `do what they say`(_ name: String) throws {
    let text = try String(contentsOf: Self.folder.appending(path: name), encoding: .utf8)
    let file = MappingFile.read(text, path: name)
    var version = ""
    for declaration in file.declarations { if case .target(_, let named?) = declaration.kind { version = named.text } }
    let target = try #require(try Self.targets.get().version(named: version), "\(version)")
    let trial = try Trial(legacy: try Self.legacy.get(), target: target, records: records(in: try String(contentsOf: Self.folder.appending(path: "records.txt"), encoding: .utf8)),
      mapping: text)
    #expect(trial.warnings.filter { !$0.description.contains("unmapped-") && !$0.description.contains("loses-precision") }.map { $0.drawing() } == [])

    var query: String?, expected: [String] = [], checks = 0
    func compare() throws {
      guard let query else { return }
      checks += 1
      let found = query.hasPrefix("related ") ? try trial.related(String(query.dropFirst(8))) : try trial[query]
      #expect(found == expected, "\(name): \(query)")
    }
    for line in text.split(separator: "\n") {
      if line.hasPrefix("// check: ") {
        try compare()
        (query, expected) = (String(line.dropFirst(10)), [])
      } else if line.hasPrefix("// gives: ") {
        expected.append(String(line.dropFirst(10)))
      }
    }
    try compare()
    #expect(checks > 0, "\(name) says nothing of what it gives")
  }
}
