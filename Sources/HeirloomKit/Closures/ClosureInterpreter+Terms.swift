internal import HeirloomBytes
internal import HeirloomFindings
internal import HeirloomSchema
internal import HeirloomSwiftSource

/// Thrown by `?` on nil: the whole chain is nil.
private struct BrokenChain: Error {}

extension ClosureInterpreter {
  func evaluate(_ term: ClosureTerm, in scope: ClosureScope) throws -> ClosureValue {
    // A chain that breaks gives nil for the whole of it.
    do { return try inner(term, in: scope) } catch is BrokenChain { return .null }
  }

  private func inner(_ term: ClosureTerm, in scope: ClosureScope) throws -> ClosureValue {
    switch term.kind {
    case .null: return .null
    case .bool(let value): return .bool(value)
    case .integer(let value): return .integer(value)
    case .real(let value): return .real(value)
    case .text(let pieces):
      return .text(
        try pieces.map { piece in
          switch piece {
          case .text(let text): text
          case .value(let value): try evaluate(value, in: scope).description
          }
        }.joined())
    case .name(let name): return try value(named: name, in: scope, term.place)
    case .implicitMember(let name): return constant(name) ?? .caseName(name)
    case .chain(let owner):
      let value = try inner(owner, in: scope)
      if value.isNull { throw BrokenChain() }
      return value
    case .unwrap(let owner):
      let value = try inner(owner, in: scope)
      if value.isNull { throw failed("a value that is nil is unwrapped", term.place) }
      return value
    case .attempt(let value):
      do { return try evaluate(value, in: scope) } catch let fault as ClosureFault where fault.kind == .failed { return .null }
    case .member(let owner, let name):
      if let type = typeName(term) { return .type(type) }
      if name == "self", case .type(let entity) = try inner(owner, in: scope) { return .type(entity) }
      if name == "init", case .name(let made) = owner.kind { return .maker(made) }
      if let value = staticMember(owner, name) { return value }
      if case .name("Self") = owner.kind { return shared[name] ?? .null }
      return try member(name, of: try inner(owner, in: scope), term.place)
    case .call(let callee, let arguments): return try call(callee, arguments, in: scope, term.place)
    case .element(let owner, let arguments):
      let collection = try inner(owner, in: scope)
      guard let index = arguments.first else { throw beyond("a subscript without an index", term.place) }
      let found = try element(of: collection, at: try evaluate(index.value, in: scope), term.place)
      if found.isNull, let fallback = arguments.first(where: { $0.label == "default" }) {
        return try evaluate(fallback.value, in: scope)
      }
      return found
    case .prefix(let name, let operand):
      let value = try evaluate(operand, in: scope)
      switch (name, value) {
      case ("!", .bool(let flag)): return .bool(!flag)
      case ("-", .integer(let number)): return .integer(0 &- number)
      case ("-", .real(let number)): return .real(-number)
      default: throw beyond("the operator '\(name)' is not interpreted for this value", term.place)
      }
    case .binary(let name, let left, let right): return try binary(name, left, right, in: scope, term.place)
    case .conditional(let condition, let then, let other):
      return try evaluate(condition, in: scope).isTrue ? evaluate(then, in: scope) : evaluate(other, in: scope)
    case .block(let statements): return try value(of: statements, in: scope)
    case .array(let items): return .array(try items.map { try evaluate($0, in: scope) })
    case .dictionary(let items):
      var pairs = OrderedPairs()
      for item in items { pairs[try evaluate(item.key, in: scope)] = try evaluate(item.value, in: scope) }
      return .dictionary(pairs)
    case .tuple(let parts):
      return .tuple(try parts.map { try evaluate($0.value, in: scope) }, labels: parts.map(\.label))
    case .closure(let function): return .function(ClosureReference(function, scope))
    case .keyPath(let names): return .keyPath(names)
    }
  }

  // MARK: - Names

  private func value(named name: String, in scope: ClosureScope, _ place: TextPlace) throws -> ClosureValue {
    if let value = scope[name] { return value }
    if schema[EntityName(name)] != nil { return .type(EntityName(name)) }
    if ClosureVocabulary.isLogger(name) { return .ignored }
    // A variable of the plan, by which the two closures of a stage hand something on; it begins empty.
    if ClosureVocabulary.isVariable(name) { return shared[name] ?? .null }
    throw beyond("'\(name)' is not known here", place)
  }

