internal import HeirloomFindings
import Testing

/// What a Swift developer would write by habit: it works, or it is refused with what to write instead.
@Suite struct `Words that a mapping cannot have` {
  static let words: [Marked] = [
    Marked(
      "stars = old.modified < «Date()» ? 1 : 0", "wrong-arguments", "'Date' takes other arguments",
      help: "a conversion knows no clock: take a date of the record, or 'Date(iso8601: \"2024-05-01\")!'"),
    Marked(
      "stars = old.modified < Date.«now» ? 1 : 0", "unknown-name", "'Date.now' is not part of the mapping language",
      help: "a conversion knows no clock: take a date of the record, or 'Date(iso8601: \"2024-05-01\")!'"),
    Marked(
      "title = «UUID()».uuidString", "wrong-arguments", "'UUID' takes other arguments",
      help: "a conversion knows no chance: 'UUID(stableFor: old)' is the same in every run"),
    Marked(
      "title = (old.title ?? \"\").«localizedCapitalized»", "unknown-function", "String has no 'localizedCapitalized'",
      help: "a conversion depends on no locale: 'lowercased()', 'contains', '==' and '<' do not"),
    Marked(
      "title = \"«\\(old.weight, specifier: \"%.2f\")»\"", "mapping-syntax", "only a value by itself can stand inside a text",
      help: "give it its form before: '\\(String(format: \"%.2f\", old.size))'"),
    Marked(
      "stars = old.labels.reduce(0) «{ max($0, $1.text.count) }»", "wrong-arguments",
      "'reduce' adds up here: '{ $0 + $1.count }' or '+'",
      help: "write 'max(of:)', 'min(of:)', 'contains { … }' or 'allSatisfy { … }' for the rest"),
    Marked(
      "title = old.labels.map(\\.text).«enumerated»().map { $0 }.joined()", "unknown-function", "[String] has no 'enumerated'",
      help: "'Map(elements: …) { old, value, place in … }' and 'Map(links: …)' tell the place"),
    Marked(
      "title = String(format: «\"%q\"», old.stars)", "wrong-arguments", "this format is not understood",
      help: "'%d', '%05.2f', '%x', '%@' and '%%' are; arguments are taken in order"),
    Marked(
      "title = String(format: «\"%d %d\"», old.stars)", "wrong-arguments", "the format has more parts than there are values"),
    Marked("title = String(format: \"%d\", old.«weight»)", "wrong-type", "expected Int, and this is Double"),
    Marked(
      "let x: Date = old.«stars»\ntitle = \"\\(x)\"", "wrong-type", "'Date' is wanted, and this is Int",
      help: "convert it: 'Date(unixSeconds: …)'"),
    Marked("«var» n = 1\nstars = n", "mapping-syntax", "a name is given once and does not change", help: "write 'let'"),
    Marked(
      "stars = «switch (old.stars, old.seen) { case (1, true): 1 }»", "mapping-syntax",
      "the 'switch' does not say what happens with other values", help: "add a 'default:'"),
  ]

  @Test(arguments: words) func `are named, with what to write instead`(_ word: Marked) throws { try Notes.expect(word) }
}
