internal import Foundation
internal import HeirloomBytes
internal import HeirloomFindings
internal import HeirloomSchema
internal import HeirloomSwiftSource

extension ClosureInterpreter {
  // MARK: - Types of the sources

  /// `Tag(name: name)`, `Address(street: …)`, `Status(rawValue: 1)`.
  func make(
    _ type: ClosureValue, _ arguments: [ClosureTerm.Argument], in scope: ClosureScope, _ place: TextPlace
  ) throws -> ClosureValue {
    if case .type(let entity) = type { return try make(entity, arguments, in: scope, place) }
    guard let key = key(of: type), let members = sources.types[key] else { throw beyond("this type is not interpreted", place) }
    let name = key.split(separator: ".").last.map { String($0) } ?? key
    switch members.kind {
    case .enumeration:
      guard arguments.count == 1, arguments[0].label == "rawValue", let cases = members.cases else { break }
      let raw = try evaluate(arguments[0].value, in: scope)
      return cases.cases.first { ClosureValue.isEqual(self.raw(of: $0, in: cases), raw) }.flatMap {
        value(of: $0.name, in: cases)
      }
        ?? .null
    case .structure:
      var fields: [String: ClosureValue] = [:]
      for field in members.stored {
        fields[field.name] = try field.value.map { coerced(try evaluate($0, in: ClosureScope()), to: field.type) } ?? .null
      }
      if let initialiser = members.initialisers.fitting(arguments) {
        var made = ClosureValue.null
        _ = try invoke(initialiser, arguments, receiver: .structure(key, fields), type: type, in: scope, place) { inner in
          made = inner["self"] ?? .null
        }
        return made
      }
      guard members.initialisers.isEmpty, arguments.allSatisfy({ argument in fields[argument.label ?? ""] != nil }) else { break }
      for argument in arguments {
        let declared = members.stored.first { $0.name == argument.label }?.type
        fields[argument.label ?? ""] = coerced(try evaluate(argument.value, in: scope), to: declared)
      }
      return .structure(key, fields)
    case .classType, .model, .other, .foreign:
      throw beyond("'\(name)' is an object of the app, and those are not interpreted", place)
    }
    throw beyond("'\(name)' has no initialiser that takes these arguments", place)
  }

  // MARK: - Types of the library

  func construct(
    _ name: String, _ arguments: [ClosureTerm.Argument], in scope: ClosureScope, _ place: TextPlace
  ) throws -> ClosureValue {
    // An enum that only the store's own model names.
    if arguments.count == 1, arguments[0].label == "rawValue", let cases = enumeration(named: name, in: scope) {
      let raw = try evaluate(arguments[0].value, in: scope)
      return cases.cases.first { ClosureValue.isEqual(self.raw(of: $0, in: cases), raw) }.flatMap {
        value(of: $0.name, in: cases)
      }
        ?? .null
    }
    return try construct(name, arguments, try arguments.map { try evaluate($0.value, in: scope) }, place)
  }