  /// `NotesSchemaV1.Note` as the model that it names; nil for anything else.
  func typeName(_ term: ClosureTerm) -> EntityName? {
    switch term.kind {
    case .name(let name): return schema[EntityName(name)] == nil ? nil : EntityName(name)
    case .member(let owner, "self"): return typeName(owner)
    case .member(let owner, let name):
      guard case .name(let version) = owner.kind, version.first?.isUppercase == true, typeName(owner) == nil else { return nil }
      return schema[EntityName(name)] == nil ? nil : EntityName(name)
    default: return nil
    }
  }

  private func constant(_ name: String) -> ClosureValue? {
    switch name {
    case "distantPast": .date(-63_114_076_800)
    case "distantFuture": .date(63_113_904_000)
    default: nil
    }
  }

  /// Constants of types, and cases of enums.
  private func staticMember(_ owner: ClosureTerm, _ name: String) -> ClosureValue? {
    guard case .name(let type) = owner.kind, type.first?.isUppercase == true, schema[EntityName(type)] == nil else {
      // `V1.Status.draft`
      if case .member(let outer, let type) = owner.kind, case .name(let version) = outer.kind, version.first?.isUppercase == true,
        type.first?.isUppercase == true, schema[EntityName(type)] == nil
      {
        return .caseName(name)
      }
      return nil
    }
    if type == "Date" { return constant(name) }
    if type == "Self" { return nil }
    return name.first?.isLowercase == true ? .caseName(name) : nil
  }

  // MARK: - Operators

  private func binary(
    _ name: String, _ left: ClosureTerm, _ right: ClosureTerm, in scope: ClosureScope, _ place: TextPlace
  ) throws -> ClosureValue {
    switch name {
    case "&&": return .bool(try evaluate(left, in: scope).isTrue && evaluate(right, in: scope).isTrue)
    case "||": return .bool(try evaluate(left, in: scope).isTrue || evaluate(right, in: scope).isTrue)
    case "??":
      let value = try evaluate(left, in: scope)
      return value.isNull ? try evaluate(right, in: scope) : value
    case "===", "==": return .bool(ClosureValue.isEqual(try evaluate(left, in: scope), try evaluate(right, in: scope)))
    case "!==", "!=": return .bool(!ClosureValue.isEqual(try evaluate(left, in: scope), try evaluate(right, in: scope)))
    default: return try combine(name, try evaluate(left, in: scope), try evaluate(right, in: scope), place)
    }
  }

  func combine(_ name: String, _ a: ClosureValue, _ b: ClosureValue, _ place: TextPlace) throws -> ClosureValue {
    switch name {
    case "<", ">", "<=", ">=":
      if a.isNull || b.isNull { return .bool(false) }
      guard let isBefore = ClosureValue.isBefore(a, b), let isAfter = ClosureValue.isBefore(b, a) else { break }
      return .bool(name == "<" ? isBefore : name == ">" ? isAfter : name == "<=" ? !isAfter : !isBefore)
    case "..<", "...":
      guard case .integer(let first) = a, case .integer(let last) = b else { break }
      let end = name == "..." ? last.addingReportingOverflow(1).partialValue : last
      guard first <= end else { throw failed("a range ends before it begins", place) }
      guard end - first <= 10_000_000 else { throw beyond("a range of so many numbers is not interpreted", place) }
      return .array((first..<end).map { .integer($0) })
    default: break
    }
    switch (a, b) {
    case (.text(let x), .text(let y)) where name == "+": return .text(x + y)
    case (.array(let x), .array(let y)) where name == "+": return .array(x + y)
    case (.null, .array(let y)) where name == "+": return .array(y)
    case (.date(let x), _) where b.number != nil && (name == "+" || name == "-"):
      return .date(name == "+" ? x + (b.number ?? 0) : x - (b.number ?? 0))
    case (.integer(let x), .integer(let y)):
      let result: (partialValue: Int64, overflow: Bool)
      switch name {
      case "+": result = x.addingReportingOverflow(y)
      case "-": result = x.subtractingReportingOverflow(y)
      case "*": result = x.multipliedReportingOverflow(by: y)
      case "/": result = x.dividedReportingOverflow(by: y)
      case "%": result = x.remainderReportingOverflow(dividingBy: y)
      default: throw beyond("the operator '\(name)' is not interpreted", place)
      }
      if result.overflow { throw failed("a number is too large, or divided by zero", place) }
      return .integer(result.partialValue)
    default:
      guard let x = a.number, let y = b.number else { break }
      switch name {
      case "+": return .real(x + y)
      case "-": return .real(x - y)
      case "*": return .real(x * y)
      case "/": return .real(x / y)
      default: break
      }
    }
    throw beyond("the operator '\(name)' is not interpreted for these values", place)
  }

  // MARK: - Elements

