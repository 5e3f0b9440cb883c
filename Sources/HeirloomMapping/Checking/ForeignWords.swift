/// Words that a Swift developer would write, that a mapping cannot have, and what says the same here.
enum ForeignWords {
  /// What to write instead of a function, a type, or a member such as `Date.now`.
  static func advice(_ name: String) -> String? {
    if let found = table[name] { return found }
    if name.hasPrefix("localized") { return "a conversion depends on no locale: 'lowercased()', 'contains', '==' and '<' do not" }
    if name.hasSuffix(".random") || name == "random" || name.hasPrefix("shuffle") || name == "randomElement" { return chance }
    return nil
  }

  private static let chance = "a conversion gives the same for the same store: derive it from the record"
  private static let clock = "a conversion knows no clock: take a date of the record, or 'Date(iso8601: \"2024-05-01\")!'"
  private static let identity = "a conversion knows no chance: 'UUID(stableFor: old)' is the same in every run"
  private static let calendar = "take the parts in UTC: 'Int(old.day.formatted(\"yyyy\"))'"
  private static let match = "take it out by replacing: 'replacing(pattern: \"^.*?([0-9]+).*$\", with: \"$1\")'"
  private static let index = "'prefix', 'dropFirst' and 'split' cut a text; 'contains' looks for one"
  private static let count = "whole numbers past their ends reject the record: write '+', '-' or '*'"
  private static let own = "register a function with HeirloomKit and call it by its name"

  private static let table: [String: String] = [
    "Date()": clock, "Date.now": clock, "now": clock, "timeIntervalSinceNow": clock, "UUID()": identity,
    "SystemRandomNumberGenerator": chance,
    "Calendar": calendar, "DateComponents": calendar, "Calendar.current": calendar,
    "DateFormatter": "write 'Date(text, format: \"dd.MM.yyyy\")' or 'old.day.formatted(\"yyyy-MM-dd\")'",
    "ISO8601DateFormatter": "write 'Date(iso8601: text)' or 'old.day.iso8601()'",
    "NumberFormatter": "write 'String(format: \"%.2f\", old.size)'",
    "Locale": "a conversion depends on no locale", "TimeZone": "dates are read and written in UTC",
    "JSONDecoder": own, "JSONEncoder": own, "JSONSerialization": own, "NSKeyedUnarchiver": "write 'old.data.keyedArchiveJSON()'",
    "PropertyListSerialization": "write 'old.data.propertyListJSON()'", "NSRegularExpression": "write 'matches(pattern)'",
    "print": "a mapping says nothing while it runs; 'heirloom explain' shows what it does",
    "fatalError": "write 'reject(\"why\")'",
    "precondition": "write 'guard … else { reject(\"why\") }'", "zip": "number the elements: 'list[0]', 'list[1]'",
    "enumerated": "'Map(elements: …) { old, value, place in … }' and 'Map(links: …)' tell the place",
    "compare": "compare with '<' and '=='", "caseInsensitiveCompare": "write 'a.lowercased() == b.lowercased()'",
    "range": "write 'contains(text)'", "index": index, "startIndex": index, "endIndex": index, "distance": index,
    "firstMatch": match, "wholeMatch": "write 'matches(\"^…$\")'", "prefixMatch": "write 'matches(\"^…\")'",
    "matches(of:)": match, "drop": "write 'replacing(pattern: \"^ +\", with: \"\")'", "firstRange": "write 'contains(text)'",
    "isNaN": "a NaN is nil here: compare with 'nil'", "isSignalingNaN": "a NaN is nil here: compare with 'nil'",
    "&+": count, "&-": count, "&*": count, "===": "write '=='", "!==": "write '!='",
    "date": calendar, "dateComponents": calendar, "component": calendar, "forEach": "assign what comes out: 'x = list.map { … }'",
    "append": "put lists together with '+'", "insert": "put lists together with '+'", "remove": "write 'filter { … }'",
    "removeAll": "write 'filter { !… }'", "sort": "write 'sorted(by: …)'", "reverse": "write 'reversed()'",
    "hash": "write 'sha256()'", "hashValue": "write 'sha256()'", "appending": "put texts together with '+'",
    "NSNumber": "the number is enough", "NSDecimalNumber": "write 'Decimal(string: text)'",
    "rawValue": "the store keeps the raw value itself: leave '.rawValue' out", "quotientAndRemainder": "write '/' and '%'",
    "lastIndex": "write 'firstIndex(of:)'", "unicodeScalars": index, "utf16": index, "indices": index,
    "Character": "a character is a text here",
  ]
}
