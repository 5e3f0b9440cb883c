internal import HeirloomFindings
internal import HeirloomSchema

extension Checker {
  mutating func sourceEntity(_ name: String, at place: TextPlace) -> Entity? {
    if let found = source[EntityName(name)] { return found }
    let names = source.entities.map(\.name.text)
    let help = closestName(to: name, among: names).map { "did you mean '\($0)'?" } ?? "the store has \(listing(names))"
    report(.unknownEntity, "the store has no entity '\(name)'", place, help: help)
    return nil
  }

  /// `Folder.self`, `NotesSchemaV2.Folder.self` or `"Folder"`.
  mutating func targetEntity(_ term: Term) -> Entity? {
    var name: String?
    switch term.kind {
    case .member(let type, "self"): name = type.dottedName
    case .text(let text): name = text
    default: break
    }
    guard let name else {
      report(.wrongArguments, "expected a model of the target, such as 'Folder.self'", term.place)
      return nil
    }
    let short = name.split(separator: ".").last.map { String($0) } ?? name
    if let found = target[EntityName(short)] { return found }
    let names = target.entities.map(\.name.text)
    let help = closestName(to: short, among: names).map { "did you mean '\($0)'?" } ?? "the schema has \(listing(names))"
    var place = term.place
    if case .member(let type, _) = term.kind { place = type.place }
    report(.unknownEntity, "the target schema has no model '\(short)'", place, help: help)
    return nil
  }

  mutating func sourceProperty(_ name: String, of entity: EntityName, at place: TextPlace) -> PropertyName? {
    let property = PropertyName(name)
    if source.declarer(of: property, in: entity) != nil { return property }
    let names = propertyNames(of: entity, in: source)
    report(
      .unknownAttribute, "'\(entity)' has no attribute or relationship '\(name)'", place,
      help: closestName(to: name, among: names).map { "did you mean '\($0)'?" })
    return nil
  }

  func propertyNames(of entity: EntityName, in schema: Schema) -> [String] {
    schema.attributes(of: entity).map(\.name.text) + schema.relationships(of: entity).map(\.name.text)
  }

  private func listing(_ names: [String]) -> String {
    let shown = names.sorted().prefix(6).map { "'\($0)'" }.joined(separator: ", ")
    return names.isEmpty ? "none" : names.count > 6 ? "\(shown) and \(names.count - 6) more" : shown
  }
}
