import Foundation
import HeirloomFindings
import HeirloomReading
import HeirloomSchema
import HeirloomSQLite
import HeirloomTestSupport
import Testing

@Suite struct RealmCorpusTests {
  @Test(.enabled(if: Corpus.isPresent, "skipped: no corpus"))
  func `classes, objects and links of every real file are those that another reader counted`() throws {
    let keys = try RealmCorpus.keys()
    var agreeing = 0, formats: [Int: (all: Int, agreeing: Int)] = [:]
    let all = try RealmCorpus.counts()
    for (file, expected) in all {
      let slug = String(file.prefix { $0 != "/" })
      var problems: [String] = []
      do {
        let store = try RealmStore.open(
          path: RealmCorpus.folder.appending(path: file).path, key: keys[slug], internalTables: true)
        let found = try RealmCorpus.measure(store)
        let records = expected.classes.merging(expected.internal) { first, _ in first }
        if found.records != records { problems.append("records \(difference(found.records, records))") }
        // Mixed values count as links only where they hold any.
        let links = found.links.filter { $0.value != 0 || expected.links[$0.key] != nil }
        if links != expected.links { problems.append("links \(difference(links, expected.links))") }
        if store.identity.formatVersion != String(expected.format) {
          problems.append("format \(store.identity.formatVersion ?? "")")
        }
        if store.identity.modelVersions.first != expected.schemaVersion.map({ String($0) }) { problems.append("schema version") }
        let embedded = store.schema.entities.filter(\.isEmbedded).map(\.name.text).sorted()
        if embedded != expected.embedded.sorted() { problems.append("embedded \(embedded)") }
        if let damage = try (store.findings + store.examine(on: .inMemory(), prefix: "")).first(where: { $0.severity == .error })
        {
          problems.append(damage.description)
        }
      } catch { problems.append("\(error)") }
      agreeing += problems.isEmpty ? 1 : 0
      formats[expected.format, default: (0, 0)].all += 1
      formats[expected.format, default: (0, 0)].agreeing += problems.isEmpty ? 1 : 0
      #expect(problems.isEmpty, "\(file): \(problems.joined(separator: "; "))")
    }
    let byFormat = formats.sorted { $0.key < $1.key }.map { "\($0.key): \($0.value.agreeing)/\($0.value.all)" }
    print("realm: \(agreeing) of \(all.count) files agree (formats \(byFormat.joined(separator: ", ")))")
  }

  private func difference(_ found: [String: Int], _ expected: [String: Int]) -> String {
    Set(found.keys).union(expected.keys).sorted().filter { found[$0] != expected[$0] }
      .map { "\($0) \(found[$0].map { String($0) } ?? "-")≠\(expected[$0].map { String($0) } ?? "-")" }.joined(separator: ", ")
  }
}
