internal import HeirloomCoreDataModel
internal import HeirloomFindings
internal import HeirloomSchema

/// The join tables of a store, each found for its pair of relationships.
///
/// A table is named after one of the two sides, and which one cannot be told from the model alone: both names are tried. The
/// side that names the table has its records' keys in the first column (docs/formats/coredata.md).
struct JoinTables {
  private(set) var findings: [Finding] = []
  /// In upper case.
  private(set) var claimed: Set<String> = []
  private let numbers: EntityNumbers
  private let tables: StoreTables
  private let path: String
  private var places: [Property: RelationshipPlacement] = [:]

  private struct Property: Hashable {
    var entity: EntityName
    var relationship: PropertyName
  }

  init(_ numbers: EntityNumbers, _ tables: StoreTables, path: String) {
    self.numbers = numbers
    self.tables = tables
    self.path = path
  }

  func place(of relationship: PropertyName, declaredBy entity: EntityName) -> RelationshipPlacement? {
    places[Property(entity: entity, relationship: relationship)]
  }

  /// - Throws: `missing-join-table`.
  mutating func find(_ joins: [JoinTable]) throws {
    var left: [JoinTable] = []
    for join in joins {
      if !findByName(join) { left.append(join) }
    }
    // Only when all certain ones are taken can the rest be told by likeness.
    for join in left where !findByLikeness(join) {
      throw Finding(
        .missingJoinTable,
        "the store has no join table for '\(join.winner.entity).\(join.winner.relationship)' and its inverse",
        at: .file(path))
    }
  }

  private mutating func findByName(_ join: JoinTable) -> Bool {
    for (first, second) in [(join.winner, join.other), (join.other, join.winner)] {
      guard let number = numbers[first.entity] else { continue }
      let name = "Z_\(number)\(first.relationship.text.uppercased())"
      for candidate in first == join.winner ? [name, join.name] : [name] {
        guard !claimed.contains(candidate.uppercased()), let table = tables[candidate] else { continue }
        if claim(table, named: first, other: second) { return true }
      }
    }
    return false
  }

  /// A table whose name is right but for its number, when there is exactly one.
  private mutating func findByLikeness(_ join: JoinTable) -> Bool {
    var candidates: [(StoreTables.Table, JoinTable.Side, JoinTable.Side)] = []
    for table in tables.all where !claimed.contains(table.name.uppercased()) {
      guard let rest = numbered(table.name, prefix: "Z_")?.rest else { continue }
      if rest == join.winner.relationship.text.uppercased() {
        candidates.append((table, join.winner, join.other))
      } else if rest == join.other.relationship.text.uppercased() {
        candidates.append((table, join.other, join.winner))
      }
    }
    guard candidates.count == 1, let (table, first, second) = candidates.first, claim(table, named: first, other: second) else {
      return false
    }
    findings.append(
      Finding(
        .joinTableByLikeness, "'\(table.name)' was taken for the join table of '\(first.entity).\(first.relationship)'",
        at: .store(StorePlace(file: path, entity: first.entity.text, property: first.relationship.text))))
    return true
  }

  private mutating func claim(_ table: StoreTables.Table, named first: JoinTable.Side, other second: JoinTable.Side) -> Bool {
    let links = table.columns.map(\.name).filter { !$0.uppercased().hasPrefix("Z_FOK_") }
    guard links.count == 2 else { return false }
    var (here, there) = (links[0], links[1])
    // Columns are named after the relationship that leads to them; where both names contradict the order, they are right.
    if first != second, leads(first.relationship, to: here), leads(second.relationship, to: there),
      !(leads(second.relationship, to: here) && leads(first.relationship, to: there))
    {
      swap(&here, &there)
    }
    claimed.insert(table.name.uppercased())
    places[Property(entity: first.entity, relationship: first.relationship)] =
      .joinTable(table.name, ownerColumn: here, targetColumn: there, orderColumn: order(of: there, in: table))
    if first != second {
      places[Property(entity: second.entity, relationship: second.relationship)] =
        .joinTable(table.name, ownerColumn: there, targetColumn: here, orderColumn: order(of: here, in: table))
    }
    return true
  }

  /// `Z_9USERS1`: the number and the suffix say nothing here.
  private func leads(_ relationship: PropertyName, to column: String) -> Bool {
    guard let rest = numbered(column, prefix: "Z_")?.rest else { return false }
    let name = relationship.text.uppercased()
    return rest == name || (rest.hasPrefix(name) && rest.dropFirst(name.count).allSatisfy { ("0"..."9").contains($0) })
  }

  private func order(of column: String, in table: StoreTables.Table) -> String? { table.column("Z_FOK_\(column.dropFirst(2))") }
}

/// Splits `Z_12NOTES` into 12 and `NOTES`; nil when the name is not of this form. The rest is in upper case.
func numbered(_ name: String, prefix: String) -> (number: Int, rest: String)? {
  let upper = name.uppercased()
  guard upper.hasPrefix(prefix) else { return nil }
  let tail = upper.dropFirst(prefix.count)
  let digits = tail.prefix { ("0"..."9").contains($0) }
  guard let number = Int(digits), digits.count < tail.count else { return nil }
  return (number, String(tail.dropFirst(digits.count)))
}
