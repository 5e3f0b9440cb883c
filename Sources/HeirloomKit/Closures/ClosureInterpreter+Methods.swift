internal import Foundation
internal import HeirloomBytes
internal import HeirloomFindings
internal import HeirloomSchema
internal import HeirloomSwiftSource

extension ClosureInterpreter {
  // MARK: - Properties

  func member(_ name: String, of value: ClosureValue, _ place: TextPlace) throws -> ClosureValue {
    switch value {
    case .record(let record):
      if let found = try property(name, of: record, place) { return found }
      if name == "persistentModelID" || name == "id" { return value }
      throw beyond("'\(record.entity)' has no property '\(name)' in this version", place)
    case .composite(let record, let path):
      let inner = "\(path).\(name)"
      let attribute = schema.attribute(
        PropertyName(path.split(separator: ".").first.map { String($0) } ?? path), of: record.entity)
      if let column = attribute?.columns.first(where: { $0.path == inner }) {
        return Self.value(try store.value(record, inner, column.leaf), column.leaf)
      }
      return .composite(record, inner)
    case .tuple(let parts, let labels):
      if let index = labels.firstIndex(of: name) ?? Int(name), parts.indices.contains(index) { return parts[index] }
    case .enumeration(_, let raw): if name == "rawValue" { return raw }
    case .context: return name == "hasChanges" ? .bool(!store.pending.isEmpty) : .ignored
    case .ignored: return .ignored
    case .null: return .null
    case .dictionary(let pairs):
      if name == "keys" { return .array(pairs.keys) }
      if name == "values" { return .array(pairs.keys.map { pairs[$0] ?? .null }) }
    case .uuid(let bytes): if name == "uuidString" { return .text(bytes.count == 16 ? StableUUID.text(bytes) : "") }
    case .url(let text): if name == "absoluteString" || name == "path" { return .text(text) }
    case .date(let seconds):
      if name == "timeIntervalSince1970" { return .real(seconds + 978_307_200) }
      if name == "timeIntervalSinceReferenceDate" { return .real(seconds) }
    case .text(let text):
      switch name {
      case "localizedLowercase": return .text(text.lowercased())
      case "localizedUppercase": return .text(text.uppercased())
      case "capitalized": return .text(text.capitalized)
      case "isEmpty": return .bool(text.isEmpty)
      default: break
      }
    case .data(let bytes):
      if name == "count" { return .integer(Int64(bytes.count)) }
      if name == "isEmpty" { return .bool(bytes.isEmpty) }
    default: break
    }
    if let elements = value.elements {
      switch name {
      case "count": return .integer(Int64(elements.count))
      case "isEmpty": return .bool(elements.isEmpty)
      case "first": return elements.first ?? .null
      case "last": return elements.last ?? .null
      case "indices": return .array(elements.indices.map { .integer(Int64($0)) })
      case "lazy": return value
      default: break
      }
    }
    throw beyond("'\(name)' is not interpreted for this value", place)
  }

  // MARK: - Methods

  func method(
    _ name: String, of value: ClosureValue, _ arguments: [ClosureTerm.Argument], in scope: ClosureScope, _ place: TextPlace
  ) throws -> ClosureValue {
    let values = try arguments.map { try evaluate($0.value, in: scope) }
    if name == "map" || name == "flatMap", let function = values.first {
      // Of what is no collection, `map` is an optional's. So it is of a text: a walk through its characters is hardly ever meant.
      if value.isNull { return .null }
      if value.elements == nil { return try apply(function, [value], place) }
      if case .text = value { return try apply(function, [value], place) }
    }
    if case .text(let text) = value, let result = try method(name, of: text, arguments, values, place) { return result }
    if case .date(let seconds) = value {
      if name == "addingTimeInterval", let number = values.first?.number { return .date(seconds + number) }
      if name == "timeIntervalSince", case .date(let other)? = values.first { return .real(seconds - other) }
    }
    if value.isNull { throw failed("'\(name)' is called on nil", place) }
    if case .set(let set) = value, let result = method(name, of: set, values) { return result }
    if let elements = value.elements, let result = try method(name, of: elements, value, arguments, values, place) {
      return result
    }
    if case .real(let number) = value, name == "rounded" { return .real(number.rounded()) }
    throw beyond("'\(name)(…)' is not interpreted for this value", place)
  }

