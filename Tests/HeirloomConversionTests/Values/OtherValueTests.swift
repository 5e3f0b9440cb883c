import Testing

@Suite struct `Other values` {
  @Test func `nil follows Swift's rules`() throws {
    try expectValues([
      ValueCase("Int", "old.none ?? 5", "5"),
      ValueCase("Int", "old.none", "NULL"),
      ValueCase("String", "old.noText?.uppercased()", "NULL"),
      ValueCase("Int", "old.noText?.count", "NULL"),
      ValueCase("Int", "old.noText?.count ?? -1", "-1"),
      ValueCase("Bool", "old.noText?.isEmpty", "NULL"),
      ValueCase("Bool", "old.noText?.isEmpty ?? true", "1"),
      ValueCase("Bool", "old.noText?.isEmpty != false", "1"),
      ValueCase("Bool", "old.noBool == true", "0"),
      ValueCase("Bool", "old.noBool != true", "1"),
      ValueCase("Bool", "!(old.noBool == true)", "1"),
      ValueCase("Bool", "old.none == nil", "1"),
      ValueCase("Bool", "old.none != nil", "0"),
      ValueCase("Bool", "old.none == old.none", "1"),
      ValueCase("Bool", "old.none == 0", "0"),
      ValueCase("String", "old.parent?.text ?? \"no parent\"", "'no parent'"),
      ValueCase("Int", "old.parent?.children.count ?? -1", "-1"),
      ValueCase("Bool", "old.parent?.children.isEmpty ?? false", "0"),
      ValueCase("Int", "old.children.count", "0"),
      ValueCase("Int", "old.children.sum(of: \\.seven)", "0"),
      ValueCase("Int", "old.children.max(of: \\.seven)", "NULL"),
      ValueCase("Bool", "old.children.allSatisfy { $0.seven > 9 }", "1"),
      ValueCase("String", "old.children.map(\\.text).joined(separator: \",\")", "''"),
      ValueCase("Bool", "old.noBytes?.isEmpty ?? true", "1"),
      ValueCase("Int", "switch old.none { case nil: 0 case 1: 1 default: 2 }", "0"),
      ValueCase("Int", "switch old.none { case 0...9: 1 default: 2 }", "2"),
      ValueCase("Int", "switch old.seven { case 1, 7: 1 default: 2 }", "1"),
      ValueCase("Int", "switch old.seven { case 0..<7: 1 case 7..<8: 2 default: 3 }", "2"),
      ValueCase("Int", "if old.yes { 1 } else { 2 }", "1"),
      ValueCase("Int", "if old.no { 1 } else if old.seven == 7 { 2 } else { 3 }", "2"),
      ValueCase("Int", "old.yes && !old.no ? 1 : 0", "1"),
      ValueCase("String", "old.yes ? nil : \"x\"", "NULL"),
    ])
  }

  @Test func `dates are read and written in UTC`() throws {
    // 2001-01-01 is 0; 978307200 seconds lie between 1970 and 2001; a day has 86400.
    try expectValues([
      ValueCase("Date", "old.day", "0"),
      ValueCase("Date", "Date(iso8601: \"2001-01-02\")", "86400"),
      ValueCase("Date", "Date(iso8601: \"2001-01-01T01:00:00+02:00\")", "-3600"),
      ValueCase("Date", "Date(iso8601: \"2001-01-01T00:00:00.25Z\")", "0.25"),
      ValueCase("Date", "Date(iso8601: \"1970-01-01T00:00:00Z\")", "-978307200"),
      ValueCase("Date", "Date(iso8601: \"2001-02-29\")", "NULL"),
      ValueCase("Date", "Date(iso8601: \"2000-02-29\")", "-26524800"),
      ValueCase("Date", "Date(iso8601: \"0001-01-01\")", "-63113904000"),
      ValueCase("Date", "Date(iso8601: \"9999-12-31T23:59:59Z\")", "252423993599"),
      ValueCase("Date", "Date(iso8601: \"yesterday\")", "NULL"),
      ValueCase("Date", "Date(iso8601: \"2001-13-01\")", "NULL"),
      ValueCase("Date", "Date(unixSeconds: 978307260)", "60"),
      ValueCase("Date", "Date(unixMilliseconds: 978307200500)", "0.5"),
      ValueCase("Date", "Date(timeIntervalSinceReferenceDate: old.half)", "0.5"),
      ValueCase("Date", "Date(timeIntervalSince1970: old.half)", "-978307199.5"),
      ValueCase("Date", "Date(\"02.01.2001 00:01\", format: \"dd.MM.yyyy HH:mm\")", "86460"),
      ValueCase("Date", "Date(\"32.01.2001\", format: \"dd.MM.yyyy\")", "NULL"),
      ValueCase("Date", "old.day + 60", "60"),
      ValueCase("Date", "old.day - 0.5", "-0.5"),
      ValueCase("Double", "Date(iso8601: \"2001-01-02\")! - old.day", "86400.0"),
      ValueCase("Double", "old.day.timeIntervalSince1970", "978307200.0"),
      ValueCase("Double", "old.day.timeIntervalSinceReferenceDate", "0.0"),
      ValueCase("String", "old.day.iso8601()", "'2001-01-01T00:00:00Z'"),
      ValueCase("String", "String(old.day + 0.5)", "'2001-01-01T00:00:00.5Z'"),
      ValueCase("String", "old.day.formatted(\"yyyy-MM\")", "'2001-01'"),
      ValueCase("String", "(old.day - 1).iso8601()", "'2000-12-31T23:59:59Z'"),
      ValueCase("Date", ".distantPast", "-63114076800"),
      ValueCase("Date", ".distantFuture", "63113904000"),
      ValueCase("Bool", "old.day < Date(iso8601: \"2001-01-02\")!", "1"),
    ])
  }

