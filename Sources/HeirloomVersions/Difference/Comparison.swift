internal import HeirloomSchema

/// Walks both versions side by side.
struct Comparison {
  let matching: Matching
  var changes: [SchemaChange] = []

  init(_ matching: Matching) { self.matching = matching }

  private var old: Schema { matching.old }
  private var new: Schema { matching.new }

  mutating func run() {
    for entity in new.entities {
      if let before = matching.entities[entity.name].flatMap({ old[$0] }) {
        compare(before, entity)
      } else {
        changes.append(
          SchemaChange(
            .entityAdded, entity.name,
            needs: entity.parent.map { matching.entities[$0] != nil } == true ? .lightweight : .automatic,
            because: "a new model starts without records", at: entity.place))
      }
    }
    for entity in old.entities where matching.newName(of: entity.name) == nil {
      changes.append(
        SchemaChange(
          .entityRemoved, entity.name, needs: .automatic, because: "its records are deleted with it",
          question: likelyNewName(of: entity)))
    }
  }

  // MARK: - Entities

  private mutating func compare(_ before: Entity, _ after: Entity) {
    let name = after.name
    if before.name != name {
      changes.append(
        SchemaChange(
          .entityRenamed, name, from: "'\(before.name)'", to: "'\(name)'", needs: .automatic,
          because: "the renaming identifier carries the records over", at: after.place))
    }
    let parent = before.parent.flatMap { matching.newName(of: $0) ?? $0 }
    if parent != after.parent {
      changes.append(
        SchemaChange(
          .parentChanged, name, from: before.parent.map { "'\($0)'" } ?? "none", to: after.parent.map { "'\($0)'" } ?? "none",
          needs: .lightweight,
          because: "inheritance changes where the records live; properties move up or down with them", at: after.place))
    }
    if before.isAbstract != after.isAbstract {
      changes.append(
        SchemaChange(
          .abstractionChanged, name, from: before.isAbstract ? "abstract" : "concrete",
          to: after.isAbstract ? "abstract" : "concrete",
          needs: after.isAbstract ? .custom : .lightweight,
          because: after.isAbstract
            ? "an abstract model can have no records: theirs must go to a sub-entity" : "it may have records now",
          at: after.place))
    }
    if before.hashModifier != after.hashModifier {
      changes.append(
        SchemaChange(
          .modifierChanged, name, needs: .lightweight, because: "a hash modifier exists to force a migration", at: after.place))
    }
    compareUniqueness(before, after)
    if Set(before.indexes.map(\.elements)) != Set(after.indexes.map(\.elements))
      || before.compoundIndexes != after.compoundIndexes
    {
      changes.append(
        SchemaChange(
          .indexesChanged, name, needs: .automatic, because: "indexes hold no data and are not part of the version hash",
          at: after.place))
    }
    compareAttributes(before, after)
    compareRelationships(before, after)
  }

  private mutating func compareUniqueness(_ before: Entity, _ after: Entity) {
    func renamed(_ property: PropertyName) -> PropertyName {
      after.attributes.first { matching.attribute($0, of: after.name)?.name == property }?.name ?? property
    }
    let old = Set(before.uniqueness.map { $0.map(renamed) }), new = Set(after.uniqueness)
    for constraint in after.uniqueness where !old.contains(constraint) {
      changes.append(
        SchemaChange(
          .uniquenessAdded, after.name, constraint.count == 1 ? constraint[0] : nil,
          to: constraint.map { "'\($0)'" }.joined(separator: ", "), needs: .custom,
          because: "records that are alike must become one before the constraint holds", at: after.place))
    }
    for constraint in before.uniqueness.map({ $0.map(renamed) }) where !new.contains(constraint) {
      changes.append(
        SchemaChange(
          .uniquenessRemoved, after.name, constraint.count == 1 ? constraint[0] : nil,
          from: constraint.map { "'\($0)'" }.joined(separator: ", "),
          needs: .automatic, because: "no record is in the way of a constraint that is gone", at: after.place))
    }
  }

  // MARK: - Which properties an entity answers for

  /// Whether a property is to be reported with this entity: it is declared here in one version, and not reported with an ancestor.
  func answers(_ entity: EntityName, for property: PropertyName, inNew isNew: Bool) -> Bool {
    guard let declarer = (isNew ? new : old).declarer(of: property, in: entity) else { return false }
    if declarer == entity { return true }
    // Inherited from an ancestor that the other version does not have as an ancestor: nobody else reports it.
    let counterpart = isNew ? matching.entities[declarer] : matching.newName(of: declarer)
    return counterpart == nil
  }
}