  private func method(
    _ name: String, of text: String, _ arguments: [ClosureTerm.Argument], _ values: [ClosureValue], _ place: TextPlace
  ) throws -> ClosureValue? {
    func word(_ index: Int) -> String? {
      guard values.indices.contains(index), case .text(let text) = values[index] else { return nil }
      return text
    }
    switch name {
    case "lowercased": return .text(text.lowercased())
    case "uppercased": return .text(text.uppercased())
    case "hasPrefix": return word(0).map { .bool(text.hasPrefix($0)) }
    case "hasSuffix": return word(0).map { .bool(text.hasSuffix($0)) }
    case "contains": return word(0).map { .bool($0.isEmpty || text.contains($0)) }
    case "localizedStandardContains", "localizedCaseInsensitiveContains":
      return word(0).map { .bool(text.lowercased().contains($0.lowercased())) }
    case "split":
      guard let separator = word(0) else { return nil }
      var most = Int.max
      for (argument, value) in zip(arguments, values) {
        if argument.label == "maxSplits", case .integer(let count) = value { most = Int(clamping: max(0, count)) }
      }
      let keepsEmpty = zip(arguments, values).contains { $0.label == "omittingEmptySubsequences" && $1 == .bool(false) }
      if separator.isEmpty { return .array([.text(text)]) }
      return .array(
        text.split(separator: separator, maxSplits: most, omittingEmptySubsequences: !keepsEmpty).map { .text(String($0)) })
    case "components":
      if let separator = word(0) { return .array(text.components(separatedBy: separator).map { .text($0) }) }
      guard case .caseName(let set)? = values.first else { return nil }
      let isBlank: (Character) -> Bool = set == "newlines" ? { $0.isNewline } : { $0.isWhitespace }
      return .array(text.split(omittingEmptySubsequences: false, whereSeparator: isBlank).map { .text(String($0)) })
    case "trimmingCharacters":
      switch values.first {
      case .caseName("whitespaces"): return .text(text.trimmingCharacters(in: .whitespaces))
      case .caseName("whitespacesAndNewlines"): return .text(text.trimmingCharacters(in: .whitespacesAndNewlines))
      case .caseName("newlines"): return .text(text.trimmingCharacters(in: .newlines))
      case .caseName("punctuationCharacters"): return .text(text.trimmingCharacters(in: .punctuationCharacters))
      default: return nil
      }
    case "replacingOccurrences", "replacing":
      guard let old = word(0), let new = word(1), !old.isEmpty else { return nil }
      return .text(text.replacing(old, with: new))
    case "prefix": if case .integer(let count)? = values.first { return .text(String(text.prefix(Int(clamping: max(0, count))))) }
    case "suffix": if case .integer(let count)? = values.first { return .text(String(text.suffix(Int(clamping: max(0, count))))) }
    case "dropFirst": return .text(String(text.dropFirst(count(values))))
    case "dropLast": return .text(String(text.dropLast(count(values))))
    case "appending": return word(0).map { .text(text + $0) }
    case "reversed": return .text(String(text.reversed()))
    case "description": return .text(text)
    default: break
    }
    return nil
  }

  private func count(_ values: [ClosureValue]) -> Int {
    if case .integer(let count)? = values.first { return Int(clamping: max(0, count)) }
    return 1
  }

  private func method(_ name: String, of set: OrderedValues, _ values: [ClosureValue]) -> ClosureValue? {
    guard let other = values.first?.elements else {
      return name == "contains" ? values.first.flatMap { if case .function = $0 { nil } else { .bool(set.contains($0)) } } : nil
    }
    let members = OrderedValues(other)
    switch name {
    case "union": return .set(OrderedValues(set.values + other))
    case "intersection": return .set(OrderedValues(set.values.filter { members.contains($0) }))
    case "subtracting": return .set(OrderedValues(set.values.filter { !members.contains($0) }))
    case "isSubset": return .bool(set.values.allSatisfy { members.contains($0) })
    case "isSuperset": return .bool(other.allSatisfy { set.contains($0) })
    case "isDisjoint": return .bool(!other.contains { set.contains($0) })
    default: return nil
    }
  }

  private func method(
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

  // MARK: - Methods that change their owner

  /// Nil when the owner has no such method, and an ordinary one may be meant.
  func mutate(
    _ owner: ClosureTerm, _ name: String, _ arguments: [ClosureTerm.Argument], in scope: ClosureScope, _ place: TextPlace
  ) throws -> ClosureValue? {
    if case .context = try evaluate(owner, in: scope) { return nil }
    let values = try arguments.map { try evaluate($0.value, in: scope) }
    var isKnown = true
    var result = ClosureValue.null
    try change(owner, in: scope) { value in
      let held = value
      switch held {
      case .null, .array:
        var list: [ClosureValue] = if case .array(let known) = held { known } else { [] }
        value = .null
        if let answer = try self.mutate(&list, name, arguments, values, place) { result = answer } else { isKnown = false }
        value = .array(list)
      case .set(var set):
        value = .null
        switch name {
        case "insert":
          let isNew = set.insert(values.first ?? .null)
          result = .tuple([.bool(isNew), values.first ?? .null], labels: ["inserted", "memberAfterInsert"])
        case "remove": result = set.remove(values.first ?? .null) ? values.first ?? .null : .null
        case "formUnion": for element in values.first?.elements ?? [] { set.insert(element) }
        case "subtract": for element in values.first?.elements ?? [] { set.remove(element) }
        case "removeAll": set = OrderedValues()
        default: isKnown = false
        }
        value = .set(set)
      case .dictionary(var pairs):
        value = .null
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
      if values.isEmpty {
        list = try sorted(list.map { ($0, $0) }, place)
      } else {
        list = try list.sorted { try apply(first, [$0, $1], place).isTrue }
      }
    case "reverse": list.reverse()
    default: return nil
    }
    return .null
  }
}
