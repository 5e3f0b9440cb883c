/// Dates written as ISO 8601: `2015-03-01T12:00:00.250Z`, with a zone; a date alone is none, lest a plain text be changed.
enum DateText {
  /// Seconds since 2001-01-01T00:00:00Z; nil when the text is no date with time and zone.
  static func seconds(_ text: some StringProtocol) -> Double? {
    let bytes = Array(text.utf8)
    guard bytes.count >= 20, bytes.count <= 40 else { return nil }
    var at = 0, era: Int64 = 1
    if bytes[0] == UInt8(ascii: "+") || bytes[0] == UInt8(ascii: "-") {
      era = bytes[0] == UInt8(ascii: "-") ? -1 : 1
      at = 1
    }
    func digits(_ count: Int) -> Int64? {
      guard at + count <= bytes.count else { return nil }
      var value: Int64 = 0
      for byte in bytes[at..<at + count] {
        guard (0x30...0x39).contains(byte) else { return nil }
        value = value * 10 + Int64(byte - 0x30)
      }
      at += count
      return value
    }
    func mark(_ allowed: String) -> Bool {
      guard at < bytes.count, allowed.utf8.contains(bytes[at]) else { return false }
      at += 1
      return true
    }
    guard let year = digits(at == 1 ? 6 : 4), mark("-"), let month = digits(2), mark("-"), let day = digits(2), mark("T "),
      let hour = digits(2), mark(":"), let minute = digits(2), mark(":"), let second = digits(2),
      (1...12).contains(month), (1...31).contains(day), hour < 24, minute < 60, second < 61
    else { return nil }
    var fraction = 0.0
    if mark(".,") {
      let start = at
      while at < bytes.count, (0x30...0x39).contains(bytes[at]) { at += 1 }
      guard at > start, at - start <= 12, let value = Double("0." + String(decoding: bytes[start..<at], as: UTF8.self)) else {
        return nil
      }
      fraction = value
    }
    var offset: Int64 = 0
    if at < bytes.count, bytes[at] == UInt8(ascii: " ") { at += 1 }
    if mark("Zz") {
    } else {
      guard at < bytes.count else { return nil }
      let direction: Int64 = bytes[at] == UInt8(ascii: "-") ? -1 : 1
      guard mark("+-"), let hours = digits(2) else { return nil }
      _ = mark(":")
      offset = direction * (hours * 3600 + (digits(2) ?? 0) * 60)
    }
    guard at == bytes.count else { return nil }
    let days = daysSince2001(year * era, month, day)
    return Double(days * 86400 + hour * 3600 + minute * 60 + second - offset) + fraction
  }

  /// The date as ISO 8601 in UTC, when that text gives exactly the same seconds again; nil otherwise.
  static func text(_ seconds: Double) -> String? {
    // Year 9999 ends 2.6e11 seconds after 2001; Date.distantPast and distantFuture are 6.3e10 away.
    guard seconds.isFinite, abs(seconds) < 3e11 else { return nil }
    var whole = Int64(seconds.rounded(.down))
    let fraction = seconds - Double(whole)
    var tail = ""
    if fraction != 0 {
      var nanoseconds = Int64((fraction * 1e9).rounded())
      if nanoseconds == 1_000_000_000 { (whole, nanoseconds) = (whole + 1, 0) }
      let digits = String(nanoseconds)
      tail = "." + String(repeating: "0", count: 9 - digits.count) + digits
      while tail.hasSuffix("0") { tail.removeLast() }
      if tail == "." { tail = "" }
    }
    let day = Int64((Double(whole) / 86400).rounded(.down)), rest = whole - day * 86400
    let (year, month, date) = civil(day)
    guard (0...9999).contains(year) else { return nil }
    func two(_ value: Int64) -> String { value < 10 ? "0\(value)" : "\(value)" }
    let years = String(repeating: "0", count: 4 - String(year).count) + String(year)
    let text = "\(years)-\(two(month))-\(two(date))T\(two(rest / 3600)):\(two(rest / 60 % 60)):\(two(rest % 60))\(tail)Z"
    return DateText.seconds(text) == seconds ? text : nil
  }

  /// The date of a text without a fraction of a second, as a whole number; nil when it has one or is no date.
  static func wholeSeconds(_ text: String) -> Int64? {
    text.utf8.contains { $0 == 0x2E || $0 == 0x2C } ? nil : seconds(text).map { Int64($0) }
  }

  /// Days of the proleptic Gregorian calendar; March-based years put the leap day last.
  private static func daysSince2001(_ year: Int64, _ month: Int64, _ day: Int64) -> Int64 {
    let y = month <= 2 ? year - 1 : year
    let era = (y >= 0 ? y : y - 399) / 400
    let yearOfEra = y - era * 400
    let dayOfYear = (153 * (month + (month > 2 ? -3 : 9)) + 2) / 5 + day - 1
    return era * 146_097 + yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear - 730_791
  }

  private static func civil(_ days: Int64) -> (Int64, Int64, Int64) {
    let z = days + 730_791
    let era = (z >= 0 ? z : z - 146_096) / 146_097
    let dayOfEra = z - era * 146_097
    let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let shifted = (5 * dayOfYear + 2) / 153
    let month = shifted + (shifted < 10 ? 3 : -9)
    return (yearOfEra + era * 400 + (month <= 2 ? 1 : 0), month, dayOfYear - (153 * shifted + 2) / 5 + 1)
  }
}

/// UUIDs as 8-4-4-4-12 hex digits.
enum UUIDText {
  static func bytes(_ text: some StringProtocol) -> [UInt8]? {
    let utf8 = Array(text.utf8)
    guard utf8.count == 36 else { return nil }
    var result: [UInt8] = [], high: UInt8?
    for (index, byte) in utf8.enumerated() {
      if [8, 13, 18, 23].contains(index) {
        guard byte == UInt8(ascii: "-") else { return nil }
        continue
      }
      guard byte < 0x80, let digit = Character(Unicode.Scalar(byte)).hexDigitValue else { return nil }
      if let first = high {
        result.append(first << 4 | UInt8(digit))
        high = nil
      } else {
        high = UInt8(digit)
      }
    }
    return result
  }
}
