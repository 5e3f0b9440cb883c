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
    from start: Schema, to end: Schema, through versions: [Schema], stages: [MigrationStage], place: TextPlace? = nil, allowsDowngrade: Bool = false
  ) throws {
    let steps = stages.isEmpty ? zip(versions, versions.dropFirst()).map { MigrationStage(kind: .lightweight, from: $0.name, to: $1.name) } : stages
    let byName = Dictionary(versions.map { ($0.name, $0) }, uniquingKeysWith: { first, _ in first })
    if let forward = Self.walk(from: start.name, to: end.name, steps, byName, reversed: false) {
      hops = forward
      return
    }
    guard let backward = Self.walk(from: start.name, to: end.name, steps, byName, reversed: true) else {
      let reached = Self.reach(from: start.name, steps)
      throw Finding(
        .noRoute, "no stages lead from '\(start.name)' to '\(end.name)'", at: place.map { .text($0) },
        help: reached == start.name ? "no stage begins at '\(start.name)'" : "the stages from '\(start.name)' end at '\(reached)'")
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
