internal import HeirloomFindings
internal import HeirloomSchema

extension Checker {
  /// Makes a value fit the attribute it is assigned to, or reports why it does not.
  ///
  /// Nils take the attribute's own default; without one they stop the run, unless the mapping says otherwise.
  mutating func coerce(_ value: Expression, to goal: Goal, path: String, _ scope: Scope, at place: TextPlace?) -> Expression {
    let wanted = goal.type.base
    var fitting = value
    switch (value.type.base, wanted) {
    case (.unknown, _), (_, .unknown): return value.typed(goal.type)
    case (.nothing, .list):
      if case .several([]) = value.kind { fitting = Expression(.constant(.text("[]")), goal.type.required, place) }
    case (.nothing, _): break
    case (.composite, .composite): return composite(value, goal, path, scope, at: place)
    case (.string, .enumeration(let enumeration)) where enumeration.rawType == nil || enumeration.rawType == .string,
      (.int, .enumeration(let enumeration)) where enumeration.rawType?.isInteger == true:
      fitting = checkedCase(value, enumeration, path, scope.rule, place)
    case (.enumeration(let enumeration), .string) where enumeration.rawType?.isInteger != true: break
    case (.enumeration(let enumeration), .int) where enumeration.rawType?.isInteger == true: break
    case (.enumeration(let a), .enumeration(let b)) where a.cases.map(\.rawValue) == b.cases.map(\.rawValue): break
    case (.enumeration(let a), .enumeration(let b)) where a.rawType == b.rawType:
      fitting = checkedCase(value, b, path, scope.rule, place)
    case (.float, .double): break
    case (.decimal, .decimal): fitting = checkedDigits(value, path, scope.rule, place)
    case (.int, .int): fitting = checkedRange(value, goal.attribute, path, scope.rule, place)
    case let (a, b) where a == b: break
    default:
      report(
        .wrongType, "'\(path)' is \(wanted), and this is \(value.type)", place,
        help: Advice.conversion(of: "…", value.type, to: wanted, isOptional: goal.type.isOptional).map { "convert it: '\($0)'" })
      return value.typed(.unknown)
    }
    return stored(filled(fitting, goal, path, scope.rule, place), goal)
  }

  /// A value that may be nil, for a place that wants one: the default, or the end of the run.
  private mutating func filled(_ value: Expression, _ goal: Goal, _ path: String, _ rule: Int, _ place: TextPlace?) -> Expression
  {
    guard !goal.type.isOptional else { return value.typed(goal.type.optional) }
    // The store may break its own model: a column that ought to have a value is looked at all the same.
    guard value.type.isOptional || value.mayBreakItsModel else { return value.typed(goal.type) }
    if case .operation(.listElement, let operands) = value.kind {
      let site = addSite(
        .reject, "the list has no element \(operands.last?.place?.spelling ?? "")", rule: rule, property: path, place: place)
      return Expression(.require(value, site), goal.type, place)
    }
    if let constant = goal.attribute.defaultValue.flatMap({ constant($0, for: goal.attribute) }) {
      assigned[rule, default: Assigned()].defaulted[path] = value
      return Expression(.coalesce(value, Expression(.constant(constant), goal.type)), goal.type, place)
    }
    let target = plan.rules[rule].target
    if value.type.isOptional {
      report(
        .optionalToRequired, "'\(target).\(path)' needs a value, and this may be nil: a nil will stop the run", place,
        help: "add '?? …' or '?? reject(\"why\")'")
    }
    let site = addSite(.missingValue, "'\(path)' needs a value and has nil", rule: rule, property: path, place: place)
    return Expression(.require(value, site), goal.type, place)
  }

