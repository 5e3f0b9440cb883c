internal import HeirloomSchema

/// A property or method of the mapping language: what it is called on, what it takes, what it gives.
struct Builtin {
  /// Which values have it.
  enum Receiver { case string, int, real, decimal, bool, date, uuid, url, data, list, enumeration, attributed, mixed }
  /// What it gives: a type of its own, or the receiver's.
  enum Result { case type(ValueType.Base), same, element, optional(ValueType.Base), optionalElement }
  struct Parameter {
    var label: String?
    var base: ValueType.Base
    /// Used when the argument is left out; without it the argument is needed.
    var fallback: Constant?
    init(_ label: String?, _ base: ValueType.Base, or fallback: Constant? = nil) {
      self.label = label
      self.base = base
      self.fallback = fallback
    }
  }

  var name: String
  var receiver: Receiver
  /// Nil for a property, which is written without parentheses.
  var parameters: [Parameter]?
  var result: Result
  var operation: Operation
  /// What the operation takes after the receiver, beside the arguments.
  var constants: [Constant]

  init(
    _ receiver: Receiver, _ name: String, _ parameters: [Parameter]?, _ result: Result, _ operation: Operation,
    _ constants: [Constant] = []
  ) {
    self.name = name
    self.receiver = receiver
    self.parameters = parameters
    self.result = result
    self.operation = operation
    self.constants = constants
  }

  func accepts(_ base: ValueType.Base) -> Bool {
    switch (receiver, base) {
    case (.string, .string), (.int, .int), (.real, .double), (.real, .float), (.decimal, .decimal), (.bool, .bool),
      (.date, .date),
      (.uuid, .uuid), (.url, .url), (.data, .data), (.list, .list), (.enumeration, .enumeration),
      (.attributed, .attributedString), (.mixed, .mixed):
      true
    default: false
    }
  }

  /// All of them. The reference in docs/mapping-language.md lists the same.
  static let all: [Builtin] = texts + numbers + others + lists + foundation

  private static let texts: [Builtin] = [
    .init(.string, "count", nil, .type(.int), .length),
    .init(.string, "isEmpty", nil, .type(.bool), .isEmpty),
    .init(.string, "lowercased", [], .same, .lowercased),
    .init(.string, "uppercased", [], .same, .uppercased),
    .init(.string, "capitalized", nil, .same, .capitalized),
    .init(.string, "trimmed", [], .same, .trimmed),
    .init(.string, "reversed", [], .same, .reversed),
    .init(.string, "prefix", [.init(nil, .int)], .same, .prefix),
    .init(.string, "suffix", [.init(nil, .int)], .same, .suffix),
    .init(.string, "dropFirst", [.init(nil, .int, or: .integer(1))], .same, .dropFirst),
    .init(.string, "dropLast", [.init(nil, .int, or: .integer(1))], .same, .dropLast),
    .init(.string, "contains", [.init(nil, .string)], .type(.bool), .containsText),
    .init(.string, "hasPrefix", [.init(nil, .string)], .type(.bool), .hasPrefix),
    .init(.string, "hasSuffix", [.init(nil, .string)], .type(.bool), .hasSuffix),
    .init(.string, "matches", [.init(nil, .string)], .type(.bool), .matchesPattern),
    .init(.string, "replacing", [.init(nil, .string), .init("with", .string)], .same, .replacing),
    .init(.string, "replacing", [.init("pattern", .string), .init("with", .string)], .same, .replacingPattern),
    .init(
      .string, "split", [.init("separator", .string), .init("maxSplits", .int, or: .integer(.max))], .type(.list(.string)), .split
    ),
    .init(.string, "padded", [.init("to", .int), .init("with", .string, or: .text(" "))], .same, .padded),
    .init(.string, "percentEncoded", [], .same, .percentEncoded),
    .init(.string, "percentDecoded", [], .optional(.string), .percentDecoded),
    .init(.string, "htmlEscaped", [], .same, .htmlEscaped),
    .init(.string, "sha256", [], .type(.string), .sha256),
    .init(.string, "md5", [], .type(.string), .md5),
    .init(.string, "utf8Data", nil, .type(.data), .dataFromText),
  ]

