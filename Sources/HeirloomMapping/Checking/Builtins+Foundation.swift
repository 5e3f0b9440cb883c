internal import HeirloomSchema

extension Builtin {
  /// Words of the standard library and Foundation, some of them beside a shorter one.
  static let foundation: [Builtin] = [
    .init(.string, "components", [.init("separatedBy", .string)], .type(.list(.string)), .components),
    .init(
      .string, "padding", [.init("toLength", .int), .init("withPad", .string), .init("startingAt", .int)], .same, .paddedRight),
    .init(.string, "utf8", nil, .type(.data), .dataFromText),
    .init(.int, "signum", [], .same, .sign),
    .init(.real, "isFinite", nil, .type(.bool), .isFinite),
    .init(.real, "isInfinite", nil, .type(.bool), .isInfinite),
    .init(.decimal, "rounded", [.init("decimals", .int)], .same, .roundedDecimal),
    .init(.decimal, "formatted", [.init("decimals", .int)], .type(.string), .formattedDecimal),
    .init(.date, "addingTimeInterval", [.init(nil, .double)], .same, .addInterval),
    .init(.date, "timeIntervalSince", [.init(nil, .date)], .type(.double), .dateDifference),
    .init(.url, "scheme", nil, .optional(.string), .urlPart, [.text("scheme")]),
    // The properties are decoded, the calls of the same names are not.
    .init(.url, "host", nil, .optional(.string), .urlPart, [.text("decodedHost")]),
    .init(.url, "host", [], .optional(.string), .urlPart, [.text("host")]),
    .init(.url, "path", nil, .type(.string), .urlPart, [.text("decodedPath")]),
    .init(.url, "path", [], .type(.string), .urlPart, [.text("path")]),
    .init(.url, "query", nil, .optional(.string), .urlPart, [.text("query")]),
    .init(.url, "query", [], .optional(.string), .urlPart, [.text("query")]),
    .init(.url, "fragment", nil, .optional(.string), .urlPart, [.text("fragment")]),
    .init(.url, "fragment", [], .optional(.string), .urlPart, [.text("fragment")]),
    .init(.url, "lastPathComponent", nil, .type(.string), .urlPart, [.text("lastPathComponent")]),
    .init(.url, "pathExtension", nil, .type(.string), .urlPart, [.text("pathExtension")]),
  ]
}
