internal import HeirloomFindings
internal import HeirloomSchema

/// Faults that one version has by itself.
enum VersionLint {
  static func findings(on schema: Schema) -> [Finding] {
    var findings: [Finding] = []
    for (owner, relationship, other) in pairs(of: schema) {
      let names = "'\(owner).\(relationship.name)' and '\(relationship.destination).\(other.name)'"
      let place = relationship.place.map { Place.text($0) }
      if relationship.deleteRule == .cascade, other.deleteRule == .cascade {
        findings.append(Finding(.cascadeBothWays, "\(names) delete each other's records", at: place))
      }
      guard relationship.isToMany, other.isToMany else { continue }
      if relationship.isInverseInferred {
        findings.append(
          Finding(
            .manyToManyInverse, "\(names) are many to many, and neither names its inverse", at: place,
            help: "write '@Relationship(inverse: \\\(relationship.destination).\(other.name))' here"))
      }
      for (entity, side) in [(owner, relationship), (relationship.destination, other)] where side.isOptional {
        findings.append(
          Finding(
            .manyToManyOptional, "'\(entity).\(side.name)' is many to many and an optional array",
            at: side.place.map { .text($0) }))
      }
      if let first = schema.entities.firstIndex(where: { $0.name == owner }),
        let second = schema.entities.firstIndex(where: { $0.name == relationship.destination }), first != second,
        (first < second) != (owner < relationship.destination), !(relationship.hasDefault && other.hasDefault)
      {
        findings.append(
          Finding(.manyToManyDefault, "\(names) are many to many without '= []' on both sides, which iOS 17.0 needs", at: place))
      }
    }
    return findings
  }

  /// Every relationship with its inverse, once for both.
  private static func pairs(of schema: Schema) -> [(EntityName, Relationship, Relationship)] {
    var seen: Set<[String]> = []
    var result: [(EntityName, Relationship, Relationship)] = []
    for entity in schema.entities {
      for relationship in entity.relationships {
        guard let other = schema.inverse(of: relationship),
          let declarer = schema.declarer(of: other.name, in: relationship.destination)
        else { continue }
        seen.insert([entity.name.text, relationship.name.text])
        if seen.contains([declarer.text, other.name.text]), !(declarer == entity.name && other.name == relationship.name) {
          continue
        }
        result.append((entity.name, relationship, other))
      }
    }
    return result
  }
}

/// What CloudKit does not take.
enum CloudKitLint {
  static func findings(on schema: Schema) -> [Finding] {
    var findings: [Finding] = []
    func report(_ what: String, _ place: TextPlace?) {
      findings.append(Finding(.notForCloudKit, what, at: place.map { .text($0) }))
    }
    for entity in schema.entities {
      for constraint in entity.uniqueness {
        let place = constraint.first.flatMap { name in entity.attributes.first { $0.name == name }?.place } ?? entity.place
        report("'\(entity.name)' has the unique '\(constraint.map(\.text).joined(separator: ", "))'", place)
      }
      for attribute in entity.attributes where !attribute.isOptional && attribute.defaultValue == nil {
        report("'\(entity.name).\(attribute.name)' is neither optional nor has a default", attribute.place)
      }
      for relationship in entity.relationships {
        let name = "'\(entity.name).\(relationship.name)'"
        if !relationship.isOptional { report("\(name) is not optional", relationship.place) }
        if relationship.isOrdered { report("\(name) is ordered", relationship.place) }
        if relationship.deleteRule == .deny { report("\(name) has the delete rule '.deny'", relationship.place) }
      }
    }
    return findings
  }
}
