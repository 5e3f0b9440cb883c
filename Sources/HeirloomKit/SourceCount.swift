internal import HeirloomMapping
internal import HeirloomReporting
internal import HeirloomSQLite
internal import HeirloomSchema

/// How much there is of a part of a store: records of an entity, values of an attribute, links of a relationship.
struct SourceCount {
  let entity: EntityName
  let property: PropertyName?
  let schema: Schema
  /// Values that are only the attribute's default are no loss.
  let ignoresDefaults: Bool

  init(of entity: EntityName, _ property: PropertyName?, in schema: Schema, ignoringDefaults ignoresDefaults: Bool = false) {
    self.entity = entity
    self.property = property
    self.schema = schema
    self.ignoresDefaults = ignoresDefaults
  }

  /// Cost: a pass over the records.
  func value(on connection: Connection, prefix: String) throws -> Int64 {
    let relation = sqlName(CanonicalRelation.entity(entity, prefix: prefix))
    guard let property else {
      let own = schema.children(of: entity).isEmpty ? "" : " WHERE _entity = \(sqlText(entity.text))"
      return try connection.count("SELECT count(*) FROM \(relation)\(own)")
    }
    let declarer = schema.declarer(of: property, in: entity) ?? entity
    if let relationship = schema.relationship(property, of: entity) {
      return relationship.isToMany
        ? try connection.count(
          "SELECT count(*) FROM \(sqlName(CanonicalRelation.collection(property, of: declarer, prefix: prefix)))")
        : try connection.count("SELECT count(\(sqlName(property.text))) FROM \(relation)")
    }
    guard let attribute = schema.attribute(property, of: entity), !attribute.isTransient else { return 0 }
    if attribute.collection != nil {
      return try connection.count(
        "SELECT count(*) FROM \(sqlName(CanonicalRelation.collection(property, of: declarer, prefix: prefix)))")
    }
    let isPlain = ignoresDefaults ? attribute.defaultValue.flatMap { Self.literal($0) } : nil
    return try attribute.columns.reduce(Int64(0)) { total, column in
      let name = sqlName(column.path)
      let condition = isPlain.map { " AND \(name) IS NOT \($0)" } ?? ""
      return total + (try connection.count("SELECT count(*) FROM \(relation) WHERE \(name) IS NOT NULL\(condition)"))
    }
  }

  private static func literal(_ value: DefaultValue) -> String? {
    switch value {
    case .bool(let flag): flag ? "1" : "0"
    case .integer(let number): String(number)
    case .real(let number), .date(let number): SQLiteValue.real(number).literal
    case .string(let text), .decimal(let text): sqlText(text)
    case .uuid(let bytes), .data(let bytes): SQLiteValue.blob(bytes).literal
    case .emptyCollection, .enumCase, .expression: nil
    }
  }
}
