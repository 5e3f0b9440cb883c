internal import Foundation
internal import HeirloomBytes
internal import HeirloomFindings
internal import HeirloomSchema
internal import HeirloomSwiftSource

extension ClosureInterpreter {
  func call(
    _ callee: ClosureTerm, _ arguments: [ClosureTerm.Argument], in scope: ClosureScope, _ place: TextPlace
  ) throws -> ClosureValue {
    switch callee.kind {
    case .name(let name):
      if ClosureVocabulary.isSilent(name) { return .null }
      if case .function(let reference)? = scope[name] {
        return try call(reference, try arguments.map { try evaluate($0.value, in: scope) }, place)
      }
      if let entity = typeName(callee) { return try make(entity, try labelled(arguments, in: scope), place) }
      return try construct(name, arguments, in: scope, place)
    case .member(let owner, "init"):
      if let entity = typeName(owner) { return try make(entity, try labelled(arguments, in: scope), place) }
    case .member(let owner, let name):
      if let entity = typeName(callee) { return try make(entity, try labelled(arguments, in: scope), place) }
      if case .name(let logger) = owner.kind, ClosureVocabulary.isLogger(logger) { return .null }
      if let result = try linkCall(owner, name, arguments, in: scope) { return result }
      if ClosureVocabulary.mutating.contains(name) {
        if let result = try mutate(owner, name, arguments, in: scope, place) { return result }
      }
      var base = owner
      var value = try evaluate(owner, in: scope)
      if case .chain(let optional) = owner.kind {
        base = optional
        value = try evaluate(optional, in: scope)
        if value.isNull { return .null }
      }
      _ = base
      switch value {
      case .context: return try contextCall(name, arguments, in: scope, place)
      case .ignored: return .ignored
      default: return try method(name, of: value, arguments, in: scope, place)
      }
    case .implicitMember(let name):
      // `.init(…)` and enum cases with values have no known type here.
      throw beyond("'.\(name)(…)' is not interpreted", place)
    case .closure(let function):
      return try call(ClosureReference(function, scope), try arguments.map { try evaluate($0.value, in: scope) }, place)
    default: break
    }
    throw beyond("this call is not interpreted", place)
  }

  /// `note.tags.append(tag)` and `note.tags.contains(tag)` without a look at all tags; nil for anything else.
  private func linkCall(
    _ owner: ClosureTerm, _ name: String, _ arguments: [ClosureTerm.Argument], in scope: ClosureScope
  ) throws -> ClosureValue? {
    guard name == "append" || name == "contains", arguments.count == 1, arguments[0].label == nil,
      case .member(let holder, let property) = owner.kind
    else { return nil }
    if case .closure = arguments[0].value.kind { return nil }
    guard case .record(let record) = try evaluate(holder, in: scope),
      let relationship = schema.relationship(PropertyName(property), of: record.entity),
      relationship.isToMany, case .record(let other) = try evaluate(arguments[0].value, in: scope)
    else { return nil }
    if name == "contains" { return .bool(try store.isLinked(record, relationship, to: other)) }
    return try store.link(record, relationship, to: other) ? .null : nil
  }

  private func labelled(
    _ arguments: [ClosureTerm.Argument], in scope: ClosureScope
  ) throws -> [(label: String?, value: ClosureValue)] {
    try arguments.map { ($0.label, try evaluate($0.value, in: scope)) }
  }

  // MARK: - Types of the library

  private func construct(
    _ name: String, _ arguments: [ClosureTerm.Argument], in scope: ClosureScope, _ place: TextPlace
  ) throws -> ClosureValue {
    try construct(name, arguments, try arguments.map { try evaluate($0.value, in: scope) }, place)
  }

