import Testing

/// Figures worked out by hand; what the compiler itself gives is asked in Oracle/.
@Suite struct `Words of Swift and Foundation` {
  @Test func `for numbers mean what they mean there`() throws {
    try expectValues([
      ValueCase("Int", "abs(old.minusSeven)", "7"), ValueCase("Double", "abs(old.minusHalf)", "0.5"),
      ValueCase("Decimal", "abs(-old.price)", "2.5"), ValueCase("Decimal", "(-old.price).magnitude", "2.5"),
      ValueCase("Double", "pow(old.half, 3)", "0.125"), ValueCase("Double", "sqrt(old.half * 0.5)", "0.5"),
      ValueCase("Double", "floor(old.minusHalf)", "-1.0"), ValueCase("Double", "ceil(old.pi)", "4.0"),
      ValueCase("Double", "round(old.minusHalf)", "-1.0"), ValueCase("Double", "trunc(old.minusHalf)", "0.0"),
      ValueCase("Double", "old.half.rounded(.toNearestOrEven)", "0.0"),
      ValueCase("Double", "old.half.rounded(.toNearestOrAwayFromZero)", "1.0"),
      ValueCase("Double", "old.half.rounded(.awayFromZero)", "1.0"), ValueCase("Double", "old.half.rounded(.up)", "1.0"),
      ValueCase("Double", "old.half.rounded(.down)", "0.0"), ValueCase("Double", "old.half.rounded(.towardZero)", "0.0"),
      // 7.5 = 2 · 3.0 + 1.5; the sign is that of the dividend.
      ValueCase("Double", "(old.half + 7.0).truncatingRemainder(dividingBy: 3)", "1.5"),
      ValueCase("Double", "(old.minusHalf - 7.0).truncatingRemainder(dividingBy: 3)", "-1.5"),
      ValueCase("Bool", "old.half.isFinite", "1"), ValueCase("Bool", "(old.huge * 10.0).isInfinite", "1"),
      ValueCase("Int", "Int8(exactly: old.seven)", "7"), ValueCase("Int", "Int8(exactly: old.seven * 100)", "NULL"),
      ValueCase("Int", "UInt16(exactly: old.minusSeven)", "NULL"), ValueCase("Int", "Int16(exactly: old.half)", "NULL"),
      ValueCase("Int", "Int16(exactly: old.half * 4)", "2"),
      ValueCase("Bool", "old.seven.isMultiple(of: 7)", "1"), ValueCase("Bool", "old.seven.isMultiple(of: 2)", "0"),
      ValueCase("Bool", "old.zero.isMultiple(of: 0)", "1"), ValueCase("Bool", "old.seven.isMultiple(of: 0)", "0"),
      ValueCase("Bool", "old.small.isMultiple(of: -1)", "1"),
      ValueCase("Int", "old.minusSeven.signum()", "-1"), ValueCase("Int", "old.zero.signum()", "0"),
      ValueCase("Int", "old.seven.clamped(to: 0...5)", "5"), ValueCase("Int", "min(old.seven, 3, 5)", "3"),
      ValueCase("Double", "max(old.half, 3, old.pi, 1)", "3.14159"),
      ValueCase("Decimal", "old.price.clamped(from: 3, to: 5)", "3"), ValueCase("Decimal", "old.price.clamped(to: 0...2)", "2"),
      ValueCase("Decimal", "old.price.rounded(decimals: 0)", "3"),
      ValueCase("Decimal", "(-old.price).rounded(decimals: 0)", "-3"),
      ValueCase("String", "old.price.formatted(decimals: 3)", "'2.500'"),
      ValueCase("String", "old.nine.formatted(decimals: 0)", "'9'"),
      ValueCase("Float", "Float(old.digits)", "42.0"), ValueCase("Float", "Float(old.text)", "NULL"),
    ])
  }

  @Test func `for bits mean what they mean there`() throws {
    try expectValues([
      ValueCase("Int", "old.seven & 10", "2"), ValueCase("Int", "old.seven | 8", "15"), ValueCase("Int", "old.seven ^ 10", "13"),
      ValueCase("Int", "old.minusSeven ^ old.seven", "-2"), ValueCase("Int", "~old.seven", "-8"),
      ValueCase("Int", "old.seven << 2", "28"), ValueCase("Int", "old.minusSeven >> 1", "-4"),
      // Past the ends Swift gives 0 or -1; a negative distance goes the other way.
      ValueCase("Int", "old.seven << 64", "0"), ValueCase("Int", "old.minusSeven >> 100", "-1"),
      ValueCase("Int", "old.seven << -1", "3"), ValueCase("Int", "old.big << 1", "-2"),
      ValueCase("Bool", "old.seven & 4 != 0", "1"), ValueCase("Int", "old.seven + 1 & 8", "7"),
    ])
  }

  @Test func `for constants are known by their types`() throws {
    try expectValues([
      ValueCase("Int", "Int.max", "9223372036854775807"), ValueCase("Int", "Int16.min", "-32768"),
      ValueCase("Double", "Double.pi", "3.141592653589793"),
      ValueCase("Double", ".greatestFiniteMagnitude", "1.7976931348623157e+308"),
      ValueCase("Bool", "old.day > Date.distantPast", "1"), ValueCase("Bool", "old.mood == Mood.good", "1"),
      ValueCase("Mood", "Mood.bad", "'bad'"), ValueCase("Level", "Level(rawValue: 1) ?? .high", "1"),
      ValueCase("Bool", "(Level(rawValue: old.seven) ?? .low) == .low", "1"),
    ])
  }

