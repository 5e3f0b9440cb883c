internal import HeirloomFindings
internal import HeirloomSchema

extension Checker {
  /// Gives every attribute of a rule's target its value: assigned, the same-named one, the default, or nil.
  mutating func completeAttributes(of number: Int) {
    let target = plan.rules[number].target
    for attribute in self.target.attributes(of: target) where !attribute.isTransient {
      let first = plan.rules[number].attributes.count
      let columns = attribute.columns
      let written = assigned[number]?.attributes ?? [:]
      let parts = columns.map(\.path).filter { $0 != attribute.name.text && written[$0] != nil }
      let goal = Goal(attribute: attribute, type: ValueType(ValueType.Base(attribute), optional: attribute.isOptional))
      let name = attribute.name.text, given = written[name]?.alternatives ?? .hole
      let rest = given.hasHole ? automatic(name, attribute, goal, number, quietly: !parts.isEmpty) : .constant(.null, .nothing)
      let whole = given.expression(or: rest)
      for (path, leaf) in columns {
        let part = self.part(path, of: whole, attribute, leaf)
        let own = path == name ? given : written[path]?.alternatives ?? .hole
        var value = path == name ? whole : own.expression(or: part)
        let inner = String(path.dropFirst(name.count + 1))
        if !parts.isEmpty, written[path] == nil, !attribute.isOptional, attribute.elements.require(inner),
          case .constant(.null) = value.kind
        {
          let parts = defaultParts(
            of: leaf, path, "\(target).\(path)", written[parts[0]]?.place, help: "assign it: '\(path) = …'")
          value = parts[path] ?? value
        }
        var assignment = AttributeAssignment(attribute: attribute.name, path: path, leaf: leaf, value: value, origin: .computed)
        assignment.beforeDefault = own.before(or: assigned[number]?.defaulted[path], path == name ? rest : part)
        if assignment.beforeDefault == nil { assignment.beforeFallback = value.beforeFallback(plan.rules[number].locals) }
        assignment.isWritten = written[path] != nil || written[attribute.name.text] != nil
        assignment.origin = origin(of: assignment, isWritten: assignment.isWritten)
        plan.rules[number].attributes.append(assignment)
      }
      if !parts.isEmpty, attribute.isOptional { requireParts(of: attribute, from: first, number, written[parts[0]]?.place) }
    }
  }

  /// A composite that may be nil, made by its parts: all that it needs, or none.
  private mutating func requireParts(of attribute: Attribute, from first: Int, _ number: Int, _ place: TextPlace?) {
    let name = attribute.name.text, indices = first..<plan.rules[number].attributes.count
    var leaves: [String: Expression] = [:]
    for index in indices {
      leaves[String(plan.rules[number].attributes[index].path.dropFirst(name.count + 1))] =
        plan.rules[number].attributes[index].value
    }
    requireParts(of: attribute.elements, &leaves, name, number, place)
    for index in indices {
      let path = String(plan.rules[number].attributes[index].path.dropFirst(name.count + 1))
      if let value = leaves[path] { plan.rules[number].attributes[index].value = value }
    }
  }

  private func part(_ path: String, of whole: Expression, _ attribute: Attribute, _ leaf: Attribute) -> Expression {
    if path == attribute.name.text { return whole }
    let inner = String(path.dropFirst(attribute.name.text.count + 1))
    if case .composite(let leaves) = whole.kind { return leaves[inner] ?? .constant(.null, .nothing) }
    if case .constant(.null) = whole.kind { return whole }
    if case .conditional(let condition, let a, let b) = whole.kind, case .composite = whole.type.base {
      let (x, y) = (part(path, of: a, attribute, leaf), part(path, of: b, attribute, leaf))
      return Expression(.conditional(condition, x, y), (x.type.base == .nothing ? y : x).type.optional, whole.place)
    }
    // An enum without raw values: the column of the chosen case holds the case's name, the others are nil.
    let name = Expression.constant(.text(inner), .string)
    let isChosen = Expression(.operation(.equal, [whole, name]), ValueType(.bool))
    return Expression(.conditional(isChosen, name, .constant(.null, .nothing)), ValueType(.string, optional: true), whole.place)
  }

  private func origin(of assignment: AttributeAssignment, isWritten: Bool) -> AttributeAssignment.Origin {
    if let carried = (assignment.beforeDefault ?? assignment.value).carriedColumn { return .carried(carried.path) }
    if isWritten { return .computed }
    if case .constant(let constant) = assignment.value.kind { return constant == .null ? .empty : .defaulted }
    return .computed
  }

