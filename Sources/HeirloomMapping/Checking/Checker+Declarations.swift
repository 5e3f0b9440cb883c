internal import HeirloomFindings
internal import HeirloomSchema

extension Checker {
  // MARK: - Drop

  /// `Drop("SyncLog", because: "…")`, `Drop("Note.legacyFlags", because: "…")`
  mutating func readDrop(_ call: MappingFile.Call, _ place: TextPlace) {
    guard case .text(let path)? = call.arguments.first?.value.kind, call.arguments[0].label == nil else {
      report(.wrongArguments, "'Drop' takes the name of an entity or 'Entity.property' as a text", place)
      return
    }
    guard let because = call.arguments.dropFirst().first(where: { $0.label == "because" }), case .text(let reason) = because.value.kind,
      reason.contains(where: { !$0.isWhitespace })
    else {
      report(.wrongArguments, "'Drop' needs a reason", place, help: "Drop(\"\(path)\", because: \"…\")")
      return
    }
    for argument in call.arguments.dropFirst() where argument.label != "because" {
      report(.wrongArguments, "'Drop' takes one name and a reason", argument.value.place, help: "Drop(\"\(path)\", because: \"…\")")
    }
    if let block = call.block { report(.wrongArguments, "'Drop' has no block", block.parameters.first?.place ?? place) }
    let parts = path.split(separator: ".", maxSplits: 1).map { String($0) }
    guard let entity = sourceEntity(parts.first ?? "", at: call.arguments[0].value.place) else { return }
    var drop = Drop(entity: entity.name, property: nil, reason: reason, place: place)
    if parts.count == 2 {
      guard let name = sourceProperty(parts[1], of: entity.name, at: call.arguments[0].value.place) else { return }
      drop.property = name
    }
    plan.drops.append(drop)
  }

  // MARK: - Names

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

  // MARK: - Map, Insert

  /// `Map("Note", to: Note.self) { old in … }`, `Map(links: "Note.labels", to: NoteTag.self) { note, label in … }`,
  /// `Map(values: "Item.tagNames", to: Tag.self) { name in … }`
  mutating func readMap(_ call: MappingFile.Call, _ place: TextPlace) {
    guard let destination = call.arguments.first(where: { $0.label == "to" }), let first = call.arguments.first else {
      report(.wrongArguments, "'Map' needs a target", place, help: "Map(\"Note\", to: Note.self)")
      return
    }
    for argument in call.arguments.dropFirst() where argument.label != "to" && !(argument.label == "separator" && first.label == "values") {
      let name = argument.label.map { "no argument '\($0)'" } ?? "one source"
      report(.wrongArguments, "'Map' has \(name)", argument.value.place, help: "it takes a source, 'to:' and a block")
    }
    let entity = targetEntity(destination.value)
    if let entity, entity.isAbstract {
      report(.wrongType, "'\(entity.name)' is abstract: records belong to its sub-entities", destination.value.place)
    }
    guard case .text(let path) = first.value.kind else {
      report(.wrongArguments, "expected the name of a source entity as a text", first.value.place)
      return
    }
    let parts = path.split(separator: ".", maxSplits: 1).map { String($0) }
    guard let from = sourceEntity(parts.first ?? "", at: first.value.place), let entity else { return }
    let number = plan.rules.count
    var rule = RecordRule(number: number, origin: .entity(from.name), target: entity.name, place: place)
    var scope = Scope(rule: number)
    var parameters: [Expression] = []
    let owner = Row.parameter(0, from.name)
    switch first.label {
    case nil:
      guard parts.count == 1 else {
        report(.wrongArguments, "'Map' takes an entity; for the links of a relationship write 'Map(links: \"\(path)\", …)'", first.value.place)
        return
      }
      parameters = [Expression(.identity(owner), ValueType(.record(from.name)))]
    case "links":
      guard parts.count == 2, let name = sourceProperty(parts[1], of: from.name, at: first.value.place) else { return }
      guard let relationship = source.relationship(name, of: from.name) else {
        report(.wrongType, "'\(path)' is not a relationship", first.value.place)
        return
      }
      use(name, of: from.name)
      rule.origin = .links(from.name, name)
      parameters = [
        Expression(.identity(owner), ValueType(.record(from.name))),
        Expression(.identity(.parameter(1, relationship.destination)), ValueType(.record(relationship.destination))),
        Expression(.linkPosition, ValueType(.int)),
      ]
      if call.block?.parameters.count == 3, !relationship.isToMany {
        report(.wrongType, "'\(path)' is a to-one relationship: its links have no position", call.block?.parameters[2].place)
      } else if call.block?.parameters.count == 3 { plan.numbered.insert(SourceRelationship(source.declarer(of: name, in: from.name) ?? from.name, name)) }
    case "values":
      guard parts.count == 2, let value = valueOrigin(parts, call, from: from, at: first.value.place) else { return }
      rule.origin = .values(from.name, value)
      let base: ValueType.Base = if case .list(let element) = value.type.base { element } else { value.type.base }
      parameters = [Expression(.value, ValueType(base))]
    case let label?:
      report(.wrongArguments, "'Map' has no argument '\(label)'", first.value.place, help: "expected 'links' or 'values'")
      return
    }
    plan.rules.append(rule)
    read(call.block, parameters, &scope)
  }

