internal import HeirloomFindings
internal import HeirloomSchema

/// Objects where the given schema has an attribute.
extension SchemaBuilder {
  /// The parts of a Codable struct, each from the object's property of its name. For an attribute of another type the object is no value:
  /// it is read as an entity of its own, and a finding says so.
  mutating func parts(
    of attribute: Attribute, _ child: StagedEntity, _ column: String, _ count: Int, _ entity: EntityName
  ) -> [Piece] {
    let place = Place.store(StorePlace(entity: entity.text, property: attribute.name.text))
    guard attribute.type == .composite, child.owner != nil else {
      findings.append(
        Finding(
          .archiveValueRefused,
          "objects of '\(attribute.name)' are no values of the type '\(attribute.swiftType ?? attribute.type.rawValue)', and are read as '\(name(of: child))'",
          at: place, count: count))
      return []
    }
    folded.insert(child.number)
    var result: [Piece] = [], met: Set<String> = []
    for (path, leaf) in attribute.columns {
      let part = String(path.dropFirst(attribute.name.text.count + 1))
      guard let property = child.property(named: part), let value = property.scalarColumn else { continue }
      met.insert(part)
      result.append(
        .attribute(
          Attribute(PropertyName(path), leaf.type, optional: true),
          .part(leaf.type, table: child.table, value: child.columns[value], of: column)))
    }
    for property in child.properties where !met.contains(property.name) && property.nulls < child.recordCount {
      findings.append(
        Finding(
          .archiveNotInSchema, "the struct of '\(attribute.name)' has no single value '\(property.name)', which is left out",
          at: place))
    }
    return result
  }
}
