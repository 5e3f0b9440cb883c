internal import HeirloomConversion
internal import HeirloomSQLite
internal import HeirloomSchema
import Testing

extension Trial {
  /// The store has as many links of each relationship as the ledger says.
  func expectCountedLinks() throws {
    // A model and its submodels share a table.
    let declared = Dictionary(grouping: conversion.ledger.links) { line in
      let parts = line.target.split(separator: ".").map { String($0) }
      return "\(target.declarer(of: PropertyName(parts[1]), in: EntityName(parts[0])) ?? EntityName(parts[0])).\(parts[1])"
    }
    for (name, lines) in declared {
      let found = try related(name).reduce(0) { $0 + $1.split(separator: " ").count - 1 }
      #expect(lines.reduce(0) { $0 + $1.after } == Int64(found), "\(name): \(lines)")
    }
  }

  /// The links of a relationship of the new store: `1: 7 8`, owners by key, targets in the relationship's order, or by key.
  func related(_ name: String) throws -> [String] {
    let parts = name.split(separator: ".").map { String($0) }
    let entity = EntityName(parts[0]), property = PropertyName(parts[1])
    let here = try #require(layout.entities[entity])
    let relationship = try #require(target.relationship(property, of: entity))
    let there = try #require(layout.entities[relationship.destination])
    func query(_ table: String, _ owner: String, _ target: String, _ order: String?) -> String {
      let (a, b) = (sqlName(owner), sqlName(target)), keys = ["1"] + (order.map { [sqlName($0)] } ?? []) + ["2"]
      return
        "SELECT \(a), \(b) FROM \(sqlName(table)) WHERE \(a) IS NOT NULL AND \(b) IS NOT NULL ORDER BY \(keys.joined(separator: ", "))"
    }
    let text: String
    switch try #require(here.relationships[property]) {
    case .column(let column, _, _): text = query(here.table, here.keyColumn, column, nil)
    case .destinationColumn(let column, let order): text = query(there.table, column, there.keyColumn, order)
    case .inverse(let inverse):
      guard case .column(let column, _, let order)? = there.relationships[inverse] else { return ["no column"] }
      text = query(there.table, column, there.keyColumn, order)
    case .joinTable(let table, let owner, let target, let order): text = query(table, owner, target, order)
    }
    var lines: [(Int64, [String])] = []
    for row in try connection.rows(text) {
      let owner = row[0].integer ?? 0
      if lines.last?.0 != owner { lines.append((owner, [])) }
      lines[lines.count - 1].1.append(row[1].literal)
    }
    return lines.map { "\($0.0): \($0.1.joined(separator: " "))" }
  }
}
