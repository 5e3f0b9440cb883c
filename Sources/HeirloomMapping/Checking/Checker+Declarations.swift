internal import HeirloomFindings
internal import HeirloomSchema

extension Checker {
  /// `Map("Note", to: Note.self) { old in … }`, `Map(links: "Note.labels", to: NoteTag.self) { note, label in … }`,
  /// `Map(values: "Item.tagNames", to: Tag.self) { name in … }`
  mutating func readMap(_ call: MappingFile.Call, _ place: TextPlace) {
    guard let destination = call.arguments.first(where: { $0.label == "to" }), let first = call.arguments.first else {
      report(.wrongArguments, "'Map' needs a target", place, help: "Map(\"Note\", to: Note.self)")
      return
    }
    for argument in call.arguments.dropFirst()
    where argument.label != "to" && !(argument.label == "separator" && first.label == "values") {
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
        report(
          .wrongArguments, "'Map' takes an entity; for the links of a relationship write 'Map(links: \"\(path)\", …)'",
          first.value.place)
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
        relationship.collection == .dictionary
          ? Expression(.linkKey, ValueType(.string)) : Expression(.linkPosition, ValueType(.int)),
      ]
      if relationship.collection == .dictionary {
      } else if call.block?.parameters.count == 3, !relationship.isToMany {
        report(.wrongType, "'\(path)' is a to-one relationship: its links have no position", call.block?.parameters[2].place)
      } else if call.block?.parameters.count == 3 {
        plan.numbered.insert(SourceRelationship(source.declarer(of: name, in: from.name) ?? from.name, name))
      }
    case "elements":
      guard parts.count == 2, let (value, parameter, key) = elementOrigin(parts, from: from, at: first.value.place) else {
        return
      }
      rule.origin = .elements(from.name, value)
      parameters = [Expression(.identity(owner), ValueType(.record(from.name))), parameter, key]
    case "values":
      guard parts.count == 2, let value = valueOrigin(parts, call, from: from, at: first.value.place) else { return }
      rule.origin = .values(from.name, value)
      let base: ValueType.Base = if case .list(let element) = value.type.base { element } else { value.type.base }
      parameters = [Expression(.value, ValueType(base))]
    case let label?:
      report(
        .wrongArguments, "'Map' has no argument '\(label)'", first.value.place, help: "expected 'links', 'elements' or 'values'")
      return
    }
    plan.rules.append(rule)
    read(call.block, parameters, &scope)
  }

  /// The elements of `Map(elements: "Note.scores", to: …)`, and what stands for an element's value and its place or key.
  private mutating func elementOrigin(
    _ parts: [String], from entity: Entity, at place: TextPlace
  ) -> (value: Expression, parameter: Expression, key: Expression)? {
    guard let name = sourceProperty(parts[1], of: entity.name, at: place) else { return nil }
    guard let attribute = source.attribute(name, of: entity.name) else {
      report(
        .wrongType, "'\(parts.joined(separator: "."))' is a relationship", place, help: "write 'Map(links: …)'")
      return nil
    }
    use(name, of: entity.name)
    let value = self.value(of: attribute, in: .parameter(0, entity.name), place)
    switch value.type.base {
    case .dictionary(let key, let inner):
      return (value, Expression(.value, inner), Expression(.linkKey, ValueType(key)))
    case .list(let element):
      return (value, Expression(.value, ValueType(element)), Expression(.linkPosition, ValueType(.int)))
    default:
      report(.wrongType, "'\(parts.joined(separator: "."))' is \(value.type), and has no elements", place)
      return nil
    }
  }

  /// The values of `Map(values: "Item.tagNames", separator: ", ", to: …)`: the attribute, split when a separator is given.
  private mutating func valueOrigin(
    _ parts: [String], _ call: MappingFile.Call, from entity: Entity, at place: TextPlace
  ) -> Expression? {
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
    for argument in call.arguments.dropFirst() {
      report(.wrongArguments, "'Insert' takes a model and a block", argument.value.place)
    }
    if entity.isAbstract {
      report(.wrongType, "'\(entity.name)' is abstract: records belong to its sub-entities", first.value.place)
    }
    let number = plan.rules.count
    plan.rules.append(RecordRule(number: number, origin: .constant, target: entity.name, place: place))
    var scope = Scope(rule: number)
    read(call.block, [], &scope)
  }

  private mutating func read(_ block: MappingFile.Block?, _ parameters: [Expression], _ scope: inout Scope) {
    guard let block else { return }
    if block.parameters.count > parameters.count {
      report(
        .wrongArguments, "the block has \(parameters.count) parameter\(parameters.count == 1 ? "" : "s") here",
        block.parameters[parameters.count].place)
    }
    for (name, value) in zip(block.parameters, parameters) { scope.bind(name.text, to: value) }
    (bound, namesInUse) = ([], [])
    check(block.statements, when: nil, &scope)
    for (name, place) in bound where !namesInUse.contains(name) { report(.unusedName, "'\(name)' is never used", place) }
  }
}
