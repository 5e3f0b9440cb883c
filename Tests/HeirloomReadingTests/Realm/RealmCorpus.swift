import Foundation
import HeirloomReading
import HeirloomSQLite
import HeirloomSchema
import HeirloomTestSupport

/// The real Realm files and what an independent reader counted in each.
enum RealmCorpus {
  struct Counts: Decodable {
    var format: Int
    var classes: [String: Int]
    var `internal`: [String: Int]
    var embedded: [String]
    /// `Note.tags`: links that lead to an object.
    var links: [String: Int]
    var schemaVersion: Int64?
  }

  static var folder: URL { (Corpus.folder ?? URL(fileURLWithPath: "/")).appending(path: "realm") }

  static func counts() throws -> [(file: String, counts: Counts)] {
    let data = try Data(contentsOf: folder.appending(path: "COUNTS.json"))
    return try JSONDecoder().decode([String: Counts].self, from: data).map { ($0.key, $0.value) }.sorted { $0.file < $1.file }
  }

  static func keys() throws -> [String: [UInt8]] {
    let data = try Data(contentsOf: folder.appending(path: "KEYS.json"))
    return try JSONDecoder().decode([String: String].self, from: data).mapValues { bytes(ofHex: $0) }
  }

  static func bytes(ofHex hex: String) -> [UInt8] {
    let digits = Array(hex.utf8).map { UInt8(Character(UnicodeScalar($0)).hexDigitValue ?? 0) }
    return stride(from: 0, to: digits.count - 1, by: 2).map { digits[$0] << 4 | digits[$0 + 1] }
  }

  /// What the store's relations hold, in the shape of `Counts`: records by class, and links that lead to an object.
  static func measure(_ store: RealmStore) throws -> (records: [String: Int], links: [String: Int]) {
    let connection = try Connection.inMemory()
    try store.present(on: connection, prefix: "")
    var records: [String: Int] = [:], links: [String: Int] = [:]
    for entity in store.schema.entities {
      records[entity.name.text] = Int(try connection.count("SELECT count(*) FROM \(sqlName(entity.name.text))"))
      for relationship in entity.relationships {
        let name = relationship.name.text
        let sql =
          relationship.isToMany
          ? "SELECT count(target) FROM \(sqlName("\(entity.name).\(name)"))"
          : "SELECT count(\(sqlName(name))) FROM \(sqlName(entity.name.text))"
        links["\(entity.name).\(name)"] = Int(try connection.count(sql))
      }
      for attribute in entity.attributes where attribute.type == .mixed {
        let (relation, type) =
          attribute.collection == nil
          ? (entity.name.text, attribute.name.text + ".type") : ("\(entity.name).\(attribute.name)", "type")
        let sql = "SELECT count(*) FROM \(sqlName(relation)) WHERE \(sqlName(type)) LIKE 'link:%'"
        links["\(entity.name).\(attribute.name)"] = Int(try connection.count(sql))
      }
    }
    return (records, links)
  }
}
