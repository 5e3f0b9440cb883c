package import HeirloomFindings
package import HeirloomSchema

/// The hops that lead a store from the version it is at to another one.
package struct MigrationRoute: Sendable {
  package struct Hop: Sendable {
    package let from: Schema
    package let to: Schema
    /// Of a model bundle and of a plan without stages every stage is lightweight, as the framework takes it.
    package let stage: MigrationStage
    /// The hop goes against its stage, from the newer version to the older one.
    package let isReversed: Bool
  }

  package let hops: [Hop]
  package var isDowngrade: Bool { hops.contains(where: \.isReversed) }

  /// - Parameters:
  ///   - versions: in the order of the plan.
  ///   - stages: empty when every version follows from the one before by itself.
  /// - Throws: `no-route` when the stages do not lead there, `downgrade-refused` when they lead the other way only.
  package init(
    from start: Schema, to end: Schema, through versions: [Schema], stages: [MigrationStage], place: TextPlace? = nil,
    allowsDowngrade: Bool = false
  ) throws {
    let steps =
      stages.isEmpty
      ? zip(versions, versions.dropFirst()).map { MigrationStage(kind: .lightweight, from: $0.name, to: $1.name) } : stages
    let byName = Dictionary(versions.map { ($0.name, $0) }, uniquingKeysWith: { first, _ in first })
    if let forward = Self.walk(from: start.name, to: end.name, steps, byName, reversed: false) {
      hops = forward
      return
    }
    guard let backward = Self.walk(from: start.name, to: end.name, steps, byName, reversed: true) else {
      let reached = Self.reach(from: start.name, steps)
      throw Finding(
        .noRoute, "no stages lead from '\(start.name)' to '\(end.name)'", at: place.map { .text($0) },
        help: reached == start.name ? "no stage begins at '\(start.name)'" : "the stages from '\(start.name)' end at '\(reached)'"
      )
    }
    guard allowsDowngrade else {
      throw Finding(
        .downgradeRefused, "the store is at '\(start.name)', which is newer than '\(end.name)'", at: place.map { .text($0) },
        help: "--allow-downgrade goes back where no stage is custom, and tells what would be lost")
    }
    if let custom = backward.first(where: { $0.stage.kind == .custom }) {
      throw Finding(
        .downgradeRefused, "the stage from '\(custom.stage.from)' to '\(custom.stage.to)' is custom: no rule says how to undo it",
        at: custom.stage.place.map { .text($0) }, help: "write a mapping to '\(custom.to.name)' and use 'heirloom convert'")
    }
    hops = backward
  }

  /// An entity or property of the first version that has no place in the last one.
  package struct Loss: Hashable, Sendable {
    package let entity: EntityName
    package let property: PropertyName?
    package let isRelationship: Bool
    package var name: String { property.map { "\(entity).\($0)" } ?? entity.text }
  }

  /// What ends on the way, by its name in the first version, in the order of that version.
  package var losses: [Loss] {
    guard let start = hops.first?.from else { return [] }
    let ways = hops.map { Continuity(from: $0.from, to: $0.to) }
    return start.entities.flatMap { entity -> [Loss] in
      guard end(of: entity.name, along: ways) != nil else {
        return entity.isAbstract ? [] : [Loss(entity: entity.name, property: nil, isRelationship: false)]
      }
      let attributes = entity.attributes.filter { !$0.isTransient && !lasts($0.name, of: entity.name, ways, \.attributes) }
      let relationships = entity.relationships.filter {
        !$0.isTransient && !lasts($0.name, of: entity.name, ways, \.relationships)
      }
      return attributes.map { Loss(entity: entity.name, property: $0.name, isRelationship: false) }
        + relationships.map { Loss(entity: entity.name, property: $0.name, isRelationship: true) }
    }
  }

  private func end(of entity: EntityName, along ways: [Continuity]) -> EntityName? {
    ways.reduce(Optional(entity)) { name, way in name.flatMap { way.newName(of: $0) } }
  }

  private func lasts(
    _ property: PropertyName, of entity: EntityName, _ ways: [Continuity],
    _ names: (Continuity) -> [EntityName: [PropertyName: PropertyName]]
  ) -> Bool {
    var owner = entity, name = property
    for way in ways {
      guard let next = way.newName(of: owner), let known = names(way)[next]?.first(where: { $0.value == name }) else {
        return false
      }
      (owner, name) = (next, known.key)
    }
    return true
  }

  private static func walk(
    from start: String, to end: String, _ stages: [MigrationStage], _ versions: [String: Schema], reversed isReversed: Bool
  ) -> [Hop]? {
    var hops: [Hop] = [], current = start
    while current != end {
      guard hops.count <= stages.count, let stage = stages.first(where: { (isReversed ? $0.to : $0.from) == current }),
        let from = versions[current], let to = versions[isReversed ? stage.from : stage.to]
      else { return nil }
      hops.append(Hop(from: from, to: to, stage: stage, isReversed: isReversed))
      current = to.name
    }
    return hops
  }

  private static func reach(from start: String, _ stages: [MigrationStage]) -> String {
    var current = start
    for _ in stages { current = stages.first { $0.from == current }?.to ?? current }
    return current
  }
}
