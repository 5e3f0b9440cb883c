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
    case (.dictionary, .data) where carriesAsArchive(value, goal.attribute):
      fitting = archived(value, goal.attribute, path, scope.rule, place)
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
    case (.mixed, .string), (.list(.mixed), .list(.string)): tellMixed(path, scope.rule, place)
    case (.decimal, .decimal): fitting = checkedDigits(value, path, scope.rule, place)
    case (.int, .int): fitting = checkedRange(value, goal.attribute, path, scope.rule, place)
    case let (a, b) where a == b: break
    default:
      report(
        .wrongType, "'\(path)' is \(wanted), and this is \(value.type)", place,
        help: Advice.conversion(of: "…", value.type, to: wanted, isOptional: goal.type.isOptional).map { "convert it: '\($0)'" })
      return value.typed(.unknown)
    }
    fitting = checkedDecimals(filled(fitting, goal, path, scope.rule, place), path, scope.rule, place)
    fitting = checkedNils(fitting, goal.attribute, path, scope.rule, place)
    return stored(fitting, goal)
  }

  /// Values of any type are carried as texts, which say what each was.
  mutating func tellMixed(_ path: String, _ rule: Int, _ place: TextPlace?) {
    report(
      .mixedAsJSON,
      "'\(plan.rules[rule].target).\(path)' gets values of any type as JSON: 5, \"a\", {\"$date\":\"2020-01-01T00:00:00Z\"}",
      place)
  }

  /// A value that may be nil, for a place that wants one: the default, or the end of the run.
  private mutating func filled(_ value: Expression, _ goal: Goal, _ path: String, _ rule: Int, _ place: TextPlace?) -> Expression
  {
    // Elements of any type are made texts where they are read: what they were must stay known.
    let base = value.type.base == .list(.mixed) ? value.type.base : goal.type.base
    guard !goal.type.isOptional else { return value.typed(ValueType(base, optional: true)) }
    // The store may break its own model: a column that ought to have a value is looked at all the same.
    guard value.type.isOptional || value.mayBreakItsModel else { return value.typed(ValueType(base)) }
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
