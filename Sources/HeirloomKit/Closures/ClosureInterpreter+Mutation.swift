internal import HeirloomFindings
internal import HeirloomSwiftSource

/// Methods that change their owner.
extension ClosureInterpreter {
  /// Nil when the owner has no such method, and an ordinary one may be meant.
  func mutate(
    _ owner: ClosureTerm, _ name: String, _ arguments: [ClosureTerm.Argument], in scope: ClosureScope, _ place: TextPlace
  ) throws -> ClosureValue? {
    let values = try arguments.map { try evaluate($0.value, in: scope) }
    var isKnown = true
    var result = ClosureValue.null
    try change(owner, in: scope) { value in
      switch value {
      case .null, .array:
        var list = value.takeArray()
        if let answer = try self.mutate(&list, name, arguments, values, place) { result = answer } else { isKnown = false }
        value = .array(list)
      case .set:
        var set = value.takeSet()
        switch name {
        case "insert":
          let isNew = set.insert(values.first ?? .null)
          result = .tuple([.bool(isNew), values.first ?? .null], labels: ["inserted", "memberAfterInsert"])
        case "remove": result = set.remove(values.first ?? .null) ? values.first ?? .null : .null
        case "formUnion": for element in values.first?.elements ?? [] { set.insert(element) }
        case "subtract": for element in values.first?.elements ?? [] { set.remove(element) }
        case "removeAll": set = OrderedValues()
        case "formIntersection":
          let other = OrderedValues(values.first?.elements ?? [])
          set = OrderedValues(set.values.filter { other.contains($0) })
        default: isKnown = false
        }
        value = .set(set)
      case .dictionary:
        var pairs = value.takeDictionary()
        switch name {
        case "removeValue":
          result = pairs[values.first ?? .null] ?? .null
          pairs[values.first ?? .null] = nil
        case "updateValue":
          guard values.count == 2 else { break }
          result = pairs[values[1]] ?? .null
          pairs[values[1]] = values[0]
        case "removeAll": pairs = OrderedPairs()
        default: isKnown = false
        }
        value = .dictionary(pairs)
      case .text(let text):
        if name == "append", case .text(let more)? = values.first { value = .text(text + more) } else { isKnown = false }
      case .bool(let flag):
        if name == "toggle" { value = .bool(!flag) } else { isKnown = false }
      default: isKnown = false
      }
    }
    return isKnown ? result : nil
  }

  private func mutate(
    _ list: inout [ClosureValue], _ name: String, _ arguments: [ClosureTerm.Argument], _ values: [ClosureValue],
    _ place: TextPlace
  ) throws -> ClosureValue? {
    let first = values.first ?? .null, label = arguments.first?.label
    func index(_ value: ClosureValue?, upTo end: Int) throws -> Int {
      guard case .integer(let number)? = value, let position = Int(exactly: number), (0..<end).contains(position) else {
        throw failed("an index is outside the array", place)
      }
      return position
    }
    switch name {
    case "append" where label == "contentsOf": list += first.elements ?? []
    case "append": list.append(first)
    case "insert" where values.count == 2: list.insert(first, at: try index(values[1], upTo: list.count + 1))
    case "insert" where values.count == 1: if !list.contains(first) { list.append(first) }
    case "remove" where label == "at": return list.remove(at: try index(first, upTo: list.count))
    case "removeFirst":
      guard !list.isEmpty else { throw failed("'removeFirst' on an empty array", place) }
      return list.removeFirst()
    case "removeLast":
      guard !list.isEmpty else { throw failed("'removeLast' on an empty array", place) }
      return list.removeLast()
    case "popLast": return list.popLast() ?? .null
    case "removeAll" where label == "where" || values.count == 1: list = try list.filter { try !apply(first, [$0], place).isTrue }
    case "removeAll": list = []
    case "sort":
      if case .array(let values)? = try method("sorted", of: list, .array(list), arguments, values, place) { list = values }
    case "swapAt":
      guard values.count == 2 else { return nil }
      list.swapAt(try index(first, upTo: list.count), try index(values[1], upTo: list.count))
    case "reverse": list.reverse()
    default: return nil
    }
    return .null
  }
}

extension ClosureValue {
  /// Takes the content out, so that it is changed without a copy of it.
  fileprivate mutating func takeArray() -> [ClosureValue] {
    guard case .array(let content) = consume self else {
      self = .null
      return []
    }
    self = .null
    return content
  }

  fileprivate mutating func takeSet() -> OrderedValues {
    guard case .set(let content) = consume self else {
      self = .null
      return OrderedValues()
    }
    self = .null
    return content
  }

  fileprivate mutating func takeDictionary() -> OrderedPairs {
    guard case .dictionary(let content) = consume self else {
      self = .null
      return OrderedPairs()
    }
    self = .null
    return content
  }
}
