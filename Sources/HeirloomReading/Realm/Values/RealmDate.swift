/// A date as Realm keeps it: seconds since 1970 and nanoseconds with the sign of the seconds.
struct RealmDate: Equatable {
  var seconds: Int64
  var nanoseconds: Int64

  /// Seconds between 1970 and 2001.
  private static let epochs: Int64 = 978_307_200

  /// The nearest double to the seconds since 2001-01-01T00:00:00Z.
  var secondsSince2001: Double {
    let (whole, overflow) = seconds.subtractingReportingOverflow(RealmDate.epochs)
    let start = overflow ? Double(seconds) - Double(RealmDate.epochs) : Double(whole)
    return nanoseconds == 0 ? start : start + Double(nanoseconds) / 1e9
  }

  /// Whether `secondsSince2001` no longer says what the file says.
  ///
  /// A date of whole milli- or microseconds survives when rounding the double to that unit gives it back; any other must
  /// come back to the nanosecond. So dates that an app made from a `Date` of Swift are never counted: they were doubles.
  var losesPrecision: Bool {
    let (whole, overflow) = seconds.subtractingReportingOverflow(RealmDate.epochs)
    guard !overflow else { return true }
    let real = secondsSince2001
    guard abs(real) < 9e15 else { return true }
    guard nanoseconds != 0 else { return false }
    // Exact: the whole part is far below 2^53, and the fraction of a double is a double.
    let fraction = (real - Double(whole)) * 1e9
    let unit: Double = nanoseconds % 1_000_000 == 0 ? 1_000_000 : nanoseconds % 1000 == 0 ? 1000 : 2
    return abs(fraction - Double(nanoseconds)) >= unit / 2
  }

  /// ISO 8601 in UTC with as many digits of a second as needed; used within JSON texts.
  var text: String {
    var (whole, nanos) = (seconds, nanoseconds)
    if nanos < 0 {
      whole = whole &- 1
      nanos += 1_000_000_000
    }
    // The years 0000 to 9999, which is all that ISO 8601 has without agreement.
    guard (-62_167_219_200...253_402_300_799).contains(whole), (0..<1_000_000_000).contains(nanos) else {
      return "\(seconds)s\(nanoseconds)ns"
    }
    let day = whole >= 0 ? whole / 86_400 : -((86_399 - whole) / 86_400)
    let time = whole - day * 86_400
    let (year, month, dayOfMonth) = civilDate(daysSince1970: day)
    var text = "\(padded(year, 4))-\(padded(month, 2))-\(padded(dayOfMonth, 2))"
    text += "T\(padded(time / 3600, 2)):\(padded(time / 60 % 60, 2)):\(padded(time % 60, 2))"
    if nanos != 0 {
      var digits = padded(nanos, 9)
      while digits.hasSuffix("0") { digits.removeLast() }
      text += ".\(digits)"
    }
    return text + "Z"
  }
}

private func padded(_ number: Int64, _ width: Int) -> String {
  let digits = String(number)
  return String(repeating: "0", count: max(0, width - digits.count)) + digits
}

/// The proleptic Gregorian date of a day, counted in eras of 400 years that begin on 1 March.
private func civilDate(daysSince1970 days: Int64) -> (Int64, Int64, Int64) {
  let shifted = days + 719_468
  let era = (shifted >= 0 ? shifted : shifted - 146_096) / 146_097
  let dayOfEra = shifted - era * 146_097
  let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
  let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
  let shiftedMonth = (5 * dayOfYear + 2) / 153
  let month = shiftedMonth < 10 ? shiftedMonth + 3 : shiftedMonth - 9
  return (yearOfEra + era * 400 + (month <= 2 ? 1 : 0), month, dayOfYear - (153 * shiftedMonth + 2) / 5 + 1)
}
