internal import HeirloomFindings
internal import HeirloomSchema

/// Settles which relationships are each other's inverse, in one version.
///
/// An explicit inverse counts on both sides. Without one, SwiftData infers a pair when each side has exactly one
/// candidate: the app's digests that confirm it are described in docs/formats/version-hashes.md.
struct Inverses {
  private(set) var schema: Schema
  private(set) var findings: [Finding] = []

  init(_ schema: Schema, explicit: [EntityName: EntityReading]) {
    self.schema = schema
    for entity in schema.entities {
      guard let reading = explicit[entity.name] else { continue }
      for relationship in entity.relationships {
        guard let (path, place) = reading.inverses[relationship.name] else { continue }
        pair(relationship, of: entity.name, with: path, at: place)
      }
    }
    infer()
  }

  private mutating func pair(_ relationship: Relationship, of owner: EntityName, with path: [String], at place: TextPlace) {
    guard let last = path.last else { return }
    let destination = relationship.destination
    let name = PropertyName(last)
    if path.count > 1, path[path.count - 2] != destination.text,
      !schema.lineage(of: destination).contains(where: { $0.name.text == path[path.count - 2] })
    {
      findings.append(
        Finding(
          .inverseMismatch,
          "the inverse of '\(owner).\(relationship.name)' is looked for in '\(path[path.count - 2])', but it leads to '\(destination)'",
          at: .text(place)))
      return
    }
    guard let other = schema.relationship(name, of: destination), let declarer = schema.declarer(of: name, in: destination) else {
      let names = schema.relationships(of: destination).map(\.name.text)
      findings.append(
        Finding(
          .unknownKeyPath, "'\(destination)' has no relationship '\(last)'", at: .text(place),
          help: closestName(to: last, among: names).map { "did you mean '\($0)'?" }))
      return
    }
    guard
      schema.lineage(of: owner).contains(where: { $0.name == other.destination })
        || schema.lineage(of: other.destination).contains(where: { $0.name == owner })
    else {
      findings.append(
        Finding(
          .inverseMismatch, "'\(destination).\(last)' leads to '\(other.destination)', not back to '\(owner)'", at: .text(place)))
      return
    }
    if let taken = other.inverse, taken != relationship.name {
      findings.append(
        Finding(
          .inverseMismatch, "'\(destination).\(last)' is the inverse of '\(owner).\(taken)' already", at: .text(place)))
      return
    }
    set(relationship.name, of: owner, inverse: name)
    set(name, of: declarer, inverse: relationship.name)
  }

  private mutating func infer() {
    for entity in schema.entities {
      for relationship in schema[entity.name]?.relationships ?? [] where relationship.inverse == nil {
        let there = open(in: relationship.destination, to: entity.name)
        let here = open(in: entity.name, to: relationship.destination)
        if relationship.destination == entity.name {
          if there.count > 1 { ambiguous(relationship, of: entity.name, there) }
          continue
        }
        guard !there.isEmpty else { continue }
        guard there.count == 1, here.count == 1, let other = there.first else {
          ambiguous(relationship, of: entity.name, there)
          continue
        }
        set(relationship.name, of: entity.name, inverse: other, inferred: true)
        set(other, of: relationship.destination, inverse: relationship.name, inferred: true)
      }
    }
  }

  /// The relationships that an entity declares to another and that have no inverse yet.
  private func open(in entity: EntityName, to destination: EntityName) -> [PropertyName] {
    schema[entity]?.relationships.filter { $0.destination == destination && $0.inverse == nil }.map(\.name) ?? []
  }

  private mutating func ambiguous(_ relationship: Relationship, of owner: EntityName, _ candidates: [PropertyName]) {
    let list = candidates.filter { !($0 == relationship.name && owner == relationship.destination) }.map {
      "'\(relationship.destination).\($0)'"
    }
    findings.append(
      Finding(
        .ambiguousInverse,
        "the inverse of '\(owner).\(relationship.name)' is not said, and \(list.joined(separator: " and ")) could be it",
        at: relationship.place.map { .text($0) }, help: "write 'inverse:' on one side"))
  }

  private mutating func set(_ name: PropertyName, of entity: EntityName, inverse: PropertyName, inferred: Bool = false) {
    guard var changed = schema[entity], let index = changed.relationships.firstIndex(where: { $0.name == name }) else { return }
    changed.relationships[index].inverse = inverse
    changed.relationships[index].isInverseInferred = inferred
    schema[entity] = changed
  }
}