  @Test func `for texts mean what they mean there`() throws {
    try expectValues([
      ValueCase("String", #"old.text.components(separatedBy: "l").joined(separator: "|")"#, "'He||o, Wor|d'"),
      ValueCase("Int", #"old.empty.components(separatedBy: ",").count"#, "1"),
      ValueCase("String", #"" a\n".trimmingCharacters(in: .whitespaces)"#, "'a\n'"),
      ValueCase("String", #"" a\n".trimmingCharacters(in: .whitespacesAndNewlines)"#, "'a'"),
      ValueCase("String", #"old.text.trimmingCharacters(in: CharacterSet(charactersIn: "Hd"))"#, "'ello, Worl'"),
      ValueCase("String", #"old.text.replacingOccurrences(of: "l", with: "L")"#, "'HeLLo, WorLd'"),
      ValueCase(
        "String", #"old.text.replacingOccurrences(of: "([a-z]+)", with: "<$1>", options: .regularExpression)"#,
        "'H<ello>, W<orld>'"),
      ValueCase("String", #"old.text.replacing(/[a-z]+/, with: "$0\\")"#, #"'H$0\, W$0\'"#),
      ValueCase("Bool", #"old.text.contains(/W[a-z]+d$/)"#, "1"),
      ValueCase("Bool", #"old.text.starts(with: "Hell")"#, "1"),
      ValueCase("String", "old.text.first", "'H'"), ValueCase("String", "old.family.first", "'👨‍👩‍👧'"),
      ValueCase("String", "old.empty.first", "NULL"), ValueCase("String", "old.text.last.map { $0.uppercased() }", "'D'"),
      ValueCase("String", #"old.digits.padding(toLength: 6, withPad: "abc", startingAt: 1)"#, "'42bcab'"),
      ValueCase("String", #"old.text.padding(toLength: 3, withPad: " ", startingAt: 0)"#, "'Hel'"),
      ValueCase("Int", "old.accents.utf8.count", "12"), ValueCase("Data", "Data(old.digits.utf8)", "x'3432'"),
      ValueCase("String", "String(data: old.digits.utf8Data, encoding: .utf8)", "'42'"),
      ValueCase("Data", #"Data(base64Encoded: "AP9B")"#, "x'00ff41'"),
      ValueCase("String", #"String(repeating: "ab", count: 3)"#, "'ababab'"),
      ValueCase("String", "String(old.minusSeven, radix: 2)", "'-111'"),
      ValueCase("String", "String(255, radix: 16, uppercase: true)", "'FF'"),
      ValueCase("Int", #"Int("ff", radix: 16)"#, "255"), ValueCase("Int", #"Int("fg", radix: 16)"#, "NULL"),
      ValueCase("String", "old.seven.description + old.half.description", "'70.5'"),
      ValueCase("String", "String(describing: old.yes)", "'true'"),
    ])
  }

  /// By printf(1): `printf '%05.2f|%3d|%-4d|%04x|%+d|%e' 3.14159 7 7 255 7 0.5`.
  @Test func `for formats print what printf prints`() throws {
    try expectValues([
      ValueCase(
        "String", #"String(format: "%05.2f|%3d|%-4d|%04x|%+d|%e", old.pi, old.seven, old.seven, 255, old.seven, old.half)"#,
        "'03.14|  7|7   |00ff|+7|5.000000e-01'"),
      ValueCase("String", #"String(format: "%@ %d%%", old.text, old.seven)"#, "'Hello, World 7%'"),
      ValueCase("String", #"String(format: "%d", old.big)"#, "'9223372036854775807'"),
      ValueCase("String", #"String(format: "plain")"#, "'plain'"),
    ])
  }

  @Test func `for dates and URLs mean what they mean there`() throws {
    try expectValues([
      ValueCase("Date", "old.day.addingTimeInterval(60)", "60"),
      ValueCase("Date", "Date(timeInterval: 1.5, since: old.day)", "1.5"),
      ValueCase("Double", "old.day.addingTimeInterval(90).timeIntervalSince(old.day)", "90.0"),
      // As Swift 6.3 on Linux prints them: a property is decoded, and loses a last '/'.
      ValueCase("String", #"URL(string: "http://h%C3%A9.x/a%20b/")!.host"#, "'hé.x'"),
      ValueCase("String", #"URL(string: "http://h%C3%A9.x/a%20b/")!.host()"#, "'h%C3%A9.x'"),
      ValueCase("String", #"URL(string: "http://h%C3%A9.x/a%20b/")!.path"#, "'/a b'"),
      ValueCase("String", #"URL(string: "http://h%C3%A9.x/a%20b/")!.path()"#, "'/a%20b/'"),
      ValueCase("String", #"URL(string: "http://h/?q=%41#f%20g")!.query()"#, "'q=%41'"),
      ValueCase("String", #"URL(string: "http://h/?q=%41#f%20g")!.fragment()"#, "'f%20g'"),
      ValueCase("String", "old.link.host", "'a.example'"), ValueCase("String", "old.link.path()", "'/x'"),
      ValueCase("String", "old.link.query", "'y=1'"), ValueCase("String", "old.link.scheme", "'https'"),
      ValueCase("String", "old.link.lastPathComponent", "'x'"), ValueCase("String", "old.link.fragment", "NULL"),
      ValueCase("URL", #"URL(string: "a b")"#, "'a%20b'"),
    ])
  }

  @Test func `print the name of a case, whatever its raw value`() throws {
    try expectValues([
      ValueCase("String", #""\(old.mood) \(old.level)""#, "'good high'"), ValueCase("Int", "old.level.rawValue", "3"),
      ValueCase("String", "String(describing: old.level)", "'high'"),
    ])
  }
}
