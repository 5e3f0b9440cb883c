import Foundation
import HeirloomCoreDataModel
import HeirloomFindings
import HeirloomReading
import HeirloomSQLite
import HeirloomSchema
import HeirloomTestSupport
import Testing

@Suite(.enabled(if: Corpus.isPresent, "skipped: no corpus")) struct GivenModelTests {
  /// The model files that lie beside stores which keep no model of themselves.
  private static let models = [
    "digitalorder": "Hotel.xcdatamodel", "magicalrecord-recipes": "Recipes.xcdatamodeld",
    "restkit-seed-a": "RKTwitterCoreData.xcdatamodel", "tavanttrade": "Model.xcdatamodeld",
  ]

  @Test(arguments: models.keys.sorted())
  func `a store without a model is read by the model file that is given, and guesses agree with it`(name: String) throws {
    let folder = try #require(Corpus.folder).appending(path: "coredata/\(name)")
    let versions = try ModelFile.read(folder.appending(path: try #require(Self.models[name])).path).versions
    let doubts: Set = ["missing-column", "unknown-column", "model-differs", "entity-without-number"]
    var fitting = 0
    for version in versions {
      guard let store = try? openStore(CorpusCounts.path(of: name), options: OpenOptions(model: version)),
        !store.findings.contains(where: { doubts.contains($0.id) })
      else { continue }
      fitting += 1
      #expect(!store.findings.contains { $0.id == "model-guessed" })
      let exact = try census(of: store)
      let guessed = try openStore(CorpusCounts.path(of: name))
      let guess = try census(of: guessed)
      #expect(exact.records == guess.records)
      for entity in guessed.schema.entities {
        for relationship in entity.relationships {
          let known = store.schema[entity.name]?.relationships.first { $0.name.text.lowercased() == relationship.name.text }
          #expect(known?.destination == relationship.destination, "\(name): \(entity.name).\(relationship.name)")
          let links = known.flatMap { exact.links[entity.name]?[$0.name] }
          #expect(links == guess.links[entity.name]?[relationship.name], "\(name): \(entity.name).\(relationship.name)")
        }
      }
    }
    #expect(fitting > 0, "\(name): none of \(versions.map(\.name)) fits")
  }

  private func census(of store: any LegacyStore) throws -> Census {
    let connection = try Connection.inMemory()
    try store.present(on: connection, prefix: "")
    return try Census(of: store, on: connection)
  }
}
