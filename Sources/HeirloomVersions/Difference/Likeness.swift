internal import HeirloomSchema

/// Which removed property an added one most likely is: a guess, and only ever asked as a question.
enum Likeness {
  /// Pairs of one type: those whose names share a word, and where only one of each is left, these two.
  static func renames(from removed: [Attribute], to added: [Attribute]) -> [PropertyName: PropertyName] {
    var result: [PropertyName: PropertyName] = [:], taken: Set<PropertyName> = []
    func isSameType(_ a: Attribute, _ b: Attribute) -> Bool {
      a.type == b.type && a.elements.map(\.type) == b.elements.map(\.type)
    }
    for attribute in removed {
      let candidates = added.filter { isSameType(attribute, $0) && !taken.contains($0.name) }
      let scored = candidates.map { (score(attribute.name.text, $0.name.text), $0.name) }.filter { $0.0 > 0 }
      guard let best = scored.max(by: { $0.0 < $1.0 }), scored.count(where: { $0.0 == best.0 }) == 1 else { continue }
      result[attribute.name] = best.1
      taken.insert(best.1)
    }
    let left = removed.filter { result[$0.name] == nil }
    for attribute in left {
      let candidates = added.filter { isSameType(attribute, $0) && !taken.contains($0.name) }
      let rivals = left.filter { isSameType(attribute, $0) }
      guard candidates.count == 1, rivals.count == 1 else { continue }
      result[attribute.name] = candidates[0].name
      taken.insert(candidates[0].name)
    }
    return result
  }

  /// How alike two names are: 0 for not at all, 3 when only case and underscores differ.
  static func score(_ a: String, _ b: String) -> Double {
    let first = words(a), second = words(b)
    if first.joined() == second.joined() { return 3 }
    let common = Set(first).intersection(second).count
    if common > 0 { return 1 + Double(common) / Double(max(first.count, second.count)) }
    let short = first.joined().count < second.joined().count ? first.joined() : second.joined()
    let long = first.joined().count < second.joined().count ? second.joined() : first.joined()
    return short.count >= 3 && long.contains(short) ? 1 : 0
  }

  /// `firstName`, `first_name` and `FIRST_NAME` as `["first", "name"]`.
  static func words(_ name: String) -> [String] {
    var result: [String] = [], word = "", previousIsLower = false
    for character in name {
      if !character.isLetter && !character.isNumber || (character.isUppercase && previousIsLower) {
        if !word.isEmpty { result.append(word.lowercased()) }
        word = ""
      }
      if character.isLetter || character.isNumber { word.append(character) }
      previousIsLower = character.isLowercase || character.isNumber
    }
    if !word.isEmpty { result.append(word.lowercased()) }
    return result
  }

  /// The share of an entity's property names that another has too, 0 to 1.
  static func overlap(_ a: Entity, _ b: Entity) -> Double {
    let first = Set(a.attributes.map(\.name.text) + a.relationships.map(\.name.text))
    let second = Set(b.attributes.map(\.name.text) + b.relationships.map(\.name.text))
    let all = first.union(second).count
    return all == 0 ? 0 : Double(first.intersection(second).count) / Double(all)
  }
}

extension Comparison {
  /// Asks whether a removed entity lives on under the name of an added one.
  func likelyNewName(of entity: Entity) -> String? {
    let added = matching.new.entities.filter { matching.entities[$0.name] == nil }
    let scored = added.map { candidate in
      (Likeness.overlap(entity, candidate) + Likeness.score(entity.name.text, candidate.name.text) / 3, candidate.name)
    }
    guard let best = scored.max(by: { $0.0 < $1.0 }), best.0 >= 0.5 else { return nil }
    return "was '\(entity.name)' renamed to '\(best.1)'? Its records are lost unless a mapping carries them"
  }

  /// Asks whether a removed attribute was split, merged, or moved into a new model.
  func destiny(of attribute: Attribute, in entity: Entity, added: [Attribute]) -> String? {
    let words = Set(Likeness.words(attribute.name.text))
    let parts = added.filter { !words.isDisjoint(with: Likeness.words($0.name.text)) && $0.type == attribute.type }
    if parts.count > 1 {
      return
        "was '\(attribute.name)' split into '\(parts.map(\.name.text).joined(separator: "', '"))'? That needs a custom stage or a mapping"
    }
    for relationship in matching.new.relationships(of: entity.name) where matching.entities[relationship.destination] == nil {
      guard let destination = matching.new[relationship.destination] else { continue }
      let names = [destination.name.text, relationship.name.text] + destination.attributes.map(\.name.text)
      if names.contains(where: { Likeness.score($0, attribute.name.text) >= 1 }) {
        return "do the values of '\(attribute.name)' move to '\(destination.name)'? That needs a custom stage or a mapping"
      }
    }
    return nil
  }
}
