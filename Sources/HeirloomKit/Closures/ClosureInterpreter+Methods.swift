internal import Foundation
internal import HeirloomFindings
internal import HeirloomSchema
internal import HeirloomSwiftSource

/// Methods of values that change nothing.
extension ClosureInterpreter {
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
    if case .real(let number) = value, name == "rounded", let rule = Self.rounding(values.first) {
      return .real(number.rounded(rule))
    }
    if case .real(let number) = value, name == "magnitude" { return .real(number.magnitude) }
    if name == "isMultiple", case .integer(let number) = value, case .integer(let other)? = values.first {
      return .bool(other == 0 ? number == 0 : number % other == 0)
    }
    if name == "formatted" || name == "description" { throw beyond("how '\(name)' writes a value depends on the device", place) }
    throw beyond("'\(name)(…)' is not interpreted for this value", place)
  }

  private static func rounding(_ rule: ClosureValue?) -> FloatingPointRoundingRule? {
    switch rule {
    case nil: .toNearestOrAwayFromZero
    case .caseName("up"): .up
    case .caseName("down"): .down
    case .caseName("towardZero"): .towardZero
    case .caseName("awayFromZero"): .awayFromZero
    case .caseName("toNearestOrEven"): .toNearestOrEven
    case .caseName("toNearestOrAwayFromZero"): .toNearestOrAwayFromZero
    default: nil
    }
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

  func count(_ values: [ClosureValue]) -> Int {
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
}
