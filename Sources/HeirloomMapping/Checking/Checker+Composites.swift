internal import HeirloomFindings
internal import HeirloomSchema

extension Checker {
  mutating func composite(
    _ value: Expression, _ goal: Goal, _ path: String, _ scope: Scope, at place: TextPlace?
  ) -> Expression {
    guard case .composite(let leaves) = value.kind, case .composite(_, let elements) = goal.type.base else { return value }
    var result: [String: Expression] = [:]
    // A composite that may be nil has its parts all together, or none of them.
    let isCertain = !value.type.isOptional || !goal.type.isOptional
    for element in elements {
      for (leafPath, leaf) in element.columns {
        let isRequired = isCertain && elements.require(leafPath)
        guard let given = leaves[leafPath] else {
          if isRequired {
            result.merge(defaultParts(of: leaf, leafPath, "\(path).\(leafPath)", place)) { a, _ in a }
          }
          continue
        }
        let inner = Goal(attribute: leaf, type: ValueType(ValueType.Base(leaf), optional: !isRequired))
        // A store keeps a list inside a composite as JSON in a Data element, and its model does not say of what.
        if case (.data, .list) = (given.type.base, inner.type.base), leaf.type == .data {
          result[leafPath] = given.typed(inner.type)
          continue
        }
        // A store's model lets every part be nil, whatever the app declares: what is carried is looked at, and not warned of.
        let isCarried = if case .column = given.kind { true } else { false }
        result[leafPath] = coerce(
          isRequired && isCarried ? given.typed(given.type.required) : given, to: inner, path: "\(path).\(leafPath)", scope,
          at: place)
      }
    }
    if !isCertain { requireParts(of: elements, &result, path, scope.rule, place) }
    return Expression(.composite(result), goal.type, place)
  }

  /// Refuses a record whose composite has some parts, but not all that it needs.
  mutating func requireParts(
    of elements: [Attribute], _ leaves: inout [String: Expression], _ path: String, _ rule: Int, _ place: TextPlace?
  ) {
    let null = Expression.constant(.null, .nothing, place), given = leaves
    func compare(_ operation: Operation, _ value: Expression) -> Expression {
      Expression(.operation(operation, [value, null]), ValueType(.bool), place)
    }
    for (name, value) in given.sorted(by: { $0.key < $1.key }) where elements.require(name) {
      let others = given.filter { $0.key != name }.sorted { $0.key < $1.key }.map { compare(.notEqual, $0.value) }
      guard let first = others.first else { continue }
      let isThere = others.dropFirst().reduce(first) { Expression(.operation(.or, [$0, $1]), ValueType(.bool), place) }
      let site = addSite(
        .reject, "'\(path).\(name)' is nil, and other parts are not", rule: rule, property: "\(path).\(name)", place: place)
      let isHalf = Expression(.operation(.and, [compare(.equal, value), isThere]), ValueType(.bool), place)
      leaves[name] = Expression(.conditional(isHalf, Expression(.reject(site), ValueType(.nothing)), value), value.type, place)
    }
  }

  /// What a part of a composite is that nothing gives a value: its default, by the paths of its columns; else a mistake.
  mutating func defaultParts(
    of element: Attribute, _ name: String, _ path: String, _ place: TextPlace?, help: String? = nil
  ) -> [String: Expression] {
    if let constant = element.defaultValue.flatMap({ constant($0, for: element) }) {
      return [name: .constant(constant, ValueType.Base(element), place)]
    }
    if case .composite(_, let elements) = ValueType.Base(element) {
      return elements.filter(\.isNeededPart).reduce(into: [:]) { all, inner in
        all.merge(defaultParts(of: inner, "\(name).\(inner.name)", "\(path).\(inner.name)", place)) { a, _ in a }
      }
    }
    report(
      .missingValue, "'\(path)' needs a value, and nothing gives it one", place, help: help ?? "give it one: '\(element.name): …'"
    )
    return [:]
  }
}

extension Attribute {
  /// Whether the element of a composite has a value wherever the composite has one.
  ///
  /// A store allows every element to be nil, since the composite may be; what the app declares is in the type that its source spells.
  var isNeededPart: Bool { swiftType.map { !$0.hasSuffix("?") && !$0.hasPrefix("Optional<") } ?? !isOptional }
}

extension [Attribute] {
  /// Whether the part with this path has a value wherever the composite has one.
  func require(_ path: String) -> Bool {
    let parts = path.split(separator: ".", maxSplits: 1).map { String($0) }
    guard let element = first(where: { $0.name.text == parts.first }), element.isNeededPart else { return false }
    return parts.count < 2 || element.elements.require(parts[1])
  }
}
