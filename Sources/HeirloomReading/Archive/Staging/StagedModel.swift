internal import HeirloomFindings
internal import HeirloomSchema
internal import HeirloomSQLite

/// What staging amounts to: a schema, and relations that present the staged tables in its terms.
struct StagedModel {
  var schema: Schema
  var relations: [StagedRelation]
  var findings: [Finding]
  var suggestions: [ReferenceSuggestion] = []
}

/// Where the values of one concrete entity come from.
struct EntitySource {
  var table: String
  /// By the path of `Attribute.columns`, and by the name of a to-one relationship.
  var columns: [String: StagedExpression] = [:]
  /// By the name of a collection or to-many relationship.
  var lists: [PropertyName: ListSource] = [:]
}

/// The rows of a list: `element` is the value, or the key of the target.
struct ListSource {
  var table: String
  var owner: StagedExpression = .column("owner")
  var element: StagedExpression
  var position: StagedExpression = .column("position")
  var key: StagedExpression?
  /// For values of Mixed: what type each has.
  var type: StagedExpression?
  /// What must not be null for a row to belong; nil when null elements count.
  var condition: StagedExpression?
}

extension StagedModel {
  /// The relations of `CanonicalRelation` for a schema, of whatever sources there are.
  static func relations(of schema: Schema, _ sources: [EntityName: EntitySource]) -> [StagedRelation] {
    var result: [StagedRelation] = []
    for entity in schema.entities {
      let attributes = schema.attributes(of: entity.name), relationships = schema.relationships(of: entity.name)
      var names = attributes.flatMap { $0.columns.map(\.path) } + relationships.filter { !$0.isToMany }.map(\.name.text)
      let members = schema.family(of: entity.name).compactMap { sources[$0.name] }
      // A Mixed attribute has a second column, where the source knows the types of its values.
      names += attributes.filter { $0.type == .mixed && $0.collection == nil }.map { $0.name.text + ".type" }.filter { name in
        members.contains { $0.columns[name] != nil }
      }
      var parts: [StagedRelation.Part] = []
      for member in schema.family(of: entity.name) {
        guard let source = sources[member.name] else { continue }
        parts.append(
          StagedRelation.Part(
            columns: [("_id", .column("_id")), ("_entity", .text(member.name.text))]
              + names.map { ($0, source.columns[$0] ?? .null) },
            table: source.table))
      }
      if parts.isEmpty {
        parts = [StagedRelation.Part(columns: [("_id", .null), ("_entity", .null)] + names.map { ($0, .null) }, table: nil)]
      }
      result.append(StagedRelation(name: entity.name.text, parts: parts))
      for attribute in entity.attributes where attribute.collection != nil && !attribute.isTransient {
        result.append(
          collection(
            schema, sources, entity.name, attribute.name, "value", attribute.collection, isOrdered: attribute.collection == .list)
        )
      }
      for relationship in entity.relationships where relationship.isToMany {
        result.append(
          collection(
            schema, sources, entity.name, relationship.name, "target", relationship.collection, isOrdered: relationship.isOrdered)
        )
      }
    }
    return result
  }

  private static func collection(
    _ schema: Schema, _ sources: [EntityName: EntitySource], _ declarer: EntityName, _ property: PropertyName, _ element: String,
    _ kind: CollectionKind?, isOrdered: Bool
  ) -> StagedRelation {
    let lists = schema.family(of: declarer).compactMap { sources[$0.name]?.lists[property] }
    var parts = lists.map { list in
      StagedRelation.Part(
        columns: [("owner", list.owner), (element, list.element), ("position", isOrdered ? list.position : .null)]
          + (kind == .dictionary ? [("key", list.key ?? .null)] : []) + (list.type.map { [("type", $0)] } ?? []),
        table: list.table, condition: list.condition.map { [$0] } ?? [])
    }
    if parts.isEmpty {
      let names = ["owner", element, "position"] + (kind == .dictionary ? ["key"] : [])
      parts = [StagedRelation.Part(columns: names.map { ($0, .null) }, table: nil)]
    }
    return StagedRelation(name: "\(declarer).\(property)", parts: parts)
  }
}

/// A count as messages show it: `9,000`.
func shown(_ count: Int) -> String {
  let digits = String(count)
  var result = ""
  for (index, digit) in digits.enumerated() {
    if index > 0, (digits.count - index) % 3 == 0, result.last != "-" { result.append(",") }
    result.append(digit)
  }
  return result
}
