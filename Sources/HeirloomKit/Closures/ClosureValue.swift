internal import HeirloomBytes
internal import HeirloomFindings
internal import HeirloomSchema
internal import HeirloomSwiftSource

/// A value while a closure is interpreted.
indirect enum ClosureValue: Hashable {
  case null
  case bool(Bool)
  case integer(Int64)
  case real(Double)
  case text(String)
  case url(String)
  /// Seconds since 2001-01-01T00:00:00Z.
  case date(Double)
  case uuid([UInt8])
  case data([UInt8])
  case record(RecordReference)
  case array([ClosureValue])
  case set(OrderedValues)
  case dictionary(OrderedPairs)
  case tuple([ClosureValue], labels: [String?])
  /// A case of an attribute's enum: its name and its raw value.
  case enumeration(String, raw: ClosureValue)
  /// `.draft`, before it is known of which enum.
  case caseName(String)
  /// A Codable struct of a record, by the path of its columns.
  case composite(RecordReference, String)
  case type(EntityName)
  case keyPath([String])
  case order([String], ascending: Bool)
  case descriptor(FetchRequest)
  case function(ClosureReference)
  /// `String.init`
  case maker(String)
  case context
  /// Nothing is known of it: a logger, a name that only the app has. Whatever is done with it is ignored.
  case ignored
}

/// A record of the store, by its concrete entity and key.
struct RecordReference: Hashable {
  let entity: EntityName
  let key: Int64
}

/// What `FetchDescriptor` asks for.
struct FetchRequest: Hashable {
  var entity: EntityName
  var predicate: ClosureReference?
  var order: [ClosureValue] = []
  var limit: Int64?
  var offset: Int64 = 0
}

/// A closure with the names that it sees.
final class ClosureReference: Hashable {
  let function: ClosureFunction
  let scope: ClosureScope
  init(_ function: ClosureFunction, _ scope: ClosureScope) {
    self.function = function
    self.scope = scope
  }
  static func == (a: ClosureReference, b: ClosureReference) -> Bool { a === b }
  func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}

/// A set that remembers the order in which its values came, so that the same input always gives the same walk.
struct OrderedValues: Hashable {
  private(set) var values: [ClosureValue] = []
  private var members: Set<ClosureValue> = []

  init(_ values: [ClosureValue] = []) { for value in values { insert(value) } }
  func contains(_ value: ClosureValue) -> Bool { members.contains(value) }
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
  /// Takes a value out, so that it can be changed without a copy.
  mutating func take(_ key: ClosureValue) -> ClosureValue? { values.updateValue(.null, forKey: key) }
  var count: Int { values.count }
  static func == (a: Self, b: Self) -> Bool { a.values == b.values }
  func hash(into hasher: inout Hasher) { hasher.combine(values) }
}

/// Why a closure cannot go on.
struct ClosureFault: Error {
  enum Kind { case beyond, failed }
  var kind: Kind
  var message: String
  var place: TextPlace?
}

/// The names that stand around a statement.
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

extension ClosureValue {
  var isNull: Bool { self == .null }
  var isTrue: Bool { self == .bool(true) }

  var number: Double? {
    switch self {
    case .integer(let value): Double(value)
    case .real(let value): value
    default: nil
    }
  }

  /// The elements of what can be walked through.
  var elements: [ClosureValue]? {
    switch self {
    case .array(let values): values
    case .set(let set): set.values
    case .dictionary(let pairs): pairs.keys.map { .tuple([$0, pairs[$0] ?? .null], labels: ["key", "value"]) }
    case .text(let text): text.map { .text(String($0)) }
    case .ignored: []
    default: nil
    }
  }

  /// As `String(…)` and interpolation write it.
  var description: String {
    switch self {
    case .null, .ignored: "nil"
    case .bool(let value): String(value)
    case .integer(let value): String(value)
    case .real(let value): "\(value)"
    case .text(let text), .url(let text), .caseName(let text): text
    case .uuid(let bytes): bytes.count == 16 ? StableUUID.text(bytes) : ""
    case .enumeration(let name, _): name
    case .array(let values): "[\(values.map(\.description).joined(separator: ", "))]"
    default: ""
    }
  }

  /// Equal in Swift's eyes: 1 and 1.0 of literals, an enum and its case.
  static func isEqual(_ a: ClosureValue, _ b: ClosureValue) -> Bool {
    switch (a, b) {
    case (.integer, .real), (.real, .integer): a.number == b.number
    case (.enumeration(let name, _), .caseName(let other)), (.caseName(let other), .enumeration(let name, _)): name == other
    default: a == b
    }
  }

  /// Which of two comes first; nil when they cannot be put in order. Nil comes first, as in a fetch.
  static func isBefore(_ a: ClosureValue, _ b: ClosureValue) -> Bool? {
    switch (a, b) {
    case (.null, .null): false
    case (.null, _): true
    case (_, .null): false
    case (.integer(let x), .integer(let y)): x < y
    case (.text(let x), .text(let y)), (.url(let x), .url(let y)): x < y
    case (.date(let x), .date(let y)): x < y
    case (.bool(let x), .bool(let y)): !x && y
    case (.uuid(let x), .uuid(let y)): x.lexicographicallyPrecedes(y)
    case (.enumeration(_, let x), .enumeration(_, let y)): isBefore(x, y)
    default: a.number.flatMap { x in b.number.map { x < $0 } }
    }
  }
}
