internal import HeirloomFindings
internal import HeirloomSwiftSource

/// Methods of arrays, sets and dictionaries that change nothing.
extension ClosureInterpreter {
  func method(
    _ name: String, of elements: [ClosureValue], _ whole: ClosureValue, _ arguments: [ClosureTerm.Argument],
    _ values: [ClosureValue], _ place: TextPlace
  ) throws -> ClosureValue? {
    let first = values.first ?? .null
    func each(_ element: ClosureValue) throws -> ClosureValue { try apply(first, [element], place) }
    switch name {
    case "map": return .array(try elements.map(each))
    case "compactMap":
      return .array(
        try elements.compactMap { element in
          let value = try each(element); return value.isNull ? nil : value
        })
    case "flatMap": return .array(try elements.flatMap { element in try each(element).elements ?? [] })
    case "filter":
      let kept = try elements.filter { try each($0).isTrue }
      guard case .dictionary(let pairs) = whole else { return .array(kept) }
      var result = OrderedPairs()
      for case .tuple(let parts, _) in kept { result[parts[0]] = pairs[parts[0]] }
      return .dictionary(result)
    case "mapValues":
      guard case .dictionary(let pairs) = whole else { return nil }
      var result = OrderedPairs()
      for key in pairs.keys { result[key] = try each(pairs[key] ?? .null) }
      return .dictionary(result)
    case "forEach":
      for element in elements { _ = try each(element) }
      return .null
    case "contains":
      if case .function = first { return .bool(try elements.contains { try each($0).isTrue }) }
      return .bool(elements.contains { ClosureValue.isEqual($0, first) })
    case "allSatisfy": return .bool(try elements.allSatisfy { try each($0).isTrue })
    case "first": return try elements.first { try each($0).isTrue } ?? .null
    case "last": return try elements.last { try each($0).isTrue } ?? .null
    case "firstIndex":
      let found = try elements.firstIndex { element in
        if case .function = first { return try each(element).isTrue }
        return ClosureValue.isEqual(element, first)
      }
      return found.map { .integer(Int64($0)) } ?? .null
    case "reduce" where arguments.first?.label == "into":
      guard values.count == 2, case .function(let reference) = values[1] else { return nil }
      var result = first
      for element in elements { try call(reference, changing: &result, element, place) }
      return result
    case "reduce":
      guard values.count == 2 else { return nil }
      return try elements.reduce(first) { try apply(values[1], [$0, $1], place) }
    case "sorted":
      guard !values.isEmpty else { return .array(try sorted(elements.map { ($0, $0) }, place)) }
      if case .order(let path, let isAscending) = first {
        return .array(
          try sorted(
            elements.map { element in (element, try path.reduce(element) { $0.isNull ? .null : try member($1, of: $0, place) }) },
            place, ascending: isAscending))
      }
      return .array(
        try elements.enumerated().sorted { a, b in
          if try apply(first, [a.element, b.element], place).isTrue { return true }
          if try apply(first, [b.element, a.element], place).isTrue { return false }
          return a.offset < b.offset
        }.map(\.element))
    case "min", "max":
      guard let initial = elements.first else { return .null }
      return try elements.dropFirst().reduce(initial) { best, value in
        // The first of equals is the least, the last of equals the greatest, as in Swift.
        func isBefore(_ a: ClosureValue, _ b: ClosureValue) throws -> Bool {
          if !values.isEmpty { return try apply(first, [a, b], place).isTrue }
          guard let answer = ClosureValue.isBefore(a, b) else { throw beyond("these values cannot be compared", place) }
          return answer
        }
        return name == "min" ? try isBefore(value, best) ? value : best : try isBefore(value, best) ? best : value
      }
    case "enumerated":
      return .array(elements.enumerated().map { .tuple([.integer(Int64($0)), $1], labels: ["offset", "element"]) })
    case "reversed": return .array(elements.reversed())
    case "drop": return .array(Array(try elements.drop { try each($0).isTrue }))
    case "prefix" where arguments.first?.label == "while": return .array(Array(try elements.prefix { try each($0).isTrue }))
    case "compactMapValues":
      guard case .dictionary(let pairs) = whole else { return nil }
      var result = OrderedPairs()
      for key in pairs.keys {
        let value = try each(pairs[key] ?? .null)
        if !value.isNull { result[key] = value }
      }
      return .dictionary(result)
    case "elementsEqual": return first.elements.map { .bool($0 == elements) }
    case "count" where !values.isEmpty: return .integer(Int64(try elements.count { try each($0).isTrue }))
    case "dropFirst": return .array(Array(elements.dropFirst(count(values))))
    case "dropLast": return .array(Array(elements.dropLast(count(values))))
    case "prefix": return .array(Array(elements.prefix(count(values))))
    case "suffix": return .array(Array(elements.suffix(count(values))))
    case "joined":
      let texts = elements.map { element -> String? in if case .text(let text) = element { text } else { nil } }
      if texts.contains(nil) { return .array(elements.flatMap { $0.elements ?? [] }) }
      return .text(texts.compactMap { $0 }.joined(separator: values.isEmpty ? "" : first.description))
    case "union": return .set(OrderedValues(elements + (first.elements ?? [])))
    default: return nil
    }
  }
}
