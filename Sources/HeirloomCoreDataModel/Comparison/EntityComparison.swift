internal import HeirloomSchema

/// Says in words what differs between two versions of an entity, as far as the version hash takes it in.
struct EntityComparison {
  let old: Schema
  let new: Schema

  func changes(from mine: Entity, to theirs: Entity) -> [String] {
    var result: [String] = []
    if mine.isAbstract != theirs.isAbstract {
      result.append(theirs.isAbstract ? "it is abstract now" : "it is no longer abstract")
    }
    if mine.parent != theirs.parent {
      result.append("its parent was \(Self.quoted(mine.parent?.text)) and is \(Self.quoted(theirs.parent?.text))")
    }
    if mine.hashModifier != theirs.hashModifier { result.append("its hash modifier changed") }
    let unique = [mine, theirs].map { $0.uniqueness.map { $0.map(\.text).joined(separator: ", ") }.sorted() }
    for constraint in unique[1] where !unique[0].contains(constraint) { result.append("(\(constraint)) is unique now") }
    for constraint in unique[0] where !unique[1].contains(constraint) { result.append("(\(constraint)) is no longer unique") }
    result += compare(
      "attribute", mine.attributes.filter { !$0.isTransient }, theirs.attributes.filter { !$0.isTransient }, name: \.name,
      renamed: \.renamingIdentifier, facets: Self.facets)
    result += compare(
      "relationship", mine.relationships.filter { !$0.isTransient }, theirs.relationships.filter { !$0.isTransient },
      name: \.name,
      renamed: \.renamingIdentifier, facets: Self.facets)
    return result
  }

  private func compare<Property>(
    _ what: String, _ mine: [Property], _ theirs: [Property], name: (Property) -> PropertyName, renamed: (Property) -> String?,
    facets: (Property, Property) -> [String]
  ) -> [String] {
    let before = Dictionary(mine.map { (name($0), $0) }, uniquingKeysWith: { first, _ in first })
    let after = Dictionary(theirs.map { (name($0), $0) }, uniquingKeysWith: { first, _ in first })
    // A property that claims the name of one that is gone is that one, renamed.
    var origins: [PropertyName: PropertyName] = [:]
    for property in theirs where before[name(property)] == nil {
      guard let origin = renamed(property).map({ PropertyName($0) }), before[origin] != nil, after[origin] == nil else {
        continue
      }
      origins[name(property)] = origin
    }
    // The same the other way: the model may be older than the store.
    let renamings = mine.filter { after[name($0)] == nil }.compactMap { property in
      renamed(property).map { (PropertyName($0), name(property)) }
    }
    for (successor, origin) in renamings where before[successor] == nil && after[successor] != nil && origins[successor] == nil {
      origins[successor] = origin
    }
    let gone = Set(origins.values)
    return Set(before.keys).union(after.keys).subtracting(gone).sorted().flatMap { key -> [String] in
      switch (before[key], after[key]) {
      case (nil, let added?):
        guard let origin = origins[key], let original = before[origin] else { return ["\(what) '\(key)' is new"] }
        return ["\(what) '\(key)' was called '\(origin)'"] + facets(original, added).map { "\(what) '\(key)' \($0)" }
      case (_?, nil): return ["\(what) '\(key)' is gone"]
      case (let a?, let b?): return facets(a, b).map { "\(what) '\(key)' \($0)" }
      case (nil, nil): return []
      }
    }
  }

  private static func facets(_ a: Attribute, _ b: Attribute) -> [String] {
    var result: [String] = []
    if a.derivation != b.derivation {
      let origins = [a, b].map { $0.derivation.map { "derived from '\($0)'" } ?? "stored" }
      result.append("was \(origins[0]) and is \(origins[1])")
    }
    // A derived attribute's own type, and a composite's own flags, are not part of the hash.
    if b.derivation != nil { return result }
    if a.type != b.type { result.append("was \(a.type.rawValue) and is \(b.type.rawValue)") }
    if a.type == .composite, b.type == .composite {
      let before = Dictionary(a.elements.map { ($0.name, $0) }, uniquingKeysWith: { first, _ in first })
      let after = Dictionary(b.elements.map { ($0.name, $0) }, uniquingKeysWith: { first, _ in first })
      for name in Set(before.keys).union(after.keys).sorted() {
        switch (before[name], after[name]) {
        case (let x?, let y?): result += facets(x, y).map { "has an element '\(name)' that \($0)" }
        case (nil, _): result.append("has a new element '\(name)'")
        case (_, nil): result.append("has lost the element '\(name)'")
        }
      }
      return result
    }
    if a.isOptional != b.isOptional { result.append(b.isOptional ? "is optional now" : "is no longer optional") }
    if a.isReadOnly != b.isReadOnly { result.append(b.isReadOnly ? "is read-only now" : "is no longer read-only") }
    if a.hashModifier != b.hashModifier { result.append("has another hash modifier") }
    if a.allowsExternalStorage != b.allowsExternalStorage {
      result.append(b.allowsExternalStorage ? "may be stored outside now" : "is no longer stored outside")
    }
    if a.preservesValueOnDeletion != b.preservesValueOnDeletion {
      result.append(b.preservesValueOnDeletion ? "is kept after deletion now" : "is no longer kept after deletion")
    }
    return result
  }

  private static func facets(_ a: Relationship, _ b: Relationship) -> [String] {
    var result: [String] = []
    if a.destination != b.destination { result.append("led to '\(a.destination)' and leads to '\(b.destination)'") }
    if a.inverse != b.inverse { result.append("had \(inverse(a)) and has \(inverse(b))") }
    if a.isToMany != b.isToMany {
      result.append(b.isToMany ? "was to-one and is to-many" : "was to-many and is to-one")
    } else if a.maximumCount != b.maximumCount {
      result.append("was limited to \(a.maximumCount) and is limited to \(b.maximumCount)")
    }
    if a.minimumCount != b.minimumCount {
      result.append("wanted at least \(a.minimumCount) and wants at least \(b.minimumCount)")
    }
    if a.isOptional != b.isOptional { result.append(b.isOptional ? "is optional now" : "is no longer optional") }
    if a.isOrdered != b.isOrdered { result.append(b.isOrdered ? "is ordered now" : "is no longer ordered") }
    if a.hashModifier != b.hashModifier { result.append("has another hash modifier") }
    return result
  }

  private static func inverse(_ relationship: Relationship) -> String {
    relationship.inverse.map { "the inverse '\($0)'" } ?? "no inverse"
  }

  private static func quoted(_ text: String?) -> String { text.map { "'\($0)'" } ?? "none" }
}
