internal import HeirloomFindings
internal import HeirloomSchema
internal import HeirloomSwiftSource

extension ClosureInterpreter {
  func assign(_ value: ClosureValue, to target: ClosureTerm, in scope: ClosureScope) throws {
    switch target.kind {
    case .name("_"): return
    case .name(let name): try assign(value, toVariable: name, in: scope, target.place)
    case .chain(let owner), .unwrap(let owner): try assign(value, to: owner, in: scope)
    case .tuple(let parts):
      guard case .tuple(let values, _) = value, values.count == parts.count else {
        throw beyond("these names do not fit the value", target.place)
      }
      for (part, value) in zip(parts, values) { try assign(value, to: part.value, in: scope) }
    case .member(let owner, let name):
      if let type = typeValue(owner, in: scope), let (key, declared) = staticVariable(name, of: type) {
        return shared.set(key, coerced(value, to: declared))
      }
      if case .chain(let optional) = owner.kind, try evaluate(optional, in: scope).isNull { return }
      try assign(value, to: name, of: owner, in: scope, target.place)
    case .element(let owner, let arguments):
      guard let index = arguments.first else { return }
      try assign(value, toElement: try evaluate(index.value, in: scope), of: owner, in: scope, target.place)
    default: throw beyond("this cannot be assigned", target.place)
    }
  }

  private func assign(
    _ value: ClosureValue, toVariable name: String, in scope: ClosureScope, _ place: TextPlace
  ) throws {
    if let owner = scope.owner(of: name) {
      // An enum's case keeps its enum.
      if case .enumeration(let type, _, _)? = owner[name], case .caseName = value {
        return owner.set(name, coerced(value, to: type))
      }
      return owner.set(name, value)
    }
    // `name = value` inside a method means the property of `self`.
    if let me = scope["self"], hasProperty(name, me) {
      return try assign(value, to: name, of: ClosureTerm(kind: .name("self"), place: place), in: scope, place)
    }
    if let type = scope["Self"], let (key, declared) = staticVariable(name, of: type) {
      return shared.set(key, coerced(value, to: declared))
    }
    guard sources.values[name] != nil else { throw beyond("'\(name)' is not known here", place) }
    shared.set(name, value)
  }

  private func assign(
    _ value: ClosureValue, to name: String, of owner: ClosureTerm, in scope: ClosureScope, _ place: TextPlace
  ) throws {
    switch try evaluate(owner, in: scope) {
    case .record(let record):
      if schema.attribute(PropertyName(name), of: record.entity) == nil,
        schema.relationship(PropertyName(name), of: record.entity) == nil,
        let setter = accessor(name, of: .record(record), \.setters)
      {
        _ = try invoke(setter.function, with: [value], receiver: .record(record), type: setter.type, place)
        return
      }
      try set(name, of: record, to: value, place)
    case .composite(let record, let path): try setLeaf("\(path).\(name)", of: record, to: value, place)
    case .structure(let type, var fields):
      let declared = sources.types[type]?.stored.first { $0.name == name }
      guard let declared else { throw beyond("'\(name)' cannot be assigned here", place) }
      fields[name] = coerced(value, to: declared.type)
      try assign(.structure(type, fields), to: owner, in: scope)
    case .descriptor(var request):
      switch (name, value) {
      case ("fetchLimit", .integer(let count)): request.limit = count
      case ("fetchLimit", .null): request.limit = nil
      case ("fetchOffset", .integer(let count)): request.offset = count
      case ("predicate", .function(let predicate)): request.predicate = predicate
      case ("predicate", .null): request.predicate = nil
      case ("sortBy", .array(let order)): request.order = order
      default: break  // How things are fetched has no meaning here.
      }
      try assign(.descriptor(request), to: owner, in: scope)
    case .context, .ignored: return  // `context.autosaveEnabled = false`
    case .null: throw failed("a property of nil is assigned", place)
    default: throw beyond("'\(name)' cannot be assigned here", place)
    }
  }

  private func assign(
    _ value: ClosureValue, toElement key: ClosureValue, of owner: ClosureTerm, in scope: ClosureScope, _ place: TextPlace
  ) throws {
    try change(owner, in: scope) { collection in
      switch collection {
      case .null, .dictionary:
        var pairs: OrderedPairs = if case .dictionary(let known) = collection { known } else { OrderedPairs() }
        collection = .null
        pairs[pairs.key(like: key)] = value.isNull ? nil : value
        collection = .dictionary(pairs)
      case .array(var values):
        guard case .integer(let number) = key, let position = Int(exactly: number), values.indices.contains(position) else {
          throw failed("an index is outside the array", place)
        }
        collection = .null
        values[position] = value
        collection = .array(values)
      default: throw beyond("this subscript cannot be assigned", place)
      }
    }
  }

  /// Changes a value where it stands, without a copy where it is a variable.
  func change(_ target: ClosureTerm, in scope: ClosureScope, _ body: (inout ClosureValue) throws -> Void) throws {
    switch target.kind {
    case .name(let name):
      if let owner = scope.owner(of: name) {
        var value = owner.take(name)
        defer { owner.set(name, value) }
        return try body(&value)
      }
      if let me = scope["self"], hasProperty(name, me) {
        var value = try evaluate(target, in: scope)
        try body(&value)
        return try assign(value, to: target, in: scope)
      }
      guard let key = scope["Self"].flatMap({ staticVariable(name, of: $0)?.key }) ?? (sources.values[name] == nil ? nil : name)
      else { throw beyond("'\(name)' is not known here", target.place) }
      try change(shared: key, target, in: scope, body)
    case .member(let type, let name):
      if let owner = typeValue(type, in: scope), let (key, _) = staticVariable(name, of: owner) {
        return try change(shared: key, target, in: scope, body)
      }
      var value = try evaluate(target, in: scope)
      try body(&value)
      try assign(value, to: target, in: scope)
    case .chain(let owner), .unwrap(let owner): try change(owner, in: scope, body)
    case .element(let owner, let arguments):
      guard let index = arguments.first else { return }
      let key = try evaluate(index.value, in: scope)
      let fallback = try arguments.first { $0.label == "default" }.map { try evaluate($0.value, in: scope) }
      try change(owner, in: scope) { collection in try self.change(&collection, at: key, fallback, target.place, body) }
    default:
      var value = try evaluate(target, in: scope)
      try body(&value)
    }
  }

  private func change(
    shared key: String, _ target: ClosureTerm, in scope: ClosureScope, _ body: (inout ClosureValue) throws -> Void
  ) throws {
    // Its first value is made when it is first looked at.
    _ = try evaluate(target, in: scope)
    var value = shared.take(key)
    defer { shared.set(key, value) }
    try body(&value)
  }

  private func change(
    _ collection: inout ClosureValue, at key: ClosureValue, _ fallback: ClosureValue?, _ place: TextPlace,
    _ body: (inout ClosureValue) throws -> Void
  ) throws {
    switch collection {
    case .null, .dictionary:
      var pairs: OrderedPairs = if case .dictionary(let known) = collection { known } else { OrderedPairs() }
      collection = .null
      let key = pairs.key(like: key)
      var value = pairs[key] == nil ? fallback ?? .null : pairs.take(key) ?? .null
      try body(&value)
      // `groups[key]?.append(…)` on nothing adds nothing.
      pairs[key] = value.isNull ? nil : value
      collection = .dictionary(pairs)
    default:
      var value = try element(of: collection, at: key, place)
      try body(&value)
      guard case .array(var values) = collection, case .integer(let number) = key, let position = Int(exactly: number) else {
        return
      }
      values[position] = value
      collection = .array(values)
    }
  }
}
