import HeirloomCoreDataModel
import HeirloomSQLite
import HeirloomSchema
import HeirloomWriting
import Testing

/// Stores in the layout of older and newer frameworks; the fidelity tests hold whole ones against real ones.
@Suite struct `The layout of a given framework` {
  /// A finished draft, which lasts as long as its writer does.
  private struct Fresh {
    let writer: SwiftDataTarget
    let store: Connection
    let list: PropertyList
  }

  private func fresh(_ version: Int, _ schema: Schema, own: [String: PropertyList] = [:]) throws -> Fresh {
    var metadata = StoreMetadata(for: schema, hashes: VersionHashes(of: schema), uuid: Array(0..<16))
    (metadata.frameworkVersion, metadata.own) = (version, own)
    let writer = SwiftDataTarget(schema, metadata: metadata, at: nil)
    _ = try writer.begin()
    try writer.finish()
    let store = try Connection(writer.draftPath)
    let list = try PropertyList(try #require(try store.value("SELECT Z_PLIST FROM Z_METADATA").blob))
    return Fresh(writer: writer, store: store, list: list)
  }

  private func schema(preserved: Int) -> Schema {
    var note = Entity("Note")
    note.attributes = (0..<3).map { Attribute(PropertyName("a\($0)"), .string) }
    for index in 0..<preserved { note.attributes[index].preservesValueOnDeletion = true }
    return Schema(entities: [note])
  }

  /// The two hashes are those that a real store of framework 851 with three tombstones records (plaso's knowledgec of macOS 10.13).
  @Test func `851 keeps its history without strings, and records the hashes of the history's model`() throws {
    let fresh = try fresh(851, schema(preserved: 3))
    #expect(try fresh.store.tables().filter { $0.hasPrefix("A") }.sorted() == ["ACHANGE", "ATRANSACTION"])
    let listed = try fresh.store.rows("SELECT Z_NAME FROM Z_PRIMARYKEY WHERE Z_ENT > 16000").map { $0[0].text }
    #expect(listed == ["CHANGE", "TRANSACTION"])
    let hashes = fresh.list["_NSStoreAncillaryModelVersionHashesMetadataKey"]?["NSPersistentHistoryTrackingKey"]
    #expect(hex(hashes?["TRANSACTION"]?.data) == "3625d173567c0f0b08f600a70c63c2a85fd9ef84bc2bd47c13f653d792f9681e")
    #expect(hex(hashes?["CHANGE"]?.data) == "742c3debb7786a8127002127fe015585b805ad045917fe7fabdce57c14ffe23b")
    fresh.writer.abandon()
  }

  @Test func `1447 lists no entities of its history, and 1522 says so of itself`() throws {
    for (version, maximum) in [(1345, nil), (1447, nil), (1522, 1522)] as [(Int, Int64?)] {
      let fresh = try fresh(version, schema(preserved: 0))
      #expect(try fresh.store.count("SELECT count(*) FROM Z_PRIMARYKEY WHERE Z_ENT > 16000") == (version == 1345 ? 3 : 0))
      #expect(try fresh.store.tables().contains("ATRANSACTIONSTRING"))
      #expect(fresh.list["NSPersistenceMaximumFrameworkVersion"]?.integer == maximum)
      fresh.writer.abandon()
    }
  }

  @Test(arguments: [(519, false), (637, true)])
  func `519 keeps no model cache, 637 does`(_ version: Int, _ keeps: Bool) throws {
    let fresh = try fresh(version, schema(preserved: 0))
    #expect(try fresh.store.tables().contains("Z_MODELCACHE") == keeps)
    fresh.writer.abandon()
  }

  @Test func `the app's own metadata are carried, the framework's keys are not the app's to give`() throws {
    let fresh = try fresh(
      1345, schema(preserved: 0), own: ["lastSavedVersion": .string("2.3"), "NSStoreType": .string("other")])
    #expect(fresh.list["lastSavedVersion"]?.string == "2.3")
    #expect(fresh.list["NSStoreType"]?.string == "SQLite")
    fresh.writer.abandon()
  }
}

private func hex(_ bytes: [UInt8]?) -> String? {
  bytes?.map { byte in String(byte >> 4, radix: 16) + String(byte & 15, radix: 16) }.joined()
}
