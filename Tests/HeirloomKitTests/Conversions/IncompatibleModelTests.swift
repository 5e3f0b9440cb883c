import Foundation
import HeirloomKit
import HeirloomTestSupport
import Testing

/// The question behind "the model used to open the store is incompatible": which entities differ, and in what. Expected texts are worked
/// out by hand from the XML of the models.
@Suite(.enabled(if: Corpus.isPresent, "skipped: no corpus"))
struct `A store and a model that do not fit` {
  private func told(_ store: String, _ model: String) throws -> (hashes: String?, findings: [String]) {
    let corpus = try #require(Corpus.folder).appending(path: "coredata")
    let path = corpus.appending(path: "objcio-moody1/Moody.xcdatamodeld/\(model).xcdatamodel").path
    let report = try Store.open(corpus.appending(path: store).path, options: StoreOptions(modelPath: path)).inspect()
    return (
      report.store.versionHashes?.replacing(path, with: "MODEL"),
      report.findings.map { $0.message.replacing(path, with: "MODEL") }
    )
  }

  @Test func `are told with each entity that differs, property by property`() throws {
    let (hashes, findings) = try told("objcio-moody1/Moody.moody", "Moody 3")
    #expect(hashes == "nearest to 'Moody 3' of 'MODEL', 2 of 4 entities differ")
    #expect(
      findings == [
        "'Continent' differs from 'Moody 3' of 'MODEL': relationship 'moods' is new",
        "'Mood' differs from 'Moody 3' of 'MODEL': attribute 'rating' is new; attribute 'remoteID' was called 'remoteIdentifier'; "
          + "relationship 'continent' is new",
      ])
  }

  @Test func `are told with a parent that is gone and what came down from it`() throws {
    let (hashes, findings) = try told("objcio-moody3/Moody 3.moody", "Moody 4")
    #expect(hashes == "nearest to 'Moody 4' of 'MODEL', 3 of 4 entities differ")
    let own =
      "its parent was 'GeographicRegion' and is none; (numericISO3166Code, uniquenessDummy) is unique now; "
      + "attribute 'markedForDeletionDate' is new; attribute 'numberOfMoods' is new; attribute 'numericISO3166Code' is new; "
      + "attribute 'uniquenessDummy' is new; attribute 'updatedAt' is new"
    #expect(
      findings == [
        "'Continent' differs from 'Moody 4' of 'MODEL': \(own)", "'Country' differs from 'Moody 4' of 'MODEL': \(own)",
        "'GeographicRegion' is in the store and not in 'Moody 4' of 'MODEL'",
      ])
  }

  @Test func `are told what a property is called in an older model`() throws {
    let (hashes, findings) = try told("objcio-moody2/Moody 2.moody", "Moody")
    #expect(hashes == "nearest to 'Moody' of 'MODEL', 1 of 4 entities differs")
    #expect(
      findings == [
        "'Mood' differs from 'Moody' of 'MODEL': attribute 'rating' is gone; attribute 'remoteIdentifier' was called 'remoteID'"
      ])
  }

  @Test func `that do fit are told so`() throws {
    let (hashes, findings) = try told("objcio-moody2/Moody 2.moody", "Moody 2")
    #expect(hashes == "those of 'Moody 2' of 'MODEL'" && findings == [])
  }
}
