import Foundation
import HeirloomFindings
import HeirloomKit
import HeirloomReporting
import HeirloomSchema
import HeirloomTestSupport
import Testing

/// `schema --swift`, `schema --mapping` and `convert`, one after the other and without a hand laid on them.
struct RealmSkeletonTests {
  /// Converts a Realm into the schema that is written for it, by the mapping that is begun for that.
  private func convertAsItIs(_ path: String, key: [UInt8]?, in folder: URL) throws -> ConversionReport {
    let options = StoreOptions(key: key)
    let schema = folder.appending(path: "Schema.swift"), mapping = folder.appending(path: "begun.mapping.swift")
    try SchemaReport.reading([path], options: options).swiftSource().text.write(to: schema, atomically: true, encoding: .utf8)
    let text = try SchemaReport.mappingSkeleton(from: path, to: schema.path, options: options).text
    try text.write(to: mapping, atomically: true, encoding: .utf8)
    return try Mapping(contentsOf: mapping.path).convert(
      path, to: folder.appending(path: "new.store").path, options: ConversionOptions(source: options, overwrites: true))
  }

  @Test func `a realm of notes arrives in its own schema with every link`() throws {
    try withTemporaryFolder { folder in
      let path = Project.fixture("realm/notes.realm").path
      let report = try convertAsItIs(path, key: nil, in: folder)
      #expect(report.exitStatus == .done)
      let inspection = try Store.open(path).inspect()
      let links = Dictionary(report.relationships.map { ($0.target, $0.verified ?? -1) }, uniquingKeysWith: max)
      #expect(links["Note.tags"] == inspection.links[.init("Note", "tags")]?.links)
      #expect(links["Note.folder"] == inspection.links[.init("Note", "folder")]?.links)
    }
  }

  /// The kinds of properties that the file's classes have.
  private func kinds(_ schema: Schema) -> Set<String> {
    var kinds: Set<String> = []
    for entity in schema.entities {
      kinds.formUnion(entity.attributes.map { "\($0.collection?.rawValue ?? "one") \($0.type.rawValue) \($0.isOptional)" })
      kinds.formUnion(
        entity.relationships.map { "\($0.collection?.rawValue ?? "link") \($0.isToMany) \($0.ownsDestination) \($0.isOrdered)" })
    }
    return kinds
  }

  /// The smallest files that have each kind of property between them; all files with HEIRLOOM_REALMS=all.
  @Test(.enabled(if: Corpus.isPresent, "skipped: no corpus"))
  func `real Realms convert into their own schemas`() throws {
    let folder = (Corpus.folder ?? URL(fileURLWithPath: "/")).appending(path: "realm")
    let keys = try JSONDecoder().decode([String: String].self, from: Data(contentsOf: folder.appending(path: "KEYS.json")))
    struct Counts: Decodable { var classes: [String: Int] }
    let counts = try JSONDecoder().decode([String: Counts].self, from: Data(contentsOf: folder.appending(path: "COUNTS.json")))
    let takesAll = ProcessInfo.processInfo.environment["HEIRLOOM_REALMS"] == "all"
    func size(_ file: String) -> Int {
      let records = counts[file]?.classes.values.reduce(0, +) ?? 0
      return records + (counts[file]?.classes.count ?? 0) * 10
    }
    var converted = 0, known: Set<String> = []
    try withTemporaryFolder { target in
      for file in counts.keys.sorted(by: { (size($0), $0) < (size($1), $1) }) {
        guard let expected = counts[file]?.classes, !expected.isEmpty else { continue }
        let path = folder.appending(path: file).path
        let digits = Array((keys[String(file.prefix { $0 != "/" })] ?? "").utf8).compactMap {
          Character(UnicodeScalar($0)).hexDigitValue
        }
        let key = stride(from: 0, to: digits.count, by: 2).map { UInt8(digits[$0] * 16 + digits[$0 + 1]) }
        let schema = try Store.open(path, options: StoreOptions(key: key.isEmpty ? nil : key)).schema
        let kinds = kinds(schema)
        guard takesAll || !kinds.isSubset(of: known) else { continue }
        known.formUnion(kinds)
        let report = try convertAsItIs(path, key: key.isEmpty ? nil : key, in: target)
        converted += 1
        #expect(report.exitStatus == .done, "\(file): \(report.findings.map(\.message))")
        let written = report.entities.reduce(0) { $0 + ($1.verified ?? 0) }
        #expect(written == Int64(expected.values.reduce(0, +)), "\(file)")
      }
    }
    print("realm: \(converted) files convert into their own schema as they are")
    #expect(converted > 10)
  }
}
