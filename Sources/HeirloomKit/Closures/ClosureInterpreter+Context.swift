internal import HeirloomFindings
internal import HeirloomSchema
internal import HeirloomSwiftSource

/// What a `ModelContext` does.
extension ClosureInterpreter {
  func contextCall(
    _ name: String, _ arguments: [ClosureTerm.Argument], in scope: ClosureScope, _ place: TextPlace
  ) throws -> ClosureValue {
    let values = try arguments.map { try evaluate($0.value, in: scope) }
    let first = values.first ?? .null
    switch name {
    case "fetch": return .array(try fetch(first, place).map { .record($0) })
    case "fetchIdentifiers": return .array(try fetch(first, place).map { .record($0) })
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
    case "model", "registeredModel": if case .record = first { return first }
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

  func descriptor(
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
      // The fetch of a generic function: the model is its parameter's.
      case ("model", _): throw beyond("the model of the fetch is not one of this version", place)
      default: throw beyond("this fetch is not interpreted", argument.value.place)
      }
    }
    return .descriptor(request)
  }
}