  @Test func `identities, links and bytes`() throws {
    try expectValues([
      ValueCase("UUID", "old.id", "x'00112233445566778899aabbccddeeff'"),
      ValueCase("String", "old.id.uuidString", "'00112233-4455-6677-8899-AABBCCDDEEFF'"),
      ValueCase("UUID", "UUID(\"00112233-4455-6677-8899-aabbccddeeff\")", "x'00112233445566778899aabbccddeeff'"),
      ValueCase("UUID", "UUID(\"none\")", "NULL"),
      ValueCase("UUID", "UUID(old.bytes)", "NULL"),
      ValueCase("Bool", "UUID(stableFor: old) == UUID(stableFor: old)", "1"),
      ValueCase("Bool", "UUID(stableFor: \"a\", \"bc\") == UUID(stableFor: \"ab\", \"c\")", "0"),
      ValueCase("String", "old.link.absoluteString", "'https://a.example/x?y=1'"),
      ValueCase("URL", "URL(\"https://b.example\")", "'https://b.example'"),
      ValueCase("URL", "URL(old.empty)", "NULL"),
      ValueCase("Int", "old.bytes.count", "3"),
      ValueCase("Bool", "old.bytes.isEmpty", "0"),
      ValueCase("String", "old.bytes.hex()", "'00ff41'"),
      ValueCase("String", "old.bytes.base64EncodedString()", "'AP9B'"),
      ValueCase("Data", "Data(base64: \"AP9B\")", "x'00ff41'"),
      ValueCase("Data", "Data(base64: \"AP9\")", "NULL"),
      ValueCase("Data", "Data(hex: \"00FF41\")", "x'00ff41'"),
      ValueCase("Data", "Data(hex: \"0g\")", "NULL"),
      ValueCase("Data", "Data(hex: \"123\")", "NULL"),
      ValueCase("Data", "Data(hex: \"\")", "x''"),
      ValueCase("Data", "Data(utf8: \"é\")", "x'c3a9'"),
      ValueCase("String", "String(utf8: old.bytes)", "NULL"),
      ValueCase("String", "String(utf8: Data(hex: \"c3a9\")!)", "'é'"),
      ValueCase("String", "old.bytes.utf8String()", "NULL"),
      // Known answers of RFC 1321 and FIPS 180-4.
      ValueCase("String", "\"abc\".md5()", "'900150983cd24fb0d6963f7d28e17f72'"),
      ValueCase("String", "\"abc\".sha256()", "'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad'"),
      ValueCase("String", "Data(utf8: \"abc\").md5()", "'900150983cd24fb0d6963f7d28e17f72'"),
      ValueCase("Data", "old.text.utf8Data", "x'48656c6c6f2c20576f726c64'"),
      ValueCase("Int", "legacyKey(old)", "1"),
      ValueCase("String", "entityName(old)", "'In'"),
    ])
  }

  @Test func `enums are their raw values`() throws {
    try expectValues([
      ValueCase("Mood", "old.mood", "'good'"),
      ValueCase("Mood", ".bad", "'bad'"),
      ValueCase("Mood", "Mood(rawValue: \"bad\")", "'bad'"),
      ValueCase("Mood", "Mood(rawValue: old.text)", "NULL"),
      ValueCase("Mood", "old.noMood", "NULL"),
      ValueCase("Level", "old.level", "3"),
      ValueCase("Level", "Level(rawValue: old.seven)", "NULL"),
      ValueCase("Level", "switch old.mood { case .good: .high case .bad: .low }", "3"),
      ValueCase("String", "old.mood.rawValue", "'good'"),
      ValueCase("Int", "old.level.rawValue", "3"),
      ValueCase("Int", "old.level.rawValue + 1", "4"),
      ValueCase("Bool", "old.mood == .good", "1"),
      ValueCase("Bool", "old.noMood == .good", "0"),
      ValueCase("String", "\"\\(old.mood)\"", "'good'"),
      ValueCase("String", "old.mood", "'good'"),
      ValueCase("Int", "old.level", "3"),
    ])
    try expectRefusals([
      ValueCase("Mood", "old.text", "no case of 'Mood' has this raw value"),
      ValueCase("Level", "old.seven", "no case of 'Level' has this raw value"),
      ValueCase("Mood", "old.noText", "written"),
    ])
  }
}
