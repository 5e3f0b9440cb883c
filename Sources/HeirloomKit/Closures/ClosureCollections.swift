/// A set that remembers the order in which its values came, so that the same input always gives the same walk.
struct OrderedValues: Hashable {
  private(set) var values: [ClosureValue] = []
  private var members: Set<ClosureValue> = []

  init(_ values: [ClosureValue] = []) { for value in values { insert(value) } }
  func contains(_ value: ClosureValue) -> Bool {
    if case .caseName = value { return values.contains { ClosureValue.isEqual($0, value) } }
    return members.contains(value)
  }
  @discardableResult
  mutating func insert(_ value: ClosureValue) -> Bool {
    guard members.insert(value).inserted else { return false }
    values.append(value)
    return true
  }
  @discardableResult
  mutating func remove(_ value: ClosureValue) -> Bool {
    guard members.remove(value) != nil else { return false }
    values.removeAll { $0 == value }
    return true
  }
  static func == (a: Self, b: Self) -> Bool { a.members == b.members }
  func hash(into hasher: inout Hasher) { hasher.combine(members) }
}

/// A dictionary that remembers the order of its keys.
struct OrderedPairs: Hashable {
  private(set) var keys: [ClosureValue] = []
  private var values: [ClosureValue: ClosureValue] = [:]

  subscript(key: ClosureValue) -> ClosureValue? {
    get { values[key] }
    set {
      if newValue == nil, values[key] != nil { keys.removeAll { $0 == key } }
      if newValue != nil, values[key] == nil { keys.append(key) }
      values[key] = newValue
    }
  }
  /// The key that is equal in Swift's eyes: `.draft` finds the case of its enum.
  func key(like key: ClosureValue) -> ClosureValue {
    if case .caseName = key, values[key] == nil { return keys.first { ClosureValue.isEqual($0, key) } ?? key }
    return key
  }
  /// Takes a value out, so that it can be changed without a copy.
  mutating func take(_ key: ClosureValue) -> ClosureValue? { values.updateValue(.null, forKey: key) }
  var count: Int { values.count }
  static func == (a: Self, b: Self) -> Bool { a.values == b.values }
  func hash(into hasher: inout Hasher) { hasher.combine(values) }
}

/// The names that stand around a statement.
///
/// `self` and `Self` are names among them: what a function of the sources belongs to.
final class ClosureScope {
  private var values: [String: ClosureValue] = [:]
  let outer: ClosureScope?

  init(inside outer: ClosureScope? = nil) { self.outer = outer }

  func define(_ name: String, _ value: ClosureValue) { if name != "_" { values[name] = value } }

  subscript(name: String) -> ClosureValue? { values[name] ?? outer?[name] }

  /// The scope that has the name.
  func owner(of name: String) -> ClosureScope? { values[name] != nil ? self : outer?.owner(of: name) }

  func set(_ name: String, _ value: ClosureValue) { values[name] = value }

  /// Takes a value out, so that it can be changed without a copy.
  func take(_ name: String) -> ClosureValue { values.updateValue(.null, forKey: name) ?? .null }
}
