internal import HeirloomFindings
internal import HeirloomSQLite
internal import HeirloomSchema

/// The store's own list of its entities, `Z_PRIMARYKEY`: a name has a number here, and only here.
struct EntityNumbers {
  struct Entry {
    var number: Int
    var name: EntityName
    /// The parent's number; nil for a root.
    var parent: Int?
  }

  /// The app's entities in the order of their numbers, then Core Data's own.
  let entries: [Entry]
  private let byName: [EntityName: Int]
  private let byNumber: [Int: EntityName]

  /// - Throws: a finding when the table is not a list of entities.
  init(_ connection: Connection, path: String) throws {
    var entries: [Entry] = []
    for row in try connection.rows("SELECT Z_ENT, Z_NAME, Z_SUPER FROM Z_PRIMARYKEY ORDER BY Z_ENT") {
      guard let number = row[0].integer, let name = row[1].text, !name.isEmpty, let small = Int32(exactly: number) else {
        throw Finding(.storeDamaged, "'\(path)' lists an entity without a number or a name in Z_PRIMARYKEY", at: .file(path))
      }
      let parent = row[2].integer.flatMap { $0 > 0 ? Int(exactly: $0) : nil }
      entries.append(Entry(number: Int(small), name: EntityName(name), parent: parent))
    }
    self.entries = entries
    byName = Dictionary(entries.map { ($0.name, $0.number) }, uniquingKeysWith: { first, _ in first })
    byNumber = Dictionary(entries.map { ($0.number, $0.name) }, uniquingKeysWith: { first, _ in first })
  }

  subscript(name: EntityName) -> Int? { byName[name] }
  func name(_ number: Int) -> EntityName? { byNumber[number] }

  /// The entities of the app: those of the history have numbers from 16001 on (seen in every store with a history).
  var ofTheApp: [Entry] {
    entries.filter { $0.number < 16_000 && !$0.name.text.hasPrefix("ANSCK") && !$0.name.text.hasPrefix("NSCK") }
  }
}
