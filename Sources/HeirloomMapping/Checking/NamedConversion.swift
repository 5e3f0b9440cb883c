internal import HeirloomSchema

/// A conversion by name, such as `Int(old.text)` or `Date(iso8601: old.when)`.
struct NamedConversion {
  var name: String
  var labels: [String?]
  var from: ValueType.Base
  var result: ValueType.Base
  /// Nil when the value stays as it is.
  var operation: Operation?
  var mayGiveNil = false
  var warning: String?

  init(
    _ name: String, _ labels: [String?], from: ValueType.Base, to result: ValueType.Base, _ operation: Operation?,
    orNil: Bool = false,
    warning: String? = nil
  ) {
    self.name = name
    self.labels = labels
    self.from = from
    self.result = result
    self.operation = operation
    mayGiveNil = orNil
    self.warning = warning
  }

  var signature: String {
    "\(name)(\(zip(labels, [from] + Array(repeating: .string, count: 4)).map { ($0.map { "\($0): " } ?? "") + "\($1)" }.joined(separator: ", ")))"
  }

  func accepts(_ base: ValueType.Base) -> Bool {
    if base == from || base == .nothing { return true }
    if case .enumeration(let enumeration) = base {
      return from == (enumeration.rawType?.isInteger == true ? .int : .string)
    }
    return base.isFloatingPoint && from.isFloatingPoint
  }

  static func of(_ name: String) -> [NamedConversion] { all.filter { $0.name == name } }
  static let names = Array(Set(all.map(\.name))).sorted()

  static let all: [NamedConversion] = texts + numbers + times + identities + bytes

  private static let texts: [NamedConversion] = [
    .init("String", [nil], from: .int, to: .string, .textFromInt),
    .init("String", [nil], from: .float, to: .string, .textFromFloat),
    .init("String", [nil], from: .double, to: .string, .textFromDouble),
    .init("String", [nil], from: .bool, to: .string, .textFromBool),
    .init("String", [nil], from: .decimal, to: .string, nil),
    .init("String", [nil], from: .string, to: .string, nil),
    .init("String", [nil], from: .uuid, to: .string, .textFromUUID),
    .init("String", [nil], from: .url, to: .string, nil),
    .init("String", [nil], from: .date, to: .string, .textFromDate),
    .init("String", [nil], from: .attributedString, to: .string, .plainFromAttributed),
    .init("String", ["utf8"], from: .data, to: .string, .textFromData, orNil: true),
    .init("AttributedString", ["markdown"], from: .string, to: .attributedString, .attributedFromMarkdown),
    .init("AttributedString", [nil], from: .string, to: .attributedString, .attributedFromPlain),
  ]

  private static let numbers: [NamedConversion] = [
    .init("Int", [nil], from: .string, to: .int, .intFromText, orNil: true),
    .init("Int", [nil], from: .double, to: .int, .intTruncating),
    .init("Int", ["exactly"], from: .double, to: .int, .intExactly, orNil: true),
    .init("Int", [nil], from: .bool, to: .int, .intFromBool),
    .init("Int", [nil], from: .int, to: .int, nil),
    .init("Int", [nil], from: .decimal, to: .int, .intFromDecimal, orNil: true),
    .init("Bool", [nil], from: .int, to: .bool, .boolFromInt),
    .init("Bool", [nil], from: .string, to: .bool, .boolFromText, orNil: true),
    .init("Double", [nil], from: .string, to: .double, .doubleFromText, orNil: true),
    .init("Double", [nil], from: .int, to: .double, .doubleFromInt),
    .init("Double", [nil], from: .double, to: .double, nil),
    .init(
      "Double", [nil], from: .decimal, to: .double, .doubleFromDecimal,
      warning: "a decimal may have more digits than a Double holds"),
    .init("Float", [nil], from: .int, to: .float, .floatRounded),
    .init("Float", [nil], from: .float, to: .float, nil),
    .init("Float", [nil], from: .double, to: .float, .floatFromDouble, warning: "a Float holds about seven digits"),
    .init("Float", [nil], from: .string, to: .float, .floatFromText, orNil: true),
    .init("Decimal", [nil], from: .int, to: .decimal, .decimalFromInt),
    .init("Decimal", ["string"], from: .string, to: .decimal, .decimalFromText, orNil: true),
    .init("Decimal", [nil], from: .string, to: .decimal, .decimalFromText, orNil: true),
    .init(
      "Decimal", [nil], from: .double, to: .decimal, .decimalFromDouble,
      warning: "a Double holds binary fractions: the shortest decimal that gives the same Double is taken"),
  ]

  private static let times: [NamedConversion] = [
    .init("Date", ["iso8601"], from: .string, to: .date, .dateFromISO8601, orNil: true),
    .init("Date", [nil, "format"], from: .string, to: .date, .dateFromFormat, orNil: true),
    .init("Date", ["unixSeconds"], from: .int, to: .date, .dateFromUnixSeconds),
    .init("Date", ["unixSeconds"], from: .double, to: .date, .dateFromUnixSeconds),
    .init("Date", ["unixMilliseconds"], from: .int, to: .date, .dateFromUnixMilliseconds),
    .init("Date", ["unixMilliseconds"], from: .double, to: .date, .dateFromUnixMilliseconds),
    .init("Date", ["timeIntervalSince1970"], from: .double, to: .date, .dateFromUnixSeconds),
    .init("Date", ["timeIntervalSince1970"], from: .int, to: .date, .dateFromUnixSeconds),
    .init("Date", ["timeIntervalSinceReferenceDate"], from: .double, to: .date, .dateFromReference),
    .init("Date", ["timeIntervalSinceReferenceDate"], from: .int, to: .date, .dateFromReference),
  ]

  private static let identities: [NamedConversion] = [
    .init("UUID", [nil], from: .string, to: .uuid, .uuidFromText, orNil: true),
    .init("UUID", ["uuidString"], from: .string, to: .uuid, .uuidFromText, orNil: true),
    .init("UUID", [nil], from: .data, to: .uuid, .uuidFromData, orNil: true),
    .init("UUID", [nil], from: .uuid, to: .uuid, nil),
    .init("URL", [nil], from: .string, to: .url, .urlFromText, orNil: true),
    .init("URL", ["string"], from: .string, to: .url, .urlFromText, orNil: true),
  ]

  private static let bytes: [NamedConversion] = [
    .init("Data", ["base64"], from: .string, to: .data, .dataFromBase64, orNil: true),
    .init("Data", ["hex"], from: .string, to: .data, .dataFromHex, orNil: true),
    .init("Data", ["utf8"], from: .string, to: .data, .dataFromText),
    .init("Data", [nil], from: .data, to: .data, nil),
  ]
}
