import Testing

/// How many characters or elements: in Swift a negative number ends the program, here it refuses the record.
@Suite struct `Counts` {
  @Test func `that are computed and negative refuse the record`() throws {
    let negative = "a count is negative"
    let tooMany = "a count is negative, or makes a text of more than a million characters"
    try expectRefusals([
      ValueCase("String", "old.text.prefix(old.minusSeven)", negative),
      ValueCase("String", "old.text.suffix(old.minusSeven)", negative),
      ValueCase("String", "old.text.dropFirst(old.minusSeven)", negative),
      ValueCase("String", "old.text.dropLast(old.minusSeven)", negative),
      ValueCase("[String]", #"old.text.split(separator: ",").dropFirst(old.minusSeven)"#, negative),
      ValueCase("[String]", #"old.text.split(separator: ",").suffix(old.minusSeven)"#, negative),
      ValueCase("String", #"String(repeating: "ab", count: old.minusSeven)"#, tooMany),
      ValueCase("String", #"old.digits.padded(to: old.minusSeven, with: "0")"#, tooMany),
    ])
  }

  @Test func `that make a text of more than a million characters refuse the record, and never shorten it`() throws {
    let tooMany = "a count is negative, or makes a text of more than a million characters"
    try expectRefusals([
      ValueCase("String", #"String(repeating: "ab", count: 500_001)"#, tooMany),
      ValueCase("String", #"String(repeating: "ab", count: old.big)"#, tooMany),
      ValueCase("String", #"old.digits.padded(to: old.big, with: "0")"#, tooMany),
      ValueCase("String", #"old.digits.padding(toLength: old.big, withPad: "0", startingAt: 0)"#, tooMany),
    ])
    try expectValues([
      ValueCase("Int", #"String(repeating: "ab", count: 5_000).count"#, "10000"),
      ValueCase(
        "Int", #"String(repeating: "ab", count: 5_000).padding(toLength: 9_000, withPad: " ", startingAt: 0).count"#, "9000"),
      ValueCase("Int", #"old.digits.padded(to: 9_000, with: "0").count"#, "9000"),
    ])
  }

  // Foundation's own answer on Linux, by a program of one line: "e" and an acute accent are two units of UTF-16.
  @Test func `of padding are those of UTF-16, as Foundation counts`() throws {
    try expectValues([
      ValueCase("String", #""e\u{301}".padding(toLength: 4, withPad: "-", startingAt: 0)"#, "'e\u{301}--'")
    ])
  }
}
