internal import HeirloomSchema

/// The triggers by which Core Data keeps a derived attribute up to date.
///
/// Real stores (frameworks 1044 to 1347) show those of a key path through one to-one link, between entities that share their tables with
/// no other; triggers of other derivations are not written.
struct DerivationTriggers {
  let schema: Schema
  let layout: StorageLayout

  /// - Returns: nil for a derivation, or a layout, whose triggers are not known.
  func statements(_ attribute: PropertyName, of entity: EntityName, _ derivation: Derivation) -> [String]? {
    guard case .value(let path) = derivation, path.count == 2, let here = layout.entities[entity], here.entityNumber != nil,
      let relationship = schema.relationship(path[0], of: entity), !relationship.isToMany,
      let there = layout.entities[relationship.destination],
      isAlone(entity), isAlone(relationship.destination), case .column(let link, _, _)? = here.relationships[path[0]],
      let column = here.columns[attribute.text], let source = there.columns[path[1].text]
    else { return nil }
    let table = here.table, other = there.table
    func trigger(
      _ owner: String, _ role: String, _ event: String, of changed: String?, _ set: String, where condition: String
    ) -> String {
      let name = "Z_DA_\(owner)_\(entity)_\(attribute)_\(role)_\(event)"
      let function = "NSCoreDataDATrigger\(event == "INSERT" ? "Insert" : "")UpdatedAffectedObjectValue"
      return
        "CREATE TRIGGER \(name) AFTER \(event)\(changed.map { " OF \($0)" } ?? "") ON \(owner) FOR EACH ROW BEGIN "
        + "UPDATE \(table) SET \(column) = \(set) WHERE \(condition); "
        + "SELECT \(function)('\(table)', Z_ENT, Z_PK, '\(attribute)', \(column)) FROM \(table) WHERE \(condition); END"
    }
    let lookup = "(SELECT \(source) FROM \(other) WHERE Z_PK = NEW.\(link))", key = "Z_PK = NEW.Z_PK"
    return [
      trigger(table, "SOURCE", "INSERT", of: nil, lookup, where: key),
      trigger(table, "SOURCE", "UPDATE", of: link, lookup, where: key),
      trigger(other, "PARAMETER", "INSERT", of: nil, "NEW.\(source)", where: "\(link) = NEW.Z_PK"),
      trigger(other, "PARAMETER", "UPDATE", of: source, "NEW.\(source)", where: "\(link) = NEW.Z_PK"),
    ]
  }

  private func isAlone(_ entity: EntityName) -> Bool { schema.family(of: schema.root(of: entity)).count == 1 }
}