  /// The values of `Map(values: "Item.tagNames", separator: ", ", to: …)`: the attribute, split when a separator is given.
  private mutating func valueOrigin(_ parts: [String], _ call: MappingFile.Call, from entity: Entity, at place: TextPlace) -> Expression? {
    guard let name = sourceProperty(parts[1], of: entity.name, at: place) else { return nil }
    var scope = Scope(rule: plan.rules.count)
    scope.bind("old", to: Expression(.identity(.parameter(0, entity.name)), ValueType(.record(entity.name))))
    var value = check(Term(.member(Term(.name("old"), place), name.text), place), in: scope)
    if let separator = call.arguments.first(where: { $0.label == "separator" }) {
      guard value.type.base == .string else {
        report(.wrongType, "only a text can be split; '\(parts.joined(separator: "."))' is \(value.type)", place)
        return nil
      }
      let by = check(separator.value, in: scope, expecting: .string)
      value = Expression(.operation(.split, [value, by]), ValueType(.list(.string)), place)
    }
    return value
  }

  /// `Insert(Settings.self) { theme = "dark" }`
  mutating func readInsert(_ call: MappingFile.Call, _ place: TextPlace) {
    guard let first = call.arguments.first, let entity = targetEntity(first.value) else {
      if call.arguments.isEmpty { report(.wrongArguments, "'Insert' needs a model", place, help: "Insert(Settings.self) { … }") }
      return
    }
    for argument in call.arguments.dropFirst() { report(.wrongArguments, "'Insert' takes a model and a block", argument.value.place) }
    if entity.isAbstract { report(.wrongType, "'\(entity.name)' is abstract: records belong to its sub-entities", first.value.place) }
    let number = plan.rules.count
    plan.rules.append(RecordRule(number: number, origin: .constant, target: entity.name, place: place))
    var scope = Scope(rule: number)
    read(call.block, [], &scope)
  }

  private mutating func read(_ block: MappingFile.Block?, _ parameters: [Expression], _ scope: inout Scope) {
    guard let block else { return }
    if block.parameters.count > parameters.count {
      report(.wrongArguments, "the block has \(parameters.count) parameter\(parameters.count == 1 ? "" : "s") here", block.parameters[parameters.count].place)
    }
    for (name, value) in zip(block.parameters, parameters) { scope.bind(name.text, to: value) }
    (bound, namesInUse) = ([], [])
    check(block.statements, when: nil, &scope)
    for (name, place) in bound where !namesInUse.contains(name) { report(.unusedName, "'\(name)' is never used", place) }
  }

  // MARK: - Orphans

