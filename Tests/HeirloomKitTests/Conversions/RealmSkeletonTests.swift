import Foundation
import HeirloomFindings
import HeirloomKit
import HeirloomReporting
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

  @Test(.enabled(if: Corpus.isPresent, "skipped: no corpus"))
  func `every real Realm converts into its own schema, but for collections that mappings have no words for`() throws {
    let folder = (Corpus.folder ?? URL(fileURLWithPath: "/")).appending(path: "realm")
    let keys = try JSONDecoder().decode([String: String].self, from: Data(contentsOf: folder.appending(path: "KEYS.json")))
    struct Counts: Decodable { var classes: [String: Int] }
    let counts = try JSONDecoder().decode([String: Counts].self, from: Data(contentsOf: folder.appending(path: "COUNTS.json")))
    var converted = 0, wordless = 0
    try withTemporaryFolder { target in
      for (file, expected) in counts.sorted(by: { $0.key < $1.key }) where !expected.classes.isEmpty {
        let digits = Array((keys[String(file.prefix { $0 != "/" })] ?? "").utf8).compactMap {
          Character(UnicodeScalar($0)).hexDigitValue
        }
        let key = stride(from: 0, to: digits.count, by: 2).map { UInt8(digits[$0] * 16 + digits[$0 + 1]) }
        let report = try convertAsItIs(folder.appending(path: file).path, key: key.isEmpty ? nil : key, in: target)
        guard report.exitStatus != .done else {
          converted += 1
          let written = report.entities.reduce(0) { $0 + ($1.verified ?? 0) }
          #expect(written == Int64(expected.classes.values.reduce(0, +)), "\(file)")
          continue
        }
        wordless += 1
        let errors = report.findings.filter { $0.severity == .error }
        #expect(errors.allSatisfy { ["wrong-type", "unmapped-property"].contains($0.id) }, "\(file): \(errors.map(\.message))")
        #expect(errors.filter { $0.id == "wrong-type" }.allSatisfy { $0.message.contains("' is [") }, "\(file)")
      }
    }
    print("realm: \(converted) files convert into their own schema as they are, \(wordless) hold collections without words")
    #expect(converted > wordless * 10)
  }
}
