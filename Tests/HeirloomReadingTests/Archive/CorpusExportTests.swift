import Foundation
import HeirloomFindings
import HeirloomReading
import HeirloomSQLite
import HeirloomSchema
import HeirloomTestSupport
import Testing

/// Export and import of every store of the corpus.
@Suite(.enabled(if: Corpus.isPresent, "skipped: no corpus")) struct ArchiveCorpusExportTests {
  /// The stores: every SQLite file with Core Data's metadata, and every Realm file that opens.
  static func stores(in part: String) throws -> [URL] {
    guard let folder = Corpus.folder?.appending(path: part) else { return [] }
    return try FileManager.default.subpathsOfDirectory(atPath: folder.path).sorted().map { folder.appending(path: $0) }.filter { url in
      guard let head = try? FileHandle(forReadingFrom: url).read(upToCount: 24), head.count == 24 else { return false }
      return head.starts(with: Array("SQLite format 3\0".utf8)) || head[16..<20].elementsEqual("T-DB".utf8) || url.lastPathComponent == "xcmapping.xml"
    }
  }

  @Test(arguments: ["coredata", "realm-generated", "realm"]) func `exported and opened again, each store has the same schema and rows`(_ part: String) throws {
    var same = 0, rows = 0, unreadable = 0, withoutFiles = 0
    for url in try ArchiveCorpusExportTests.stores(in: part) {
      let size = (try FileManager.default.attributesOfItem(atPath: url.path)[.size] as? Int) ?? 0
      if size > 60 << 20 { continue }
      let original: OpenedExport
      do { original = try OpenedExport(url.path) } catch {
        unreadable += 1
        continue
      }
      try withTemporaryFolder { folder in
        let path = folder.appending(path: "out.tar.zst").path
        let counts: ArchiveExport.Counts
        do { counts = try ArchiveExport.write(original.store, on: original.connection, to: path) } catch let finding as Finding {
          // A store without its external files cannot be exported whole, and is not exported in part.
          #expect(finding.id == "external-file-missing", "\(url.path): \(finding)")
          withoutFiles += 1
          return
        }
        let again = try OpenedExport(path)
        let name = url.pathComponents.suffix(2).joined(separator: "/")
        let difference = try compare(original, again)
        #expect(difference == nil, "\(name): \(difference ?? "")")
        if difference == nil { same += 1 }
        rows += Int(counts.records)
      }
    }
    print("exports that give the same store again: \(same), with \(rows) records; not readable: \(unreadable), without their external files: \(withoutFiles)")
  }

  /// What differs first, compared by digest-like sums inside SQLite to keep memory flat.
  private func compare(_ a: OpenedExport, _ b: OpenedExport) throws -> String? {
    if a.store.schema.entities.map(\.name) != b.store.schema.entities.map(\.name) { return "entities" }
    if SchemaJSON(a.store.schema) != SchemaJSON(b.store.schema) { return "schema" }
    let before = try everything(a), after = try everything(b)
    for (relation, rows) in before.sorted(by: { $0.key < $1.key }) where after[relation] != rows {
      let place = zip(rows, after[relation] ?? []).enumerated().first { $0.element.0 != $0.element.1 }?.offset
      return "\(relation): \(rows.count) and \(after[relation]?.count ?? -1) rows, first difference at \(place ?? -1)"
    }
    return nil
  }
}