  func construct(
    _ name: String, _ arguments: [ClosureTerm.Argument], _ values: [ClosureValue], _ place: TextPlace
  ) throws -> ClosureValue {
    let label = arguments.first?.label, first = values.first ?? .null
    switch (name, label) {
    case ("FetchDescriptor", _): return try descriptor(arguments, values, place)
    case ("SortDescriptor", _):
      guard case .keyPath(let path) = first, !arguments.contains(where: { $0.label == "comparator" }) else {
        throw beyond("this order is not interpreted", place)
      }
      let isReversed = zip(arguments, values).contains { $0.label == "order" && $1 == .caseName("reverse") }
      return .order(path, ascending: !isReversed)
    case ("Set", _): return .set(OrderedValues(first.elements ?? []))
    case ("Array", "repeating"):
      guard values.count == 2, case .integer(let count) = values[1], (0...1_000_000).contains(count) else { break }
      return .array(Array(repeating: first, count: Int(count)))
    case ("Array", _): return .array(first.elements ?? [])
    case ("Dictionary", _): return try dictionary(label, first, values, place)
    case ("String", "describing"), ("String", nil): return .text(first.description)
    case ("Int", _), ("Int16", _), ("Int32", _), ("Int64", _):
      switch first {
      case .integer: return first
      case .text(let text): return Int64(text).map { .integer($0) } ?? .null
      case .real(let number): return Int64(exactly: number.rounded(.towardZero)).map { .integer($0) } ?? .null
      case .null: return .null
      default: break
      }
    case ("Decimal", "string"): if case .text(let text) = first { return Decimal(string: text).map { .decimal($0) } ?? .null }
    case ("Decimal", nil): if let number = first.decimalNumber { return .decimal(number) }
    case ("NSDecimalNumber", "decimal"): return first
    case ("Double", _), ("Float", _):
      if let number = first.number { return .real(number) }
      if case .text(let text) = first { return Double(text).map { .real($0) } ?? .null }
    case ("Bool", _): if case .text(let text) = first { return Bool(text).map { .bool($0) } ?? .null }
    case ("UUID", nil): return makeUUID()
    case ("UUID", "uuidString"):
      guard case .text(let text) = first, let uuid = UUID(uuidString: text) else { return .null }
      return .uuid(withUnsafeBytes(of: uuid.uuid) { Array($0) })
    case ("URL", "string"): if case .text(let text) = first { return text.isEmpty ? .null : .url(text) }
    case ("Date", nil) where arguments.isEmpty: return clock()
    case ("Date", "timeIntervalSinceNow"):
      if case .date(let now) = clock(), let number = first.number { return .date(now + number) }
    case ("Date", "timeIntervalSince1970"): if let number = first.number { return .date(number - 978_307_200) }
    case ("Date", "timeIntervalSinceReferenceDate"): if let number = first.number { return .date(number) }
    case ("Date", "timeInterval"):
      if let number = first.number, values.count == 2, case .date(let start) = values[1] { return .date(start + number) }
    case ("Data", nil) where arguments.isEmpty: return .data([])
    case ("min", nil), ("max", nil):
      guard let initial = values.first else { break }
      return try values.dropFirst().reduce(initial) { best, value in
        guard let isBefore = ClosureValue.isBefore(value, best) else { throw beyond("these values cannot be compared", place) }
        return isBefore == (name == "min") ? value : best
      }
    case ("abs", nil):
      if case .integer(let number) = first { return .integer(Int64(clamping: number.magnitude)) }
      if case .real(let number) = first { return .real(number.magnitude) }
      if case .decimal(let number) = first { return .decimal(number.magnitude) }
    case ("zip", nil):
      if values.count == 2, let a = values[0].elements, let b = values[1].elements {
        return .array(zip(a, b).map { .tuple([$0, $1], labels: [nil, nil]) })
      }
    case ("fatalError", _), ("preconditionFailure", _): throw failed("the closure ends with '\(name)'", place)
    case ("precondition", _), ("assert", _):
      if first == .bool(false) { throw failed("a '\(name)' does not hold", place) }
      return .null
    default: break
    }
    throw beyond("'\(name)(…)' is not interpreted", place)
  }

  private func dictionary(
    _ label: String?, _ first: ClosureValue, _ values: [ClosureValue], _ place: TextPlace
  ) throws -> ClosureValue {
    var pairs = OrderedPairs()
    if label == "grouping" {
      guard values.count == 2 else { throw beyond("this dictionary is not interpreted", place) }
      for element in first.elements ?? [] {
        let key = try apply(values[1], [element], place)
        var group: [ClosureValue] = if case .array(let known)? = pairs[key] { known } else { [] }
        if pairs[key] != nil { _ = pairs.take(key) }
        group.append(element)
        pairs[key] = .array(group)
      }
      return .dictionary(pairs)
    }
    for element in first.elements ?? [] {
      guard case .tuple(let parts, _) = element, parts.count == 2 else {
        throw beyond("this dictionary is not interpreted", place)
      }
      if let known = pairs[parts[0]] {
        guard values.count == 2 else { throw failed("a dictionary is made of pairs with the same key", place) }
        pairs[parts[0]] = try apply(values[1], [known, parts[1]], place)
      } else {
        pairs[parts[0]] = parts[1]
      }
    }
    return .dictionary(pairs)
  }

  /// The same closure over the same store makes the same identifiers.
  func makeUUID() -> ClosureValue {
    uuidCount += 1
    let namespace = Array(Digest.sha256(Array(seed.utf8))[..<16])
    return .uuid(StableUUID.make(namespace: namespace, name: Array(String(uuidCount).utf8)))
  }
}