  /// The form in which the store keeps a list.
  private func stored(_ value: Expression, _ goal: Goal) -> Expression {
    guard case .list = goal.type.base else { return value }
    let operation: Operation = goal.attribute.type == .transformable ? .archiveFromList : .jsonFromList
    // A list that is carried from the same form stays as it is, byte for byte.
    if case .operation(let unpacking, let operands) = value.unwrapped.kind, let column = operands.first {
      if unpacking == .listFromArchive && operation == .archiveFromList
        || unpacking == .listFromJSON && operation == .jsonFromList
      {
        return column.typed(goal.type)
      }
    }
    let kind = Expression.constant(.text("\(goal.type.base.listElement)"), .string, value.place)
    return Expression(
      .operation(operation, operation == .archiveFromList ? [value, kind] : [value]), goal.type, value.place)
  }

  private mutating func checkedCase(
    _ value: Expression, _ enumeration: Enumeration, _ path: String, _ rule: Int, _ place: TextPlace?
  ) -> Expression {
    if case .constant(let constant) = value.kind {
      if !enumeration.cases.contains(where: { enumeration.constant($0) == constant }) {
        report(.wrongType, "'\(enumeration.name)' has no case with this raw value", place)
      }
      return value.typed(ValueType(.enumeration(enumeration)))
    }
    let site = addSite(
      .unrepresentable, "no case of '\(enumeration.name)' has this raw value", rule: rule, property: path, place: place)
    let type = ValueType(.enumeration(enumeration), optional: value.type.isOptional)
    let found = Expression(.operation(.enumFromRaw, [value] + cases(of: enumeration)), type.optional, place)
    let null = Expression.constant(.null, .nothing, place)
    func compare(_ a: Expression, _ operation: Operation) -> Expression {
      Expression(.operation(operation, [a, null]), ValueType(.bool), place)
    }
    let strange = Expression(.operation(.and, [compare(found, .equal), compare(value, .notEqual)]), ValueType(.bool), place)
    return Expression(.conditional(strange, Expression(.reject(site), ValueType(.nothing)), value), type, place)
  }

  /// A decimal for a column that keeps numbers: one with more digits than such a number has is refused.
  private mutating func checkedDigits(_ value: Expression, _ path: String, _ rule: Int, _ place: TextPlace?) -> Expression {
    if case .constant = value.kind { return value }
    let site = addSite(
      .unrepresentable, "the decimal has more digits than the store keeps", rule: rule, property: path, place: place)
    let fits = Expression(.operation(.decimalFits, [value]), ValueType(.bool), place)
    let fails = Expression(.operation(.equal, [fits, .constant(.integer(0), .bool)]), ValueType(.bool), place)
    return Expression(.conditional(fails, Expression(.reject(site), ValueType(.nothing)), value), value.type, place)
  }

  /// An Int for a narrower attribute: what does not fit is refused.
  private mutating func checkedRange(
    _ value: Expression, _ attribute: Attribute, _ path: String, _ rule: Int, _ place: TextPlace?
  ) -> Expression {
    let range: ClosedRange<Int64>
    switch attribute.type {
    case .int16: range = Int64(Int16.min)...Int64(Int16.max)
    case .int32: range = Int64(Int32.min)...Int64(Int32.max)
    default: return value
    }
    if case .constant(.integer(let number)) = value.kind {
      if !range.contains(number) {
        report(.wrongType, "\(number) does not fit '\(path)', which is \(attribute.type.rawValue)", place)
      }
      return value
    }
    if case .column(let row, let name) = value.kind, let from = source.attribute(PropertyName(name), of: row.entity)?.type {
      if from == .int16 || from == attribute.type { return value }
    }
    let site = addSite(
      .unrepresentable, "the number does not fit '\(path)', which is \(attribute.type.rawValue)", rule: rule, property: path,
      place: place)
    func compare(_ operation: Operation, _ limit: Int64) -> Expression {
      Expression(.operation(operation, [value, .constant(.integer(limit), .int)]), ValueType(.bool), place)
    }
    let outside = Expression(
      .operation(.or, [compare(.less, range.lowerBound), compare(.greater, range.upperBound)]), ValueType(.bool), place)
    return Expression(.conditional(outside, Expression(.reject(site), ValueType(.nothing)), value), value.type, place)
  }

