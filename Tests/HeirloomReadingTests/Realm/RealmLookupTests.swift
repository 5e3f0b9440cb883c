import Foundation
import HeirloomReading
import HeirloomSchema
import HeirloomSQLite
import HeirloomTestSupport
import Testing

@Suite struct RealmLookupTests {
  private func presented(_ name: String) throws -> (RealmStore, Connection) {
    let store = try RealmStore.open(path: Project.fixture("realm/\(name).realm").path)
    let connection = try Connection.inMemory()
    try store.present(on: connection, prefix: "old.")
    return (store, connection)
  }

  private func plan(_ connection: Connection, _ sql: String) throws -> String {
    try connection.rows("EXPLAIN QUERY PLAN \(sql)").compactMap { $0[3].text }.joined(separator: "; ")
  }

  @Test func `an object is found by its key without a scan`() throws {
    let (_, connection) = try presented("notes")
    let all = try connection.rows("SELECT _id, title FROM \"old.Note\"")
    for row in all {
      let found = try connection.rows("SELECT _id, title FROM \"old.Note\" WHERE _id = ?", [row[0]])
      #expect(found == [row])
    }
    #expect(try connection.rows("SELECT _id FROM \"old.Note\" WHERE _id = -1 OR _id = 999999999") == [])
    // Plan 2 is a look-up by the first column.
    #expect(try plan(connection, "SELECT * FROM \"old.Note\" WHERE _id = 3").contains("VIRTUAL TABLE INDEX 2:"))
    #expect(try connection.count("SELECT count(*) FROM \"old.Note\" AS n JOIN \"old.Folder\" AS f ON f._id = n.folder") > 0)
  }

  @Test(arguments: ["Folder", "Tag", "Note"])
  func `an object is found by its primary key, whatever the type of that is`(entity: String) throws {
    // Text, integer and UUID.
    let (store, connection) = try presented("notes")
    let key = try #require(store.schema[EntityName(entity)]?.primaryKey?.text)
    #expect(store.schema[EntityName(entity)]?.uniqueness == [[PropertyName(key)]])
    for row in try connection.rows("SELECT _id, \(key) FROM \"old.\(entity)\"") {
      #expect(try connection.rows("SELECT _id FROM \"old.\(entity)\" WHERE \(key) = ?", [row[1]]) == [[row[0]]])
    }
    let column = try connection.columns(of: "old.\(entity)", in: "temp").firstIndex(of: key) ?? -1
    #expect(
      try plan(connection, "SELECT * FROM \"old.\(entity)\" WHERE \(key) = 1").contains("VIRTUAL TABLE INDEX \(column + 2):"))
  }

  @Test func `a list is found by its owner, in its order`() throws {
    let (_, connection) = try presented("notes")
    let all = try connection.rows("SELECT owner, target, position FROM \"old.Note.tags\"")
    #expect(!all.isEmpty)
    for owner in Set(all.map { $0[0] }) {
      #expect(try connection.rows("SELECT * FROM \"old.Note.tags\" WHERE owner = ?", [owner]) == all.filter { $0[0] == owner })
    }
    #expect(try plan(connection, "SELECT * FROM \"old.Note.tags\" WHERE owner = 3").contains("VIRTUAL TABLE INDEX 2:"))
  }

  @Test func `an ObjectId is 24 digits, and its 12 bytes by request`() throws {
    let (_, connection) = try presented("types")
    let rows = try connection.rows("SELECT oid, unhex(oid), hex(unhex(oid)), unhex('xy') FROM \"old.AllTypes\"")
    #expect(!rows.isEmpty)
    for row in rows {
      guard case .blob(let bytes) = row[1] else {
        Issue.record("no bytes")
        continue
      }
      #expect(bytes.count == 12 && row[2].text?.lowercased() == row[0].text && row[3] == .null)
    }
  }

  @Test func `a dictionary is found with its keys`() throws {
    let (_, connection) = try presented("types")
    // types.json: the object 2 of AllTypes has k0: 0 and k1: 2.
    #expect(
      try connection.rows("SELECT key, value FROM \"old.AllTypes.intMap\" WHERE owner = 2 ORDER BY key") == [
        [.text("k0"), .integer(0)], [.text("k1"), .integer(2)],
      ])
  }

  @Test func `the schema says what each property is`() throws {
    let (store, _) = try presented("types")
    let types = try #require(store.schema["AllTypes"])
    func attribute(_ name: String) -> String {
      types.attributes.first { $0.name.text == name }
        .map { "\($0.type.rawValue)\($0.isOptional ? "?" : "")\($0.collection.map { " \($0.rawValue)" } ?? "")" } ?? "-"
    }
    #expect(
      ["_id", "boolOpt", "float", "date", "decimalOpt", "oid", "uuidOpt", "any"].map(attribute) == [
        "Int", "Bool?", "Float", "Date", "Decimal?", "ObjectId", "UUID?", "Mixed?",
      ])
    #expect(
      ["ints", "intsOpt", "stringSet", "intMap"].map(attribute) == ["Int list", "Int? list", "String set", "Int dictionary"])
    func relationship(_ name: String) -> String {
      types.relationships.first { $0.name.text == name }.map {
        "\($0.destination)\($0.isToMany ? " many" : "")\($0.isOrdered ? " ordered" : "")\($0.collection.map { " \($0.rawValue)" } ?? "")\($0.ownsDestination ? " owned" : "")"
      } ?? "-"
    }
    #expect(
      ["peer", "address", "peers", "addresses", "peerSet", "peerMap", "addressMap"].map(relationship) == [
        "Peer", "Address owned", "Peer many ordered", "Address many ordered owned", "Peer many set", "Peer many dictionary",
        "Address many dictionary owned",
      ])
    #expect(store.schema["Address"]?.isEmbedded == true)
    #expect(types.primaryKey == "_id")
    #expect(store.schema.identifiers == ["7"])
  }
}
