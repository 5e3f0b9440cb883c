internal import HeirloomFindings
package import HeirloomSchema
internal import HeirloomSwiftText

/// A mapping to begin with: what follows by itself left out, likely answers filled in, and everything else asked in comments.
///
/// A question is a comment that ends in `?`; the lines under it, three spaces in, are the answer to uncomment or change. The
/// mapping passes `heirloom check` as soon as the questions are answered.
package struct MappingSkeleton: Sendable {
  package private(set) var text = ""
  package private(set) var questionCount = 0

  let source: Schema
  let target: Schema
  let suggestions: [ReferenceSuggestion]
  var lines: [String] = []
  /// Properties of the source that some rule reads, by declarer.
  var used: Set<[String]> = []
  /// Drops that are being asked about.
  var droppedEntities: Set<EntityName> = []
  /// Entities that look like one of the target's: the answer has all of their rule.
  var likelyEntities: Set<EntityName> = []
  /// What source that is written for the store calls an entity whose own name Swift does not accept.
  let written: [EntityName: EntityName]

  /// What stands around the declarations.
  package enum Frame: Sendable {
    /// A mapping of its own: how it calls the kind of the store (`CoreData`, `Realm`, `Archive`), and the path of the target's
    /// Swift source as it shall name it.
    case mapping(store: String, file: String)
    /// A stage of a migration plan.
    case stage
  }

  /// - Parameters:
  ///   - written: what source that is written for the store calls an entity, where that is another name.
  ///   - suggestions: properties of the source that look like references.
  package init(
    from source: Schema, to target: Schema, in frame: Frame, written: [EntityName: EntityName] = [:],
    suggestions: [ReferenceSuggestion] = []
  ) {
    self.source = source
    self.target = target
    self.suggestions = suggestions
    self.written = written
    let counterparts = chooseCounterparts()
    for (entity, match) in counterparts { write(rule: entity, to: match) }
    writeEntitiesWithoutCounterpart(Set(counterparts.map(\.0.name)))
    writeUnusedProperties()
    writeEmptyTargets(Set(counterparts.map(\.1.name)))
    text = framed(frame).joined(separator: "\n") + "\n"
  }

  private func framed(_ frame: Frame) -> [String] {
    switch frame {
    case .mapping(let store, let file):
      // A source without a VersionedSchema has one version, and no name for it.
      let version = target.place == nil ? "" : ", version: \(target.name).self"
      return [
        "// \(store) store to \(target.name). What has the same name and type on both sides follows by itself.",
        "let source = \(store)()", "let target = Schema(\(SwiftWord.quoted(file))\(version))",
      ] + lines
    case .stage:
      return [
        "// What has the same name and type in both versions follows by itself.", StageSpelling.opening(source.name, target.name),
      ]
        + lines.drop { $0.isEmpty }.map { $0.isEmpty ? "" : "  \($0)" } + ["}"]
    }
  }

  /// A text in the mapping: the name of an entity, or of one of its properties.
  func quoted(_ entity: EntityName, _ property: PropertyName? = nil) -> String {
    SwiftWord.quoted(property.map { "\(entity).\($0)" } ?? entity.text)
  }

  func old(_ property: PropertyName) -> String { "old.\(SwiftWord.spelled(property.text))" }
  func new(_ property: PropertyName) -> String { SwiftWord.spelled(property.text) }

  mutating func ask(_ question: String, _ answers: [String], indent: String = "") {
    questionCount += 1
    lines.append("\(indent)// \(question)?")
    lines += answers.map { "\(indent)//   \($0)" }
  }

  // MARK: - Entities

  /// Concrete source entities with the target's model that continues them, in the order of the source.
  private func chooseCounterparts() -> [(Entity, Entity)] {
    source.entities.compactMap { entity in
      guard !entity.isAbstract,
        let match = counterpart(of: entity.name).flatMap({ target[$0] })
      else { return nil }
      return match.isAbstract ? nil : (entity, match)
    }
  }

  mutating func write(rule entity: Entity, to match: Entity) {
    let start = lines.count
    lines.append("")
    let opening = "Map(\(quoted(entity.name)), to: \(match.name).self)"
    lines.append("\(opening) { old in")
    let head = lines.count
    writeAttributes(of: match, from: entity)
    writeRelationships(of: match, from: entity)
    if lines.count == head {
      // Nothing to say: the rule follows by itself, unless the name is another and nothing but this says so.
      lines.removeSubrange(start...)
      if written[entity.name] == match.name { lines += ["", opening] }
    } else {
      lines.append("}")
    }
  }

  private mutating func writeEntitiesWithoutCounterpart(_ mapped: Set<EntityName>) {
    for entity in source.entities where !entity.isAbstract {
      if source.lineage(of: entity.name).contains(where: { mapped.contains($0.name) }) { continue }
      if entity.isEmbedded
        && source.entities.contains(where: { $0.relationships.contains { $0.destination == entity.name && $0.ownsDestination } })
      {
        continue
      }
      lines.append("")
      let scored = target.entities.filter { !$0.isAbstract && source[$0.name] == nil }
        .map { (Likeness.overlap(entity, $0) + Likeness.score(entity.name.text, $0.name.text) / 3, $0.name) }
      if let best = scored.max(by: { $0.0 < $1.0 }), best.0 >= 0.5 {
        ask(
          "'\(entity.name)' looks like '\(best.1)'. Is it, or is it dropped: Drop(\(quoted(entity.name)), because: \"…\")",
          rule(of: entity, to: best.1))
        likelyEntities.insert(entity.name)
      } else {
        ask(
          "'\(entity.name)' has no counterpart. Map it, or drop it and say why", ["Drop(\(quoted(entity.name)), because: \"…\")"])
        droppedEntities.insert(entity.name)
      }
    }
  }

  /// A whole rule as an answer: its own questions are answered as they would be by themselves.
  private func rule(of entity: Entity, to name: EntityName) -> [String] {
    guard let match = target[name] else { return [] }
    var trial = self
    trial.lines = []
    trial.write(rule: entity, to: match)
    var result = trial.lines.drop { $0.isEmpty }.map { line in
      let body = line.drop { $0 == " " }
      return body.hasPrefix("//   ") ? "    \(body.dropFirst(5))" : line
    }
    if result.isEmpty { result = ["Map(\(quoted(entity.name)), to: \(match.name).self)"] }
    let attributes = entity.attributes.filter { !$0.isTransient && $0.type != .undefined }.map(\.name)
    let relationships = entity.relationships.filter { !$0.isTransient && !droppedEntities.contains($0.destination) }.map(\.name)
    for property in attributes + relationships where !trial.isUsed(property, of: entity.name) {
      result.append("Drop(\(quoted(entity.name, property)), because: \"…\")")
    }
    return result
  }

  private mutating func writeEmptyTargets(_ filled: Set<EntityName>) {
    let empty = target.entities.filter { !$0.isAbstract && !filled.contains($0.name) }
    guard !empty.isEmpty else { return }
    lines.append("")
    for entity in empty { lines.append("// '\(entity.name)' starts without records unless a rule fills it.") }
  }
}
