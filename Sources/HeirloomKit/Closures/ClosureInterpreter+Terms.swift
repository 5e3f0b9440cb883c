internal import Foundation
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
      do { return try evaluate(value, in: scope) } catch let fault as ClosureFault where fault.kind == .thrown { return .null }
    case .cast(let value, let type, let mark): return try cast(try evaluate(value, in: scope), type, mark, in: scope, term.place)
    case .test(let value, let type): return .bool(try isA(try evaluate(value, in: scope), type, in: scope, term.place))
    case .reference(let variable): return try evaluate(variable, in: scope)
    case .member(let owner, let name): return try member(name, of: owner, whole: term, in: scope)
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
      case ("-", .decimal(let number)): return .decimal(-number)
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

  /// `owner.name`, where the owner may be a type.
  private func member(_ name: String, of owner: ClosureTerm, whole: ClosureTerm, in scope: ClosureScope) throws -> ClosureValue {
    if let entity = typeName(whole) { return .type(entity) }
    if name == "self", let type = typeValue(owner, in: scope) { return type }
    if name == "init", case .name(let made) = owner.kind { return .maker(made) }
    if let type = typeValue(owner, in: scope), let value = try staticMember(name, of: type, whole.place) { return value }
    if case .name("Date") = owner.kind, name == "now" { return clock() }
    if let value = libraryMember(name, of: owner, in: scope) { return value }
    return try member(name, of: try inner(owner, in: scope), whole.place)
  }

  func clock() -> ClosureValue {
    readsClock = true
    return .date(now)
  }

  private func constant(_ name: String) -> ClosureValue? {
    switch name {
    case "now": clock()
    case "distantPast": .date(-63_114_076_800)
    case "distantFuture": .date(63_113_904_000)
    default: nil
    }
  }

  /// Constants of the library's types, and cases of enums that the sources do not declare.
  private func libraryMember(_ name: String, of owner: ClosureTerm, in scope: ClosureScope) -> ClosureValue? {
    switch owner.kind {
    case .name("Date"): return constant(name)
    case .name("Int") where name == "max": return .integer(.max)
    case .name("Int") where name == "min": return .integer(.min)
    case .name("Decimal") where name == "zero": return .decimal(0)
    case .name(let type) where type.first?.isUppercase == true && type != "Self" && schema[EntityName(type)] == nil:
      // Unknown words are never types of the sources: those were looked up before.
      return scope[type] == nil && name.first?.isLowercase == true ? .caseName(name) : nil
    case .member(let outer, let type):
      // `V1.Status.draft`
      if case .name(let version) = outer.kind, version.first?.isUppercase == true, type.first?.isUppercase == true,
        schema[EntityName(type)] == nil
      {
        return .caseName(name)
      }
      return nil
    default: return nil
    }
  }

  // MARK: - Types

  /// `as`, `as?` and `as!`.
  private func cast(
    _ value: ClosureValue, _ type: String, _ mark: String, in scope: ClosureScope, _ place: TextPlace
  ) throws -> ClosureValue {
    if mark.isEmpty { return coerced(value, to: type) }
    if try isA(value, type, in: scope, place) { return coerced(value, to: type) }
    if mark == "!" { throw failed("a value is not of the type '\(type)'", place) }
    return .null
  }

  /// Whether a value is of a type, as far as types are known here.
  func isA(_ value: ClosureValue, _ type: String, in scope: ClosureScope, _ place: TextPlace?) throws -> Bool {
    var bare = type.hasPrefix("any ") ? String(type.dropFirst(4)) : type
    while bare.hasSuffix("?") { bare.removeLast() }
    if value.isNull { return type.hasSuffix("?") }
    if case .record(let record) = value {
      guard let entity = entity(spelled: bare, in: scope) else { return bare == "PersistentModel" }
      return schema.lineage(of: record.entity).contains { $0.name == entity }
    }
    switch (bare, value) {
    case ("Any", _), ("AnyObject", _): return true
    case ("Error", .caseName): return true
    case ("String", _): if case .text = value { return true }
    case ("Int", _), ("Int64", _), ("Int32", _), ("Int16", _): if case .integer = value { return true }
    case ("Double", _), ("Float", _): if case .real = value { return true }
    case ("Decimal", _), ("NSDecimalNumber", _): if case .decimal = value { return true }
    case ("NSNumber", _): return value.number != nil
    case ("Bool", _): if case .bool = value { return true }
    case ("Date", _): if case .date = value { return true }
    case ("UUID", _): if case .uuid = value { return true }
    case ("URL", _): if case .url = value { return true }
    case ("Data", _): if case .data = value { return true }
    default:
      if bare.hasPrefix("["), bare.hasSuffix("]"), case .array(let elements) = value, !bare.contains(":") {
        let element = String(bare.dropFirst().dropLast())
        return try elements.allSatisfy { try isA($0, element, in: scope, place) }
      }
      if case .enumeration(let own, _, _) = value { return bare.split(separator: ".").last.map { String($0) } == own }
      if case .structure(let own, _) = value { return sources.type(named: bare, within: within(scope)) == own }
      if entity(spelled: bare, in: scope) != nil || sources.type(named: bare, within: within(scope)) != nil { return false }
      throw beyond("whether a value is of the type '\(type)' cannot be told", place)
    }
    return false
  }

  /// A value as a type takes it: an integer literal where a Double is wanted, a list where a set is.
  func coerced(_ value: ClosureValue, to type: String?) -> ClosureValue {
    guard var type else { return value }
    while type.hasSuffix("?") { type.removeLast() }
    switch (type, value) {
    case ("Double", .integer(let number)), ("Float", .integer(let number)), ("TimeInterval", .integer(let number)),
      ("CGFloat", .integer(let number)):
      return .real(Double(number))
    case ("Decimal", .integer), ("Decimal", .real): return value.decimalNumber.map { .decimal($0) } ?? value
    case (_, .array(let values)) where type.hasPrefix("Set<"): return .set(OrderedValues(values))
    case (_, .array(let values)) where type.hasPrefix("[") && type.hasSuffix("]") && !type.contains(":"):
      let element = String(type.dropFirst().dropLast())
      return ["Double", "Decimal", "Float"].contains(element) ? .array(values.map { coerced($0, to: element) }) : value
    case (_, .caseName(let name)):
      return enumeration(named: type, in: nil).flatMap { self.value(of: name, in: $0) } ?? value
    default: return value
    }
  }
}
