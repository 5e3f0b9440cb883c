import Foundation
import HeirloomKit
import HeirloomReporting
import HeirloomSchema
import HeirloomTestSupport

/// A store as plain rows, on which a migration is worked out one row at a time, without anything of the engine.
struct Rows: Equatable {
  struct Row: Equatable {
    /// By the path of the column: `title`, `place.city`.
    var values: [String: QueryCell] = [:]
    /// Sorted keys, of to-one relationships too.
    var links: [String: [Int64]] = [:]
  }

  private(set) var entities: [String: [Int64: Row]] = [:]

  subscript(entity: String) -> [Int64: Row] {
    get { entities[entity] ?? [:] }
    set { entities[entity] = newValue }
  }

  /// Reads a store by the canonical relations.
  init(_ path: String, _ schema: Schema) throws {
    let store = try Store.open(path)
    for entity in schema.entities where !entity.isAbstract {
      var rows: [Int64: Row] = [:]
      let paths = schema.attributes(of: entity.name).flatMap { $0.columns.map(\.path) }
      let single = schema.relationships(of: entity.name).filter { !$0.isToMany }.map(\.name.text)
      let list = (["_id"] + paths + single).map(Self.quoted).joined(separator: ", ")
      try store.query(
        "SELECT \(list) FROM \(Self.quoted(entity.name.text)) WHERE _entity = '\(entity.name)'", columns: { _ in }
      ) { cells in
        guard case .integer(let key) = cells[0] else { return true }
        var row = Row()
        for (path, cell) in zip(paths, cells.dropFirst()) { row.values[path] = Self.plain(cell) }
        for (name, cell) in zip(single, cells.dropFirst(1 + paths.count)) {
          row.links[name] = if case .integer(let target) = cell { [target] } else { [] }
        }
        rows[key] = row
        return true
      }
      for relationship in schema.relationships(of: entity.name) where relationship.isToMany {
        let declarer = schema.declarer(of: relationship.name, in: entity.name) ?? entity.name
        for key in rows.keys { rows[key]?.links[relationship.name.text] = [] }
        try store.query(
          "SELECT owner, target FROM \(Self.quoted("\(declarer).\(relationship.name)")) ORDER BY target", columns: { _ in }
        ) { cells in
          if case .integer(let owner) = cells[0], case .integer(let target) = cells[1] {
            rows[owner]?.links[relationship.name.text]?.append(target)
          }
          return true
        }
      }
      entities[entity.name.text] = rows
    }
  }

  private static func quoted(_ name: String) -> String { "\"\(name)\"" }
  /// 3 and 3.0 of a number are one.
  private static func plain(_ cell: QueryCell) -> QueryCell {
    if case .real(let value) = cell, let whole = Int64(exactly: value) { return .integer(whole) }
    return cell
  }

  // MARK: - A lightweight stage

  /// What the framework does between two versions by itself.
  mutating func migrate(from old: Schema, to new: Schema) {
    var result: [String: [Int64: Row]] = [:]
    for entity in new.entities where !entity.isAbstract {
      var rows: [Int64: Row] = [:]
      for (key, before) in self[entity.name.text] {
        var row = Row()
        for attribute in new.attributes(of: entity.name) {
          let source = former(attribute.renamingIdentifier, attribute.name, in: old.attributes(of: entity.name).map(\.name))
          for (path, leaf) in attribute.columns {
            let rest = path.dropFirst(attribute.name.text.count)
            var value = source.flatMap { before.values["\($0)\(rest)"] } ?? Self.value(attribute.defaultValue, leaf, attribute)
            if value == .null, !attribute.isOptional { value = Self.value(attribute.defaultValue, leaf, attribute) }
            row.values[path] = Self.plain(value)
          }
        }
        for relationship in new.relationships(of: entity.name) {
          let source = former(
            relationship.renamingIdentifier, relationship.name, in: old.relationships(of: entity.name).map(\.name))
          row.links[relationship.name.text] = source.flatMap { before.links[$0] } ?? []
        }
        rows[key] = row
      }
      result[entity.name.text] = rows
    }
    entities = result
    // A relationship that is new, and the other end of one that is not, holds the same links.
    for entity in new.entities {
      for relationship in entity.relationships {
        guard let inverse = new.inverse(of: relationship),
          former(relationship.renamingIdentifier, relationship.name, in: old.relationships(of: entity.name).map(\.name)) == nil,
          former(inverse.renamingIdentifier, inverse.name, in: old.relationships(of: relationship.destination).map(\.name)) != nil
        else { continue }
        for (owner, row) in self[relationship.destination.text].sorted(by: { $0.key < $1.key }) {
          for target in row.links[inverse.name.text] ?? [] {
            entities[entity.name.text]?[target]?.links[relationship.name.text]?.append(owner)
          }
        }
      }
    }
  }

  private func former(_ identifier: String?, _ name: PropertyName, in old: [PropertyName]) -> String? {
    if let identifier, old.contains(PropertyName(identifier)) { return identifier }
    return old.contains(name) ? name.text : nil
  }

  private static func value(_ fallback: DefaultValue?, _ leaf: Attribute, _ attribute: Attribute) -> QueryCell {
    switch fallback {
    case .bool(let flag)?: .integer(flag ? 1 : 0)
    case .integer(let number)?: .integer(number)
    case .real(let number)?, .date(let number)?: .real(number)
    case .string(let text)?: .text(text)
    case .enumCase(let name)?: .text(attribute.enumeration?.cases.first { $0.name == name }?.rawValue ?? name)
    default: .null
    }
  }

  // MARK: - For stages worked out by hand

  mutating func delete(_ key: Int64, of entity: String, links others: [(entity: String, relationship: String)]) {
    entities[entity]?[key] = nil
    for other in others {
      for owner in self[other.entity].keys { entities[other.entity]?[owner]?.links[other.relationship]?.removeAll { $0 == key } }
    }
  }

  mutating func set(_ entity: String, _ key: Int64, _ path: String, _ value: QueryCell) {
    entities[entity]?[key]?.values[path] = value
  }

  mutating func link(_ entity: String, _ key: Int64, _ relationship: String, _ target: Int64) {
    var links = entities[entity]?[key]?.links[relationship] ?? []
    if !links.contains(target) { links.append(target) }
    entities[entity]?[key]?.links[relationship] = links.sorted()
  }

  func text(_ entity: String, _ key: Int64, _ path: String) -> String? {
    if case .text(let text)? = self[entity][key]?.values[path] { text } else { nil }
  }

  /// Where two differ, a line for each row; empty when they are the same.
  func differences(from other: Rows) -> [String] {
    Set(entities.keys).union(other.entities.keys).sorted().flatMap { entity in
      Set(self[entity].keys).union(other[entity].keys).sorted().compactMap { key in
        self[entity][key] == other[entity][key]
          ? nil
          : "\(entity) \(key): \(String(describing: self[entity][key])) instead of \(String(describing: other[entity][key]))"
      }
    }
  }
}
