import Testing

@Suite struct `Texts` {
  @Test func `texts are built and taken apart by characters`() throws {
    try expectValues([
      ValueCase("Int", "old.text.count", "12"),
      ValueCase("Int", "old.family.count", "3"),
      ValueCase("Int", "old.empty.count", "0"),
      ValueCase("Bool", "old.empty.isEmpty", "1"),
      ValueCase("Bool", "old.text.isEmpty", "0"),
      ValueCase("String", "old.accents.lowercased()", "'éclair ünd'"),
      ValueCase("String", "old.accents.uppercased()", "'ÉCLAIR ÜND'"),
      ValueCase("String", "\"the old man\".capitalized", "'The Old Man'"),
      ValueCase("String", "\" \\n x\\t\".trimmed()", "'x'"),
      ValueCase("String", "old.digits.reversed()", "'24'"),
      ValueCase("String", "old.text.prefix(5)", "'Hello'"),
      ValueCase("String", "old.text.suffix(5)", "'World'"),
      ValueCase("String", "old.text.prefix(99)", "'Hello, World'"),
      ValueCase("String", "old.family.prefix(1)", "'👨‍👩‍👧'"),
      ValueCase("String", "old.text.dropFirst(7)", "'World'"),
      ValueCase("String", "old.text.dropFirst()", "'ello, World'"),
      ValueCase("String", "old.text.dropLast(7)", "'Hello'"),
      ValueCase("String", "old.text + \"!\"", "'Hello, World!'"),
      ValueCase("String", "\"\\(old.seven) × \\(old.half) = \\(old.yes)\"", "'7 × 0.5 = true'"),
      ValueCase("String", "\"\\(old.text)\"", "'Hello, World'"),
      ValueCase("String", "\"\"", "''"),
      ValueCase("String", "\"it's\"", "'it''s'"),
      ValueCase("Bool", "old.text.contains(\"World\")", "1"),
      ValueCase("Bool", "old.text.contains(\"world\")", "0"),
      ValueCase("Bool", "old.text.contains(\"\")", "1"),
      ValueCase("Bool", "old.text.hasPrefix(\"Hello\")", "1"),
      ValueCase("Bool", "old.text.hasSuffix(\"Hello\")", "0"),
      ValueCase("String", "old.text.replacing(\"o\", with: \"0\")", "'Hell0, W0rld'"),
      ValueCase("String", "old.text.replacing(pattern: \"[A-Z]\", with: \"<$0>\")", "'<H>ello, <W>orld'"),
      ValueCase("String", "old.text.replacing(pattern: \"(\\\\w+), (\\\\w+)\", with: \"$2 $1\")", "'World Hello'"),
      ValueCase("String", "old.accents.replacing(pattern: \"[ÉÜ]\", with: \"\")", "'clair ünd'"),
      ValueCase("Bool", "old.text.matches(\"^H.*d$\")", "1"),
      ValueCase("String", "old.digits.padded(to: 5, with: \"0\")", "'00042'"),
      ValueCase("String", "old.digits.padded(to: 1)", "'42'"),
      ValueCase("String", "\"a b/ü\".percentEncoded()", "'a%20b%2F%C3%BC'"),
      ValueCase("String", "\"a%20b\".percentDecoded()", "'a b'"),
      ValueCase("String", "\"100%\".percentDecoded()", "NULL"),
      ValueCase("String", "\"<a & 'b'>\".htmlEscaped()", "'&lt;a &amp; &#39;b&#39;&gt;'"),
    ])
  }

  @Test func `texts are compared by value and not by collation`() throws {
    try expectValues([
      ValueCase("Bool", "\"Z\" < \"a\"", "1"),
      ValueCase("Bool", "\"a\" == \"A\"", "0"),
      ValueCase("Bool", "\"10\" < \"9\"", "1"),
      ValueCase("Bool", "old.text == \"Hello, World\"", "1"),
      ValueCase("Bool", "old.digits == \"42\"", "1"),
      ValueCase("Bool", "old.digits == \"42.0\"", "0"),
      ValueCase("Bool", "old.empty == nil", "0"),
      ValueCase("Bool", "old.noText == nil", "1"),
      ValueCase("Bool", "old.noText == \"\"", "0"),
      ValueCase("Bool", "old.noText != \"x\"", "1"),
      ValueCase("Bool", "\"a \" == \"a\"", "0"),
    ])
  }

  @Test func `characters that end a text in C do not end one here`() throws {
    try expectValues([
      ValueCase("Int", "old.nul.count", "3"),
      ValueCase("String", "old.nul", "('a'||char(0)||'b')"),
      ValueCase("String", "old.nul + \"c\"", "('a'||char(0)||'bc')"),
      ValueCase("String", "\"a\\0b\"", "('a'||char(0)||'b')"),
      ValueCase("Bool", "old.nul == \"a\\0b\"", "1"),
      ValueCase("Bool", "old.nul == \"a\"", "0"),
      ValueCase("Bool", "old.nul.contains(\"b\")", "1"),
      ValueCase("String", "old.nul.replacing(\"\\0\", with: \"-\")", "'a-b'"),
      ValueCase("String", "old.nul.uppercased()", "('A'||char(0)||'B')"),
      ValueCase("String", "old.nul.split(separator: \"-\").first", "('a'||char(0)||'b')"),
      ValueCase("String", "old.nul.split(separator: \"-\").joined(separator: \"\")", "('a'||char(0)||'b')"),
      ValueCase("String", "[old.nul].joined()", "('a'||char(0)||'b')"),
      ValueCase("String", "Data(utf8: old.nul).hex()", "'610062'"),
      ValueCase("Int", "Data(utf8: old.nul).count", "3"),
    ])
  }

  @Test func `parts of a text are a list`() throws {
    try expectValues([
      ValueCase("String", "old.text.split(separator: \", \")[0]", "'Hello'"),
      ValueCase("String", "old.text.split(separator: \", \")[1]", "'World'"),
      ValueCase("String", "old.text.split(separator: \", \")[2]", "NULL"),
      ValueCase("String", "old.text.split(separator: \", \")[-1]", "NULL"),
      ValueCase("Int", "old.text.split(separator: \"o\").count", "3"),
      ValueCase("String", "\"a-b-c\".split(separator: \"-\", maxSplits: 1)[1]", "'b-c'"),
      ValueCase("Int", "\"--a--\".split(separator: \"-\").count", "1"),
      ValueCase("Bool", "old.empty.split(separator: \"-\").isEmpty", "1"),
      ValueCase("String", "old.text.split(separator: \", \").first", "'Hello'"),
      ValueCase("String", "old.text.split(separator: \", \").last", "'World'"),
      ValueCase("String", "old.empty.split(separator: \",\").last", "NULL"),
      ValueCase("String", "old.text.split(separator: \", \").joined(separator: \"/\")", "'Hello/World'"),
      ValueCase("Bool", "old.text.split(separator: \", \").contains(\"World\")", "1"),
      ValueCase("String", "[\"x\", old.digits].joined(separator: \"+\")", "'x+42'"),
      ValueCase("Int", "[1, 2, old.seven].last", "7"),
      ValueCase("Int", "(old.noText?.split(separator: \",\") ?? []).count", "0"),
      ValueCase("Bool", "[1, 2, old.seven].contains(7)", "1"),
      ValueCase("Bool", "[1, 2, old.seven].contains(8)", "0"),
      ValueCase("Double", "[0.5, old.pi].first", "0.5"),
      ValueCase("String", "\"\\\"quoted\\\" \\\\ back\".split(separator: \"#\")[0]", "'\"quoted\" \\ back'"),
    ])
  }
}