  /// The value of an attribute that the rule does not assign.
  mutating func automatic(
    _ path: String, _ attribute: Attribute, _ goal: Goal, _ number: Int, quietly: Bool = false
  ) -> Expression {
    let rule = plan.rules[number]
    var scope = Scope(rule: number)
    scope.property = path
    if case .entity(let entity) = rule.origin, path == attribute.name.text,
      let match = sourceAttribute(for: attribute, of: entity)
    {
      let row = Row.parameter(0, entity)
      let value = self.value(of: match, in: row, rule.place)
      if carriesByItself(value.type.base, goal.type.base) || carriesAsArchive(value, goal.attribute) {
        use(match.name, of: entity)
        return coerce(value, to: goal, path: path, scope, at: rule.place)
      }
      report(
        .wrongType,
        "'\(entity).\(match.name)' is \(value.type.base) in the store, and '\(rule.target).\(attribute.name)' is \(goal.type.base)",
        rule.place,
        help: Advice.conversion(of: "old.\(match.name)", value.type, to: goal.type.base, isOptional: goal.type.isOptional).map {
          "say how in the rule: '\(attribute.name) = \($0)'"
        } ?? "say in the rule what it becomes: '\(attribute.name) = …'")
      return value.typed(.unknown)
    }
    if let value = attribute.defaultValue {
      if let constant = constant(value, for: goal.attribute) {
        return coerce(.constant(constant, goal.type.base, rule.place), to: goal, path: path, scope, at: rule.place)
      }
      if case .expression(let text) = value, !goal.type.isOptional, !quietly {
        report(
          .unreadableDefault, "'\(rule.target).\(path)' has the default '\(text)', which only the app can compute", rule.place,
          help: text.hasPrefix("UUID()") ? "assign it: '\(path) = UUID(stableFor: old)'" : "assign it in the rule")
        return .constant(.null, .unknown)
      }
    }
    if goal.type.isOptional || quietly { return .constant(.null, .nothing) }
    if case .list = goal.type.base, attribute.defaultValue == .emptyCollection {
      return coerce(Expression(.several([]), ValueType(.nothing)), to: goal, path: path, scope, at: rule.place)
    }
    if attribute.defaultValue == .emptyCollection { return emptyCollection(attribute, rule.place) }
    if case .composite(_, let elements) = goal.type.base {
      let needed = elements.filter(\.isNeededPart)
      if needed.isEmpty { return .constant(.null, .nothing) }
      let parts = needed.reduce(into: [String: Expression]()) { all, element in
        all.merge(defaultParts(of: element, element.name.text, "\(rule.target).\(path).\(element.name)", rule.place)) { a, _ in a
        }
      }
      return Expression(.composite(parts), goal.type, rule.place)
    }
    report(
      .missingValue, "'\(rule.target).\(path)' needs a value, and nothing gives it one", rule.place,
      help: "assign it: '\(path) = …'")
    return .constant(.null, .unknown)
  }

  /// The source attribute of the same name, or of the name that the target's `originalName` remembers.
  private func sourceAttribute(for attribute: Attribute, of entity: EntityName) -> Attribute? {
    for name in [attribute.renamingIdentifier, followsIdentifiersOnly ? nil : attribute.name.text].compactMap({ $0 }) {
      if let found = source.attribute(PropertyName(name), of: entity), !found.isTransient, !isDropped(found.name, of: entity) {
        return found
      }
    }
    if followsIdentifiersOnly { return nil }
    // A store without its model has lost the case of its names.
    let folded = attribute.name.text.lowercased()
    let alike = source.attributes(of: entity).filter {
      $0.name.text.lowercased() == folded && !$0.isTransient && !isDropped($0.name, of: entity)
    }
    return alike.count == 1 ? alike[0] : nil
  }

  /// Types between which a same-named value needs no word in the mapping.
  private func carriesByItself(_ from: ValueType.Base, _ to: ValueType.Base) -> Bool {
    switch (from, to) {
    case (.unknown, _), (_, .unknown): true
    case (.float, .double), (.mixed, .string), (.list(.mixed), .list(.string)): true
    case (.composite, .composite), (.enumeration, .enumeration): true
    case (.string, .enumeration(let enumeration)): enumeration.rawType?.isInteger != true
    case (.int, .enumeration(let enumeration)): enumeration.rawType?.isInteger == true
    case (.enumeration(let enumeration), .string): enumeration.rawType?.isInteger != true
    case (.enumeration(let enumeration), .int): enumeration.rawType?.isInteger == true
    default: from == to
    }
  }

  func isDropped(_ property: PropertyName, of entity: EntityName) -> Bool {
    let lineage = Set(source.lineage(of: entity).map(\.name))
    return plan.drops.contains { $0.property == property && lineage.contains($0.entity) }
  }

  func isDropped(_ entity: EntityName) -> Bool {
    let lineage = Set(source.lineage(of: entity).map(\.name))
    return plan.drops.contains { $0.property == nil && lineage.contains($0.entity) }
  }
}
