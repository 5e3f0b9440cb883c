internal import HeirloomFindings
internal import HeirloomReading
internal import HeirloomSchema
internal import HeirloomSwiftSource

extension Store {
  /// A first version of a mapping from this store to a target schema, to be completed by hand.
  ///
  /// What follows by name is written out; what a person must decide stands as a comment that starts with `TODO`.
  /// - Parameter target: the Swift source of the target schema; the version its plan ends with, or the last one, is taken.
  /// - Throws: a `Finding` when the source cannot be read or declares no model.
  public func mappingSkeleton(towards target: String) throws -> String {
    let source = try SwiftDataSource.read(paths: [target])
    let last = source.plans.first?.schemas.last.flatMap { source.version(named: $0) } ?? source.versions.last
    guard let version = last else {
      throw source.findings.first { $0.severity == .error }
        ?? Finding(.noSuchInput, "'\(target)' declares no model", at: .file(target))
    }
    let name = target.split(separator: "/").last.map { String($0) } ?? target
    return MappingSkeleton(from: schema, to: version, in: name, kind: legacy.identity.kind.rawValue).text
  }
}

/// Writes a mapping between two schemas as far as names tell.
struct MappingSkeleton {
  private let source: Schema
  private let target: Schema
  private let file: String
  private let kind: String

  init(from source: Schema, to target: Schema, in file: String, kind: String) {
    self.source = source
    self.target = target
    self.file = file
    self.kind = kind
  }

  var text: String {
    let word = kind == "realm" ? "Realm" : kind == "archive" ? "Archive" : kind == "swiftdata" ? "SwiftData" : "CoreData"
    let version = target.name.isEmpty ? "" : ", version: \(target.name).self"
    let head = "let source = \(word)()\nlet target = Schema(\"\(file)\"\(version))\n"
    let partners = source.entities.filter { !$0.isAbstract }.map { ($0, partner(of: $0)) }
    let maps = partners.compactMap { entity, match in match.map { map(entity, to: $0) } }
    let left = partners.filter { $0.1 == nil }.map {
      "// TODO Map(\"\($0.0.name)\", to: …) or Drop(\"\($0.0.name)\", because: \"…\")"
    }
    let reached = Set(partners.compactMap { $0.1?.name })
    let empty = target.entities.filter { !reached.contains($0.name) && !$0.isAbstract }.map {
      "// Nothing fills '\($0.name)' yet."
    }
    return ([head] + maps + (left + empty).map { $0 + "\n" }).joined(separator: "\n")
  }

  /// The target of the same name, or the one that remembers the name as its original.
  private func partner(of entity: Entity) -> Entity? {
    target.entities.first { $0.renamingIdentifier == entity.name.text }
      ?? target[entity.name] ?? target.entities.first { $0.name.text.lowercased() == entity.name.text.lowercased() }
  }

  private func map(_ entity: Entity, to match: Entity) -> String {
    let lines = attributeLines(entity, match) + relationshipLines(entity, match)
    let drops = unclaimed(entity, match).map { "// TODO Drop(\"\(entity.name).\($0)\", because: \"…\"), if no rule uses it" }
    let head = "Map(\"\(entity.name)\", to: \(match.name).self)"
    let body = lines.isEmpty ? "\(head)\n" : "\(head) { old in\n" + lines.map { "    \($0)\n" }.joined() + "}\n"
    return body + drops.map { $0 + "\n" }.joined()
  }

  /// A line for each attribute of the target that does not follow by itself.
  private func attributeLines(_ entity: Entity, _ match: Entity) -> [String] {
    let known = source.attributes(of: entity.name).filter { !$0.isTransient }
    return target.attributes(of: match.name).filter { !$0.isTransient }.compactMap { attribute in
      let name = attribute.name
      if let old = known.first(where: { carries($0, attribute) }) {
        guard old.type == attribute.type else {
          return "// TODO \(name) = old.\(old.name), which is \(old.type.rawValue) and is to be \(attribute.type.rawValue)"
        }
        // An optional value where a required one is wanted needs a word for nil.
        let isRisky = old.isOptional && !attribute.isOptional && attribute.defaultValue == nil
        return isRisky ? "\(name) = old.\(old.name) ?? reject(\"no \(old.name)\")" : nil
      }
      if attribute.isOptional || (attribute.defaultValue != nil && !isComputed(attribute.defaultValue)) { return nil }
      if attribute.type == .uuid { return "\(name) = UUID(stableFor: old)" }
      let nearest = closestName(to: name.text, among: known.map(\.name.text)).map { ", perhaps old.\($0)" } ?? ""
      return "// TODO \(name) = …, \(attribute.type.rawValue)\(nearest)"
    }
  }

  private func relationshipLines(_ entity: Entity, _ match: Entity) -> [String] {
    let known = source.relationships(of: entity.name)
    return target.relationships(of: match.name).compactMap { relationship in
      if known.contains(where: { $0.name == relationship.name || relationship.renamingIdentifier == $0.name.text }) { return nil }
      // One that leads to the same place is a guess worth showing, not making.
      let alike = known.filter { partner(of: source[$0.destination] ?? Entity($0.destination))?.name == relationship.destination }
      return alike.isEmpty ? nil : "// TODO \(relationship.name) = \(alike.map { "old.\($0.name)" }.joined(separator: " or "))"
    }
  }

  /// What the source has and nothing in the target takes.
  private func unclaimed(_ entity: Entity, _ match: Entity) -> [PropertyName] {
    let attributes = target.attributes(of: match.name)
    let names = Set(target.relationships(of: match.name).flatMap { [$0.name.text, $0.renamingIdentifier ?? $0.name.text] })
    let left = entity.attributes.filter { old in !old.isTransient && !attributes.contains { carries(old, $0) } }.map(\.name)
    return left + entity.relationships.filter { !$0.isTransient && !names.contains($0.name.text) }.map(\.name)
  }

  private func carries(_ old: Attribute, _ attribute: Attribute) -> Bool {
    attribute.renamingIdentifier == old.name.text || attribute.name == old.name
      || attribute.name.text.lowercased() == old.name.text.lowercased()
  }

  private func isComputed(_ value: DefaultValue?) -> Bool { if case .expression? = value { true } else { false } }
}
