import Foundation
import HeirloomCoreDataModel
import HeirloomFindings
import HeirloomReading
import HeirloomSQLite
import HeirloomSchema
import HeirloomTestSupport
import Testing

@Suite(.enabled(if: Corpus.isPresent, "skipped: no corpus")) struct GivenModelTests {
  /// The app's model versions that lie beside a store; those in Xcode 3's binary form cannot be read.
  private func versions(beside name: String) throws -> [Schema] {
    let folder = try #require(Corpus.folder).appending(path: "coredata/\(name)")
    let files = try FileManager.default.contentsOfDirectory(atPath: folder.path).filter { $0.contains(".xcdatamodel") }.sorted()
    return try files.flatMap { file in
      do { return try ModelFile.read(folder.appending(path: file).path).versions } catch let finding as Finding {
        #expect(finding.id == "model-xcode3", "\(name): \(finding)")
        return []
      }
    }
  }

  @Test(arguments: CorpusCounts.all.keys.sorted())
  func `a store read by the app's own model file gives the same counts as by itself`(name: String) throws {
    let versions = try versions(beside: name)
    if versions.isEmpty { return }
    let doubts: Set = ["missing-column", "unknown-column", "model-differs", "entity-without-number", "unknown-table"]
    let itself = try openStore(CorpusCounts.path(of: name))
    let known = try census(of: itself)
    let isGuessed = itself.findings.contains { $0.id == "model-guessed" }
    var fitting: [String] = []
    for version in versions {
      guard let store = try? openStore(CorpusCounts.path(of: name), options: OpenOptions(model: version)),
        !store.findings.contains(where: { doubts.contains($0.id) })
      else { continue }
      fitting.append(version.name)
      let given = try census(of: store)
      #expect(given.records == known.records)
      if isGuessed {
        for entity in itself.schema.entities {
          for relationship in entity.relationships {
            let exact = store.schema[entity.name]?.relationships.first { $0.name.text.lowercased() == relationship.name.text }
            #expect(exact?.destination == relationship.destination, "\(name): \(entity.name).\(relationship.name)")
            let links = exact.flatMap { given.links[entity.name]?[$0.name] }
            #expect(links == known.links[entity.name]?[relationship.name], "\(name): \(entity.name).\(relationship.name)")
          }
        }
      } else {
        #expect(given.links == known.links, "\(name): \(version.name)")
      }
    }
    print("\(name): of \(versions.count) model versions, \(fitting.count) fit")
    // These two were written by a model between the versions that were kept: it has Project, but not yet its link to TodoItem.
    #expect(fitting.isEmpty == ["easylife-10", "easylife-13"].contains(name), "\(name)")
  }

  private func census(of store: any LegacyStore) throws -> Census {
    let connection = try Connection.inMemory()
    try store.present(on: connection, prefix: "")
    return try Census(of: store, on: connection)
  }
}
