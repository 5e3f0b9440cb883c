internal import HeirloomFindings
internal import HeirloomSchema

/// Which facets of a schema go beyond what real stores have confirmed of the hash rules.
enum HashEvidence {
  static func findings(on schema: Schema) -> [Finding] { schema.entities.flatMap { findings(on: $0, in: schema) } }

  private static func findings(on entity: Entity, in schema: Schema) -> [Finding] {
    var result: [Finding] = []
    func report(_ what: String, _ property: PropertyName? = nil) {
      let name = property.map { "\(entity.name).\($0)" } ?? entity.name.text
      result.append(
        Finding(
          .hashOutsideEvidence,
          "the version hash of '\(entity.name)' is not certain: \(what.replacing("…", with: "'\(name)'"))",
          at: .store(StorePlace(entity: entity.name.text, property: property?.text))))
    }
    if !isASCII(entity.name.text) { report("the name … is not ASCII") }
    if let parent = entity.parent, schema[parent] == nil { report("its parent '\(parent)' is not in the model") }
    if entity.parent != nil, !entity.uniqueness.isEmpty { report("the sub-entity … has a uniqueness constraint") }
    for name in Set(entity.uniqueness.joined()).sorted() where schema.relationship(name, of: entity.name) != nil {
      report("a uniqueness constraint covers the relationship …", name)
    }
    for name in entity.fetchedProperties { report("… is a fetched property", name) }
    for attribute in entity.attributes where !attribute.isTransient {
      for doubt in doubts(about: attribute, depth: 0) { report(doubt, attribute.name) }
    }
    for relationship in entity.relationships where !relationship.isTransient {
      if !isASCII(relationship.name.text) { report("the name … is not ASCII", relationship.name) }
      if ![0, 1].contains(relationship.maximumCount) || ![0, 1].contains(relationship.minimumCount) {
        report("the relationship … has a limit on its count", relationship.name)
      }
    }
    return result
  }

  private static func doubts(about attribute: Attribute, depth: Int) -> [String] {
    var result: [String] = []
    if !isASCII(attribute.name.text) { result.append("the name … is not ASCII") }
    if let derivation = attribute.derivation {
      if !derivation.isKeyPath { result.append("the derivation of … is more than a key path") }
      return result
    }
    switch attribute.type {
    case .decimal, .managedObjectID: result.append("… is of type \(attribute.type.rawValue)")
    case .objectID, .mixed: result.append("… is of type \(attribute.type.rawValue), which Core Data does not have")
    case .composite:
      if attribute.elements.isEmpty { result.append("the elements of the composite … are not known") }
      if depth > 0 { result.append("the composite … holds another composite") }
      if depth < 8 { result += attribute.elements.flatMap { doubts(about: $0, depth: depth + 1) } }
    default: break
    }
    return result
  }

  private static func isASCII(_ text: String) -> Bool { text.utf8.allSatisfy { $0 < 128 } }
}