  private static let numbers: [Builtin] = [
    .init(.int, "magnitude", nil, .same, .absolute),
    .init(.real, "magnitude", nil, .same, .absolute),
    .init(.real, "rounded", [], .same, .roundedToNearest),
    .init(.real, "roundedDown", [], .same, .roundedDown),
    .init(.real, "roundedUp", [], .same, .roundedUp),
    .init(.real, "roundedTowardZero", [], .same, .roundedTowardZero),
    .init(.real, "squareRoot", [], .same, .squareRoot),
    .init(.real, "formatted", [.init("decimals", .int)], .type(.string), .formatted),
    .init(.int, "clamped", [.init("from", .int), .init("to", .int)], .same, .clamped),
    .init(.real, "clamped", [.init("from", .double), .init("to", .double)], .same, .clamped),
  ]

  private static let others: [Builtin] = [
    .init(.date, "timeIntervalSince1970", nil, .type(.double), .unixSecondsFromDate),
    .init(.date, "timeIntervalSinceReferenceDate", nil, .type(.double), .referenceFromDate),
    .init(.date, "iso8601", [], .type(.string), .textFromDate),
    .init(.date, "formatted", [.init(nil, .string)], .type(.string), .dateFormatted),
    .init(.uuid, "uuidString", nil, .type(.string), .textFromUUID),
    .init(.url, "absoluteString", nil, .type(.string), .concatenate),
    .init(.data, "count", nil, .type(.int), .dataCount),
    .init(.data, "isEmpty", nil, .type(.bool), .isEmpty),
    .init(.data, "base64EncodedString", [], .type(.string), .base64FromData),
    .init(.data, "hex", [], .type(.string), .hexFromData),
    .init(.data, "sha256", [], .type(.string), .sha256),
    .init(.data, "md5", [], .type(.string), .md5),
    .init(.data, "utf8String", [], .optional(.string), .textFromData),
    .init(.data, "propertyListJSON", [], .optional(.string), .jsonFromPropertyList),
    .init(.data, "keyedArchiveJSON", [], .optional(.string), .jsonFromKeyedArchive),
    .init(.data, "archivedStrings", [], .optional(.list(.string)), .listFromArchive),
    .init(.enumeration, "rawValue", nil, .type(.string), .concatenate),
    .init(.attributed, "plainText", [], .type(.string), .plainFromAttributed),
    .init(.mixed, "json", nil, .type(.string), .concatenate),
    .init(.mixed, "typeName", nil, .type(.string), .mixedType),
    .init(.mixed, "boolValue", nil, .optional(.bool), .mixedBool),
    .init(.mixed, "intValue", nil, .optional(.int), .mixedInt),
    .init(.mixed, "doubleValue", nil, .optional(.double), .mixedDouble),
    .init(.mixed, "decimalValue", nil, .optional(.decimal), .mixedDecimal),
    .init(.mixed, "stringValue", nil, .optional(.string), .mixedString),
    .init(.mixed, "dateValue", nil, .optional(.date), .mixedDate),
    .init(.mixed, "uuidValue", nil, .optional(.uuid), .mixedUUID),
    .init(.mixed, "dataValue", nil, .optional(.data), .mixedData),
  ]

  private static let lists: [Builtin] = [
    .init(.list, "count", nil, .type(.int), .listCount),
    .init(.list, "isEmpty", nil, .type(.bool), .isEmpty),
    .init(.list, "first", nil, .optionalElement, .listFirst),
    .init(.list, "last", nil, .optionalElement, .listLast),
    .init(.list, "joined", [.init("separator", .string, or: .text(""))], .type(.string), .joined),
    .init(.list, "contains", [.init(nil, .string)], .type(.bool), .listContains),
  ]
}

extension Builtin {
  /// Whether arguments with these labels, in this order, fit.
  func takes(_ labels: [String?]) -> Bool {
    var rest = labels[...]
    for parameter in parameters ?? [] {
      if let next = rest.first, next == parameter.label {
        rest = rest.dropFirst()
      } else if parameter.fallback == nil {
        return false
      }
    }
    return rest.isEmpty
  }

  var signature: String {
    guard let parameters else { return name }
    return "\(name)(\(parameters.map { "\($0.label.map { "\($0): " } ?? "")\($0.base)" }.joined(separator: ", ")))"
  }
}