  private func construct(
    _ name: String, _ arguments: [ClosureTerm.Argument], _ values: [ClosureValue], _ place: TextPlace
  ) throws -> ClosureValue {
    let label = arguments.first?.label, first = values.first ?? .null
    switch (name, label) {
    case ("FetchDescriptor", _): return try descriptor(arguments, values, place)
    case ("SortDescriptor", _):
      guard case .keyPath(let path) = first else { throw beyond("this order is not interpreted", place) }
      let isReversed = zip(arguments, values).contains { $0.label == "order" && $1 == .caseName("reverse") }
      return .order(path, ascending: !isReversed)
    case ("Set", _): return .set(OrderedValues(first.elements ?? []))
    case ("Array", "repeating"):
      guard values.count == 2, case .integer(let count) = values[1], (0...1_000_000).contains(count) else { break }
      return .array(Array(repeating: first, count: Int(count)))
    case ("Array", _): return .array(first.elements ?? [])
    case ("Dictionary", "grouping"):
      guard values.count == 2 else { break }
      var pairs = OrderedPairs()
      for element in first.elements ?? [] {
        let key = try apply(values[1], [element], place)
        var group: [ClosureValue] = if case .array(let known)? = pairs[key] { known } else { [] }
        if pairs[key] != nil { _ = pairs.take(key) }
        group.append(element)
        pairs[key] = .array(group)
      }
      return .dictionary(pairs)
    case ("Dictionary", "uniqueKeysWithValues"), ("Dictionary", nil):
      var pairs = OrderedPairs()
      for element in first.elements ?? [] {
        guard case .tuple(let parts, _) = element, parts.count == 2 else {
          throw beyond("this dictionary is not interpreted", place)
        }
        if pairs[parts[0]] != nil, values.count == 2 {
          pairs[parts[0]] = try apply(values[1], [pairs[parts[0]] ?? .null, parts[1]], place)
        } else {
          pairs[parts[0]] = parts[1]
        }
      }
      return .dictionary(pairs)
    case ("String", _):
      return .text(first.description)
    case ("Int", _), ("Int16", _), ("Int32", _), ("Int64", _):
      switch first {
      case .integer: return first
      case .text(let text): return Int64(text).map { .integer($0) } ?? .null
      case .real(let number): return Int64(exactly: number.rounded(.towardZero)).map { .integer($0) } ?? .null
      case .null: return .null
      default: break
      }
    case ("Double", _), ("Float", _), ("Decimal", _):
      if let number = first.number { return .real(number) }
      if case .text(let text) = first { return Double(text).map { .real($0) } ?? .null }
    case ("Bool", _): if case .text(let text) = first { return Bool(text).map { .bool($0) } ?? .null }
    case ("UUID", nil): return makeUUID()
    case ("UUID", "uuidString"):
      guard case .text(let text) = first, let uuid = UUID(uuidString: text) else { return .null }
      return .uuid(withUnsafeBytes(of: uuid.uuid) { Array($0) })
    case ("URL", "string"): if case .text(let text) = first { return text.isEmpty ? .null : .url(text) }
    case ("Date", nil) where arguments.isEmpty:
      throw beyond("'Date()' reads the clock: the same input must give the same store", place)
    case ("Date", "timeIntervalSince1970"): if let number = first.number { return .date(number - 978_307_200) }
    case ("Date", "timeIntervalSinceReferenceDate"): if let number = first.number { return .date(number) }
    case ("Date", "timeInterval"):
      if let number = first.number, values.count == 2, case .date(let start) = values[1] { return .date(start + number) }
    case ("min", nil), ("max", nil):
      guard let initial = values.first else { break }
      return try values.dropFirst().reduce(initial) { best, value in
        guard let isBefore = ClosureValue.isBefore(value, best) else { throw beyond("these values cannot be compared", place) }
        return isBefore == (name == "min") ? value : best
      }
    case ("abs", nil):
      if case .integer(let number) = first { return .integer(Int64(clamping: number.magnitude)) }
      if case .real(let number) = first { return .real(number.magnitude) }
    case ("zip", nil):
      if values.count == 2, let a = values[0].elements, let b = values[1].elements {
        return .array(zip(a, b).map { .tuple([$0, $1], labels: [nil, nil]) })
      }
    case ("fatalError", _), ("preconditionFailure", _): throw failed("the closure ends with '\(name)'", place)
    case ("precondition", _), ("assert", _): return .null
    default: break
    }
    throw beyond("'\(name)(…)' is not interpreted", place)
  }

  /// The same closure over the same store makes the same identifiers.
  func makeUUID() -> ClosureValue {
    uuidCount += 1
    let namespace = Array(Digest.sha256(Array(seed.utf8))[..<16])
    return .uuid(StableUUID.make(namespace: namespace, name: Array(String(uuidCount).utf8)))
  }