  private mutating func composite(
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

  /// A default of the schema as a constant; nil when only the app could compute it.
  func constant(_ value: DefaultValue, for attribute: Attribute) -> Constant? {
    switch value {
    case .bool(let value): .integer(value ? 1 : 0)
    case .integer(let value):
      attribute.type.isFloatingPoint ? .real(Double(value)) : attribute.type == .decimal ? .text(String(value)) : .integer(value)
    case .real(let value): .real(value)
    case .decimal(let digits): .text(digits)
    case .string(let text): .text(text)
    case .date(let seconds): .real(seconds)
    case .uuid(let bytes), .data(let bytes): .blob(bytes)
    case .emptyCollection: attribute.arrayElement == nil ? nil : .text("[]")
    case .enumCase(let name):
      attribute.enumeration.flatMap { enumeration in
        enumeration.cases.first { $0.name == name }.map { enumeration.constant($0) }
      }
    case .expression: nil
    }
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

extension Expression {
  /// The value is nil where the store has a nil that its model does not allow.
  var mayBreakItsModel: Bool {
    switch kind {
    case .column, .local, .elementValue: true
    case .constant, .identity, .entityName, .value, .aggregate, .list, .flattened, .first, .lookup, .composite, .several,
      .collection, .mapped, .elementKey:
      false
    case .storedList, .reject, .require, .position, .linkPosition, .linkKey: false
    case .pick(_, let value): value.mayBreakItsModel
    case .operation(.uuidStable, _), .operation(.equal, _), .operation(.notEqual, _), .operation(.not, _),
      .operation(.listLiteral, _):
      false
    case .operation(_, let operands): operands.contains(where: \.mayBreakItsModel)
    case .callerFunction: true
    case .coalesce(_, let instead): instead.mayBreakItsModel
    case .conditional(_, let a, let b): a.mayBreakItsModel || b.mayBreakItsModel
    }
  }

  /// The column of the rule's own row whose value this is, wherever the record is written at all; nil when it is computed.
  ///
  /// `old.title ?? reject("…")` carries the title; `old.title ?? ""` carries it and fills nils.
  package var carriedColumn: (path: String, fillsNils: Bool)? {
    switch kind {
    case .column(.parameter(0, _), let path): return (path, false)
    case .require(let value, _): return value.carriedColumn
    case .coalesce(let value, let other): return value.carriedColumn.map { ($0.path, $0.fillsNils || !other.isRejection) }
    case .conditional(_, let a, let b): return a.isRejection ? b.carriedColumn : b.isRejection ? a.carriedColumn : nil
    default: return nil
    }
  }

  private var isRejection: Bool { if case .reject = kind { true } else { false } }

  /// The value on the left of the `??` that gives the expression its value where that one is nil, wherever it stands in a chain
  /// of conversions; nil when there is none, or it rejects.
  func beforeFallback(_ lets: [Expression]) -> Expression? {
    switch kind {
    case .coalesce(let value, let other): other.isRejection ? value.beforeFallback(lets) : value
    case .require(let value, _): value.beforeFallback(lets)
    case .conditional(_, let a, let b):
      a.isRejection ? b.beforeFallback(lets) : b.isRejection ? a.beforeFallback(lets) : nil
    case .local(let number): lets.indices.contains(number) ? lets[number].beforeFallback(lets) : nil
    case .operation(_, let operands):
      operands.dropFirst().allSatisfy { if case .constant = $0.kind { true } else { false } }
        ? operands.first?.beforeFallback(lets) : nil
    default: nil
    }
  }

  /// The value itself, without what happens to its nils.
  package var unwrapped: Expression {
    switch kind {
    case .require(let value, _): value.unwrapped
    default: self
    }
  }
}
