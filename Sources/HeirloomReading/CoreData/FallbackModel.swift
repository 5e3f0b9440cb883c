internal import Foundation
internal import HeirloomFindings
internal import HeirloomSQLite
internal import HeirloomSchema

/// The model of a store that keeps none of itself: what `Z_PRIMARYKEY` and the tables tell.
///
/// Certain: the entities with their names and parents, the columns, the pairs of many-to-many relationships, to-many
/// relationships without inverse. Unknown, and said so in findings: the case of property names (they come in lower case),
/// `Bool` from integers and `UUID` from data, which sub-entity declares a column (all go to the root), which relationships
/// are each other's inverse. A to-one relationship is recognised by its index, its name and its values, and each such guess is
/// a finding of its own.
struct FallbackModel {
  let schema: Schema
  let findings: [Finding]

  init(_ connection: Connection, _ numbers: EntityNumbers, _ tables: StoreTables, path: String) throws {
    var reader = Reader(connection: connection, numbers: numbers, tables: tables, path: path)
    for entry in numbers.ofTheApp { reader.entities.append(Entity(entry.name, parent: entry.parent.flatMap(numbers.name))) }
    for entry in numbers.ofTheApp where entry.parent == nil { try reader.readTable(of: entry.name) }
    reader.readJoinTables()
    schema = Schema(entities: reader.entities)
    let whole = Finding(
      .modelGuessed, "the store keeps no model of itself: \(reader.entities.count) entities were read from its tables",
      at: .file(path),
      help:
        "property names are in lower case, Bool and UUID are not told from Int and Data, and columns of sub-entities are listed "
        + "on their root; give the app's model with --model to know")
    findings = [whole] + reader.findings
  }
}

extension AttributeType {
  /// The type that a column's declaration speaks of, as far as it tells: `INTEGER` may be a Bool, `BLOB` a UUID.
  init(declared: String) {
    self =
      switch declared {
      case "INTEGER": .int64
      case "FLOAT": .double
      case "TIMESTAMP": .date
      case "DECIMAL": .decimal
      case "VARCHAR": .string
      case "BLOB": .data
      default: .undefined
      }
  }
}

private struct Reader {
  let connection: Connection
  let numbers: EntityNumbers
  let tables: StoreTables
  let path: String
  var entities: [Entity] = []
  var findings: [Finding] = []

  /// Adds the columns of a root's table as attributes and to-one relationships.
  mutating func readTable(of root: EntityName) throws {
    guard let table = tables["Z" + root.text.uppercased()] else { return }
    for column in table.columns {
      let upper = column.name.uppercased()
      if ["Z_PK", "Z_ENT", "Z_OPT"].contains(upper) || upper.hasPrefix("Z_FOK_") { continue }
      if let (number, rest) = numbered(upper, prefix: "Z"), let owner = numbers.name(number) {
        // `Z4_MESSAGE` goes with ZMESSAGE; `Z1SPEC` is the owner's key of a to-many without inverse.
        if rest.hasPrefix("_") { continue }
        var relationship = Relationship(PropertyName(rest.lowercased()), to: root, many: true)
        relationship.isOrdered = table.column("Z_FOK_\(number)\(rest)") != nil
        add(relationship, to: owner)
        continue
      }
      guard upper.hasPrefix("Z"), upper.count > 1 else { continue }
      let name = PropertyName(upper.dropFirst().lowercased())
      if let destination = try destination(of: upper, root, table) {
        add(Relationship(name, to: destination), to: root)
      } else {
        add(Attribute(name, AttributeType(declared: column.type), optional: true), to: root)
      }
    }
  }

  private mutating func add(_ attribute: Attribute, to entity: EntityName) {
    guard let position = entities.firstIndex(where: { $0.name == entity }) else { return }
    entities[position].attributes.append(attribute)
  }

  private mutating func add(_ relationship: Relationship, to entity: EntityName) {
    guard let position = entities.firstIndex(where: { $0.name == entity }) else { return }
    entities[position].relationships.append(relationship)
  }

  // MARK: - To-one relationships