  private func element(of collection: ClosureValue, at index: ClosureValue, _ place: TextPlace) throws -> ClosureValue {
    switch (collection, index) {
    case (.dictionary(let pairs), _): return pairs[index] ?? .null
    case (.null, _), (.ignored, _): return .null
    case (.array(let values), .integer(let position)):
      guard let position = Int(exactly: position), values.indices.contains(position) else {
        throw failed("an index is outside the array", place)
      }
      return values[position]
    case (.record, .keyPath(let names)):
      return try names.reduce(collection) { try member($1, of: $0, place) }
    default: throw beyond("this subscript is not interpreted", place)
    }
  }

  // MARK: - Assignment

  func assign(_ value: ClosureValue, to target: ClosureTerm, in scope: ClosureScope) throws {
    switch target.kind {
    case .name("_"): return
    case .name(let name): (scope.owner(of: name) ?? shared).set(name, value)
    case .chain(let owner), .unwrap(let owner): try assign(value, to: owner, in: scope)
    case .member(let owner, let name):
      if case .name("Self") = owner.kind { return shared.set(name, value) }
      if case .chain(let optional) = owner.kind, try evaluate(optional, in: scope).isNull { return }
      switch try evaluate(owner, in: scope) {
      case .record(let record): try set(name, of: record, to: value, target.place)
      case .composite(let record, let path): try setLeaf("\(path).\(name)", of: record, to: value, target.place)
      case .descriptor(var request):
        switch (name, value) {
        case ("fetchLimit", .integer(let count)): request.limit = count
        case ("fetchOffset", .integer(let count)): request.offset = count
        case ("predicate", .function(let predicate)): request.predicate = predicate
        case ("sortBy", .array(let order)): request.order = order
        default: break  // How things are fetched has no meaning here.
        }
        try assign(.descriptor(request), to: owner, in: scope)
      case .context, .ignored: return  // `context.autosaveEnabled = false`
      case .null: throw failed("a property of nil is assigned", target.place)
      default: throw beyond("'\(name)' cannot be assigned here", target.place)
      }
    case .element(let owner, let arguments):
      guard let index = arguments.first else { return }
      let key = try evaluate(index.value, in: scope)
      try change(owner, in: scope) { collection in
        switch collection {
        case .null, .dictionary:
          var pairs: OrderedPairs = if case .dictionary(let known) = collection { known } else { OrderedPairs() }
          collection = .null
          pairs[key] = value.isNull ? nil : value
          collection = .dictionary(pairs)
        case .array(var values):
          guard case .integer(let number) = key, let position = Int(exactly: number), values.indices.contains(position) else {
            throw failed("an index is outside the array", target.place)
          }
          collection = .null
          values[position] = value
          collection = .array(values)
        default: throw beyond("this subscript cannot be assigned", target.place)
        }
      }
    default: throw beyond("this cannot be assigned", target.place)
    }
  }

  /// Changes a value where it stands, without a copy where it is a variable.
  func change(_ target: ClosureTerm, in scope: ClosureScope, _ body: (inout ClosureValue) throws -> Void) throws {
    switch target.kind {
    case .name(let name):
      let owner = scope.owner(of: name) ?? shared
      var value = owner.take(name)
      defer { owner.set(name, value) }
      try body(&value)
    case .member(let type, let name):
      if case .name("Self") = type.kind {
        var value = shared.take(name)
        defer { shared.set(name, value) }
        return try body(&value)
      }
      var value = try evaluate(target, in: scope)
      try body(&value)
      try assign(value, to: target, in: scope)
    case .chain(let owner), .unwrap(let owner): try change(owner, in: scope, body)
    case .element(let owner, let arguments):
      guard let index = arguments.first else { return }
      let key = try evaluate(index.value, in: scope)
      let fallback = try arguments.first { $0.label == "default" }.map { try evaluate($0.value, in: scope) }
      try change(owner, in: scope) { collection in
        switch collection {
        case .null, .dictionary:
          var pairs: OrderedPairs = if case .dictionary(let known) = collection { known } else { OrderedPairs() }
          collection = .null
          var value = pairs[key] == nil ? fallback ?? .null : pairs.take(key) ?? .null
          try body(&value)
          pairs[key] = value
          collection = .dictionary(pairs)
        default:
          var value = try self.element(of: collection, at: key, target.place)
          try body(&value)
          guard case .array(var values) = collection, case .integer(let number) = key, let position = Int(exactly: number) else {
            return
          }
          values[position] = value
          collection = .array(values)
        }
      }
    default:
      var value = try evaluate(target, in: scope)
      try body(&value)
    }
  }
}