  private func descriptor(
    _ arguments: [ClosureTerm.Argument], _ values: [ClosureValue], _ place: TextPlace
  ) throws -> ClosureValue {
    // A descriptor without a type takes it from its fetch; an empty name stands for it.
    var request = FetchRequest(entity: EntityName(""))
    for (argument, value) in zip(arguments, values) {
      switch (argument.label, value) {
      case ("model", .type(let entity)): request.entity = entity
      case ("predicate", .function(let predicate)): request.predicate = predicate
      case ("sortBy", .array(let order)): request.order = order
      case ("predicate", .null), ("sortBy", .null): break
      case ("model", _): throw beyond("the model of the fetch is not one of this version", place)
      default: throw beyond("this fetch is not interpreted", argument.value.place)
      }
    }
    return .descriptor(request)
  }

  // MARK: - The context

  private func contextCall(
    _ name: String, _ arguments: [ClosureTerm.Argument], in scope: ClosureScope, _ place: TextPlace
  ) throws -> ClosureValue {
    let values = try arguments.map { try evaluate($0.value, in: scope) }
    let first = values.first ?? .null
    switch name {
    case "fetch": return .array(try fetch(first, place).map { .record($0) })
    case "fetchCount": return .integer(Int64(try fetch(first, place).count))
    case "enumerate":
      guard case .function(let body)? = values.last else { break }
      for record in try fetch(first, place) { _ = try call(body, [.record(record)], place) }
      return .null
    case "insert":
      guard case .record(let record) = first else { break }
      try store.insert(record)
      return .null
    case "delete":
      if case .record(let record) = first {
        try store.delete(record)
        return .null
      }
      guard case .type(let entity) = first else { break }
      var request = FetchRequest(entity: entity)
      for (argument, value) in zip(arguments, values) {
        if argument.label == "where", case .function(let predicate) = value { request.predicate = predicate }
      }
      for record in try fetch(.descriptor(request), place) { try store.delete(record) }
      return .null
    case "save":
      try store.save()
      return .null
    case "rollback":
      try store.rollback()
      return .null
    case "transaction":
      guard case .function(let body)? = values.first else { break }
      _ = try call(body, [], place)
      try store.save()
      return .null
    case "processPendingChanges": return .null
    default: break
    }
    throw beyond("'context.\(name)' is not interpreted", place)
  }

  private func fetch(_ value: ClosureValue, _ place: TextPlace) throws -> [RecordReference] {
    guard case .descriptor(var request) = value else { throw beyond("a fetch needs a descriptor", place) }
    if request.entity.text.isEmpty, let predicate = request.predicate?.function.predicateModel,
      schema[EntityName(predicate)] != nil
    {
      request.entity = EntityName(predicate)
    }
    guard schema[request.entity] != nil else {
      throw beyond("the model of the fetch cannot be told; write 'FetchDescriptor<Model>(…)'", place)
    }
    var records = try store.records(of: request.entity)
    if let predicate = request.predicate {
      records = try records.filter { try call(predicate, [.record($0)], place).isTrue }
    }
    for order in request.order.reversed() {
      guard case .order(let path, let isAscending) = order else { throw beyond("this order is not interpreted", place) }
      let keyed = try records.map { record in
        (record, try path.reduce(ClosureValue.record(record)) { $0.isNull ? .null : try member($1, of: $0, place) })
      }
      records = try sorted(keyed, place, ascending: isAscending)
    }
    let rest = records.dropFirst(Int(clamping: request.offset))
    return request.limit.map { Array(rest.prefix(Int(clamping: $0))) } ?? Array(rest)
  }

  /// Stable, as the sort of a fetch is here: equal keys stay in the order of the records.
  func sorted<Element>(
    _ keyed: [(Element, ClosureValue)], _ place: TextPlace, ascending isAscending: Bool = true
  ) throws -> [Element] {
    for (_, key) in keyed where ClosureValue.isBefore(key, key) == nil {
      throw beyond("these values cannot be put in order", place)
    }
    return keyed.enumerated().sorted { a, b in
      let (x, y) = (a.element.1, b.element.1)
      if ClosureValue.isBefore(x, y) ?? false { return isAscending }
      if ClosureValue.isBefore(y, x) ?? false { return !isAscending }
      return a.offset < b.offset
    }.map(\.element.0)
  }

  /// Calls what was given for a closure: a closure, or a key path.
  func apply(_ function: ClosureValue, _ arguments: [ClosureValue], _ place: TextPlace) throws -> ClosureValue {
    switch function {
    case .function(let reference): return try call(reference, arguments, place)
    case .maker(let name): return try construct(name, [], arguments, place)
    case .keyPath(let names):
      return try names.reduce(arguments.first ?? .null) { $0.isNull ? .null : try member($1, of: $0, place) }
    default: throw beyond("a closure is wanted here", place)
    }
  }
}