  /// Where a column leads, when it is a to-one relationship; nil when it is taken for a number.
  private mutating func destination(of column: String, _ root: EntityName, _ table: StoreTables.Table) throws -> EntityName? {
    guard table.type(column) == "INTEGER" else { return nil }
    let place = Place.store(StorePlace(file: path, entity: root.text, property: column.dropFirst().lowercased()))
    let companion = table.columns.lazy.compactMap { numbered($0.name, prefix: "Z") }.first { $0.rest == "_\(column.dropFirst())" }
    if let companion, let named = numbers.name(companion.number) { return named }
    guard table.indexedColumns.contains(column) else { return nil }

    let candidates = try destinations(named: column.dropFirst(), from: root).filter { try holdsAll($0, column, table) }
    if candidates.count == 1 {
      findings.append(
        Finding(
          .relationshipGuessed, "'\(root).\(column.dropFirst().lowercased())' was taken for a relationship to '\(candidates[0])'",
          at: place))
      return candidates[0]
    }
    let named = candidates.isEmpty ? "" : " to one of \(listing(candidates.map(\.text)))"
    findings.append(
      Finding(
        .relationshipGuessed,
        "'\(root).\(column.dropFirst().lowercased())' may be a relationship\(named); it is read as a number",
        at: place))
    return nil
  }

  /// The root entities that the name speaks of: the same word, or one that ends with it or that it ends with.
  private func destinations(named column: Substring, from root: EntityName) throws -> [EntityName] {
    let word = column.reversed().drop { ("0"..."9").contains($0) }.reversed()
    let name = String(word)
    let roots = numbers.ofTheApp.filter { $0.parent == nil && tables["Z" + $0.name.text.uppercased()] != nil }.map(\.name)
    if let same = roots.first(where: { $0.text.uppercased() == name }) { return [same] }
    if name.hasSuffix("PARENT") { return [root] }
    // `FeedbackSubCategory.category` means the other one of two that end so.
    return roots.filter { $0 != root && (name.hasSuffix($0.text.uppercased()) || $0.text.uppercased().hasSuffix(name)) }
  }

  /// Whether every value of the column is a key of the entity's table.
  private func holdsAll(_ entity: EntityName, _ column: String, _ table: StoreTables.Table) throws -> Bool {
    guard let there = tables["Z" + entity.text.uppercased()] else { return false }
    let name = sqlName(column)
    return try connection.count(
      """
      SELECT count(*) FROM (SELECT 1 FROM \(sqlName(table.name)) AS t WHERE t.\(name) IS NOT NULL
      AND NOT EXISTS (SELECT 1 FROM \(sqlName(there.name)) AS d WHERE d.Z_PK = t.\(name)) LIMIT 1)
      """) == 0
  }

  // MARK: - Many to many

  /// `Z_1NOTES(Z_1TAGS, Z_2NOTES)`: entity 1 has `notes`, entity 2 has `tags`, and they are each other's inverse.
  mutating func readJoinTables() {
    for table in tables.all {
      guard let (number, rest) = numbered(table.name, prefix: "Z_"), let here = numbers.name(number) else { continue }
      let links = table.columns.map(\.name).filter { !$0.uppercased().hasPrefix("Z_FOK_") }
      guard links.count == 2, let first = numbered(links[0], prefix: "Z_") else { continue }
      var relationship = Relationship(PropertyName(rest.lowercased()), to: here, many: true)
      relationship.isOrdered = table.column("Z_FOK_\(links[1].dropFirst(2))") != nil
      if links[1].uppercased() == "REFLEXIVE" {
        relationship.inverse = relationship.name
        add(relationship, to: here)
        continue
      }
      guard let second = numbered(links[1], prefix: "Z_"), let there = numbers.name(second.number) else { continue }
      var inverse = Relationship(PropertyName(first.rest.lowercased()), to: here, many: true, inverse: relationship.name)
      inverse.isOrdered = table.column("Z_FOK_\(links[0].dropFirst(2))") != nil
      relationship.destination = there
      relationship.inverse = inverse.name
      add(relationship, to: here)
      add(inverse, to: there)
    }
  }
}
