internal import Foundation
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
  /// Exact: never by way of a Double.
  case decimal(Decimal)
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
  /// A case of an enum, with the enum's name and the raw value.
  case enumeration(type: String, String, raw: ClosureValue)
  /// `.draft`, before it is known of which enum; the case of an error.
  case caseName(String)
  /// A Codable struct of a record, by the path of its columns.
  case composite(RecordReference, String)
  /// A struct of the sources that was made here: its full name and its stored properties.
  case structure(String, [String: ClosureValue])
  case type(EntityName)
  /// A type of the sources that is no model, by its full name.
  case named(String)
  case keyPath([String])
  case order([String], ascending: Bool)
  case descriptor(FetchRequest)
  case function(ClosureReference)
  /// `String.init`, or an operator in the place of a closure.
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

/// Why a closure cannot go on.
struct ClosureFault: Error {
  enum Kind {
    /// Something is not interpreted.
    case beyond
    /// It would crash on a device, or does not end: nothing catches that.
    case failed
    /// An error of the closure's own, which `catch` and `try?` take.
    case thrown
  }
  var kind: Kind
  var message: String
  var place: TextPlace?
  /// The case of a thrown error: `Failure.tooMany`.
  var error = ""
}

extension ClosureValue {
  var isNull: Bool { self == .null }
  var isTrue: Bool { self == .bool(true) }

  var number: Double? {
    switch self {
    case .integer(let value): Double(value)
    case .real(let value): value
    case .decimal(let value): NSDecimalNumber(decimal: value).doubleValue
    default: nil
    }
  }

  /// The number as a Decimal takes it: literals and integers beside one become Decimals, as in Swift.
  var decimalNumber: Decimal? {
    switch self {
    case .integer(let value): Decimal(value)
    case .real(let value): Decimal(value)
    case .decimal(let value): value
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
    case .decimal(let value): "\(value)"
    case .text(let text), .url(let text), .caseName(let text): text
    case .date(let seconds): Date(timeIntervalSinceReferenceDate: seconds).description
    case .uuid(let bytes): bytes.count == 16 ? StableUUID.text(bytes) : ""
    case .enumeration(_, let name, _): name
    case .array(let values): "[\(values.map(\.literal).joined(separator: ", "))]"
    default: ""
    }
  }

  /// As the description of a collection writes its elements.
  private var literal: String { if case .text(let text) = self { "\"\(text)\"" } else { description } }

  /// Equal in Swift's eyes: 1 and 1.0 of literals, an enum and its case.
  static func isEqual(_ a: ClosureValue, _ b: ClosureValue) -> Bool {
    switch (a, b) {
    case (.decimal, .integer), (.decimal, .real), (.integer, .decimal), (.real, .decimal): a.decimalNumber == b.decimalNumber
    case (.integer, .real), (.real, .integer): a.number == b.number
    case (.enumeration(_, let name, _), .caseName(let other)), (.caseName(let other), .enumeration(_, let name, _)): name == other
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
    case (.enumeration(_, _, let x), .enumeration(_, _, let y)): isBefore(x, y)
    case (.tuple(let x, _), .tuple(let y, _)): isBefore(x[...], y[...])
    case (.decimal, _), (_, .decimal): a.decimalNumber.flatMap { x in b.decimalNumber.map { x < $0 } }
    default: a.number.flatMap { x in b.number.map { x < $0 } }
    }
  }

  /// Tuples by their first parts that differ.
  private static func isBefore(_ a: ArraySlice<ClosureValue>, _ b: ArraySlice<ClosureValue>) -> Bool? {
    guard let x = a.first, let y = b.first else { return a.isEmpty && b.isEmpty ? false : nil }
    return isEqual(x, y) ? isBefore(a.dropFirst(), b.dropFirst()) : isBefore(x, y)
  }
}
