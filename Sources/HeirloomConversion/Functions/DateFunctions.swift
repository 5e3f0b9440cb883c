internal import Foundation
internal import HeirloomSQLite

extension ConversionFunctions {
  static func registerDates(on connection: Connection) throws {
    try add("dateFromISO8601", 1, on: connection) { values, slot in
      ISO8601Date.seconds(values.text(0)).map { slot.set($0) } ?? slot.setNull()
    }
    try add("dateFromUnixMilliseconds", 1, on: connection) { values, slot in slot.set(values.real(0) / 1000 - 978_307_200) }
    try add("textFromDate", 1, on: connection) { values, slot in slot.set(ISO8601Date.text(values.real(0))) }
    let formats = Formats()
    try add("dateFromFormat", 2, on: connection) { values, slot in
      formats.formatter(values.text(1)).date(from: values.text(0)).map { slot.set($0.timeIntervalSinceReferenceDate) }
        ?? slot.setNull()
    }
    try add("dateFormatted", 2, on: connection) { values, slot in
      slot.set(formats.formatter(values.text(1)).string(from: Date(timeIntervalSinceReferenceDate: values.real(0))))
    }
  }

  /// One formatter for each format of a mapping: in UTC, the calendar of ISO 8601, and no language.
  private final class Formats {
    private var known: [String: DateFormatter] = [:]

    func formatter(_ format: String) -> DateFormatter {
      if let formatter = known[format] { return formatter }
      let formatter = DateFormatter()
      formatter.locale = Locale(identifier: "en_US_POSIX")
      formatter.timeZone = TimeZone(secondsFromGMT: 0)
      formatter.calendar = Calendar(identifier: .gregorian)
      formatter.isLenient = false
      formatter.dateFormat = format
      known[format] = formatter
      return formatter
    }
  }
}

/// Dates as ISO 8601 writes them, in the proleptic Gregorian calendar.
///
/// Foundation's formatters stop at milliseconds and want one fixed form; legacy exports have them all.
enum ISO8601Date {
  /// Seconds since 2001-01-01T00:00:00Z, for `2016-04-06`, `2016-04-06T11:45:51`, `…51.123456Z`, `…+02:00`. Without a zone: UTC.
  static func seconds(_ text: String) -> Double? {
    let form = /(-?\d{4,6})-(\d{2})-(\d{2})(?:[T ](\d{2}):(\d{2})(?::(\d{2})(?:[.,](\d{1,12}))?)?\s?(Z|[+-]\d{2}(?::?\d{2})?)?)?/
    guard let match = text.wholeMatch(of: form), let year = Int(match.1), let month = Int(match.2), let day = Int(match.3) else {
      return nil
    }
    let hour = match.4.flatMap { Int($0) } ?? 0, minute = match.5.flatMap { Int($0) } ?? 0,
      second = match.6.flatMap { Int($0) } ?? 0
    guard (1...12).contains(month), (1...days(in: month, of: year)).contains(day), hour < 24, minute < 60, second <= 60 else {
      return nil
    }
    var total = dayNumber(year, month, day) * 86_400 + hour * 3600 + minute * 60 + second
    if let zone = match.8, zone != "Z" {
      let digits = zone.dropFirst().filter(\.isNumber)
      guard let hours = Int(digits.prefix(2)), hours < 24 else { return nil }
      let minutes = digits.count > 2 ? Int(digits.suffix(2)) ?? 0 : 0
      total -= (zone.hasPrefix("-") ? -1 : 1) * (hours * 3600 + minutes * 60)
    }
    let fraction = match.7.flatMap { Double("0.\($0)") } ?? 0
    return Double(total) + fraction
  }

  /// `2016-04-06T11:45:51Z`, with as many digits of the second's fraction as the value has, up to six.
  static func text(_ seconds: Double) -> String {
    // Past these the year has more than six digits, and no reader takes it.
    guard seconds.isFinite, abs(seconds) < 3e13 else { return "\(seconds)" }
    var whole = seconds.rounded(.down)
    var micros = Int(((seconds - whole) * 1_000_000).rounded())
    if micros == 1_000_000 { (whole, micros) = (whole + 1, 0) }
    let total = Int(whole)
    let dayCount = Int((Double(total) / 86_400).rounded(.down)), rest = total - dayCount * 86_400
    let (year, month, day) = civil(dayCount)
    var text =
      "\(padded(year, 4))-\(padded(month, 2))-\(padded(day, 2))T\(padded(rest / 3600, 2)):\(padded(rest / 60 % 60, 2)):\(padded(rest % 60, 2))"
    if micros > 0 {
      var digits = padded(micros, 6)
      while digits.hasSuffix("0") { digits.removeLast() }
      text += ".\(digits)"
    }
    return text + "Z"
  }

  private static func padded(_ number: Int, _ width: Int) -> String {
    let digits = String(number.magnitude)
    return (number < 0 ? "-" : "") + String(repeating: "0", count: max(0, width - digits.count)) + digits
  }

  private static func days(in month: Int, of year: Int) -> Int {
    let isLeap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
    return month == 2 ? (isLeap ? 29 : 28) : [4, 6, 9, 11].contains(month) ? 30 : 31
  }

  /// Days since 2001-01-01. Years start in March, so that the leap day is the last.
  private static func dayNumber(_ year: Int, _ month: Int, _ day: Int) -> Int {
    let y = month <= 2 ? year - 1 : year
    let era = (y >= 0 ? y : y - 399) / 400, yearOfEra = y - era * 400
    let dayOfYear = (153 * (month + (month > 2 ? -3 : 9)) + 2) / 5 + day - 1
    return era * 146_097 + yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear - 730_791
  }

  private static func civil(_ days: Int) -> (Int, Int, Int) {
    let z = days + 730_791
    let era = (z >= 0 ? z : z - 146_096) / 146_097, dayOfEra = z - era * 146_097
    let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100), shifted = (5 * dayOfYear + 2) / 153
    let month = shifted < 10 ? shifted + 3 : shifted - 9
    return (yearOfEra + era * 400 + (month <= 2 ? 1 : 0), month, dayOfYear - (153 * shifted + 2) / 5 + 1)
  }
}