  /// `Orphans("Note.folder", .drop)`, `Orphans("Address", .fail)`
  mutating func readOrphans(_ call: MappingFile.Call, _ place: TextPlace) {
    guard call.arguments.count == 2, case .text(let path) = call.arguments[0].value.kind, case .implicitMember(let name) = call.arguments[1].value.kind,
      let policy = OrphanRule.Policy(rawValue: name)
    else {
      report(.wrongArguments, "'Orphans' takes an entity or its relationship to an owner, and .keep, .drop or .fail", place, help: "Orphans(\"Note.folder\", .drop)")
      return
    }
    let parts = path.split(separator: ".", maxSplits: 1).map { String($0) }
    guard let entity = sourceEntity(parts.first ?? "", at: call.arguments[0].value.place) else { return }
    var rule = OrphanRule(entity: entity.name, owner: nil, policy: policy, place: place)
    if parts.count == 2 {
      guard let property = sourceProperty(parts[1], of: entity.name, at: call.arguments[0].value.place) else { return }
      guard source.relationship(property, of: entity.name).map({ !$0.isToMany }) ?? false else {
        report(.wrongType, "'\(path)' is not a to-one relationship", call.arguments[0].value.place)
        return
      }
      rule.owner = property
    }
    plan.orphans.append(rule)
  }

  // MARK: - Unique

  /// `Unique(Trip.self, by: \.name, keep: .first(by: \.createdAt), fill: true)`
  mutating func readUnique(_ call: MappingFile.Call, _ place: TextPlace) {
    guard let first = call.arguments.first, let entity = targetEntity(first.value) else {
      if call.arguments.isEmpty { report(.wrongArguments, "'Unique' needs a model", place) }
      return
    }
    var rule = UniqueRule(
      target: entity.name, keys: [], survivor: .first, order: nil, fills: false, nilKeys: .keep, ignoresCase: false, place: place)
    for argument in call.arguments.dropFirst() {
      switch (argument.label, argument.value.kind) {
      case ("by", .keyPath), (nil, .keyPath): keyNames(argument.value, entity).map { rule.keys.append($0) }
      case ("by", .array(let paths)): for path in paths { keyNames(path, entity).map { rule.keys.append($0) } }
      case ("by", _): _ = keyNames(argument.value, entity)
      case ("keep", _): survivor(argument.value, entity, &rule)
      case ("fill", .bool(let fills)): rule.fills = fills
      case ("ignoringCase", .bool(let ignores)): rule.ignoresCase = ignores
      case ("nils", .implicitMember(let name)):
        if let policy = UniqueRule.NilKeys(rawValue: name) { rule.nilKeys = policy } else {
          report(.wrongArguments, "nil keys can be kept, rejected or fail the run", argument.value.place, help: ".keep, .reject or .fail")
        }
      default:
        report(
          .wrongArguments, "'Unique' does not take this argument", argument.value.place,
          help: "it takes by:, keep:, fill:, nils: and ignoringCase:")
      }
    }
    if rule.keys.isEmpty { report(.wrongArguments, "'Unique' needs a key", place, help: "by: \\.name") } else { plan.uniques.append(rule) }
  }

  private mutating func keyNames(_ term: Term, _ entity: Entity) -> PropertyName? {
    guard case .keyPath(let names) = term.kind, let last = names.last else {
      report(.wrongArguments, "expected a key path such as '\\.name'", term.place)
      return nil
    }
    let name = PropertyName(last)
    if target.attribute(name, of: entity.name) != nil || target.relationship(name, of: entity.name) != nil { return name }
    report(
      .unknownAttribute, "'\(entity.name)' has no attribute '\(last)'", term.place,
      help: closestName(to: last, among: propertyNames(of: entity.name, in: target)).map { "did you mean '\($0)'?" })
    return nil
  }

  private mutating func survivor(_ term: Term, _ entity: Entity, _ rule: inout UniqueRule) {
    var name: String?, by: Term?
    switch term.kind {
    case .implicitMember(let text): name = text
    case .call(let callee, let arguments):
      if case .implicitMember(let text) = callee.kind { name = text }
      by = arguments.first { $0.label == "by" }?.value
    default: break
    }
    switch name {
    case "first", "min", "oldest": rule.survivor = .first
    case "last", "max", "newest": rule.survivor = .last
    default:
      report(.wrongArguments, "the survivor is one of .first, .last, .min(by:) and .max(by:)", term.place)
      return
    }
    if let by { rule.order = keyNames(by, entity) }
  }
}
