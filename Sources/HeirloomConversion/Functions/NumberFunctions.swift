internal import Foundation
internal import HeirloomSQLite

extension ConversionFunctions {
  static func registerNumbers(on connection: Connection) throws {
    try add("intFromText", 1, on: connection) { values, slot in Int64(values.text(0)).map { slot.set($0) } ?? slot.setNull() }
    try add("intTruncating", 1, on: connection) { values, slot in
      Int64(exactly: values.real(0).rounded(.towardZero)).map { slot.set($0) } ?? slot.setNull()
    }
    try add("intExactly", 1, on: connection) { values, slot in
      Int64(exactly: values.real(0)).map { slot.set($0) } ?? slot.setNull()
    }
    try add("boolFromText", 1, on: connection) { values, slot in Bool(values.text(0)).map { slot.set($0) } ?? slot.setNull() }
    try add("doubleFromText", 1, on: connection) { values, slot in
      // SQLite keeps no NaN: it would come back as nil without a word.
      Double(values.text(0)).flatMap { $0.isNaN ? nil : $0 }.map { slot.set($0) } ?? slot.setNull()
    }
    try add("floatFromDouble", 1, on: connection) { values, slot in
      let float = Float(values.real(0))
      float.isFinite || values.real(0).isInfinite ? slot.set(Double(float)) : slot.setNull()
    }
    try add("textFromDouble", 1, on: connection) { $1.set("\($0.real(0))") }
    try add("textFromFloat", 1, on: connection) { $1.set("\(Float($0.real(0)))") }
    try add("floatRounded", 1, on: connection) { $1.set(Double(Float($0.real(0)))) }
    try add("absolute", 1, on: connection) { values, slot in
      if values.type(0) == .integer {
        Int64(exactly: values.integer(0).magnitude).map { slot.set($0) } ?? slot.setNull()
      } else {
        slot.set(abs(values.real(0)))
      }
    }
    try add("roundedToNearest", 1, on: connection) { $1.set($0.real(0).rounded()) }
    try add("roundedDown", 1, on: connection) { $1.set($0.real(0).rounded(.down)) }
    try add("roundedUp", 1, on: connection) { $1.set($0.real(0).rounded(.up)) }
    try add("roundedTowardZero", 1, on: connection) { $1.set($0.real(0).rounded(.towardZero)) }
    try add("roundedToEven", 1, on: connection) { $1.set($0.real(0).rounded(.toNearestOrEven)) }
    try add("roundedAwayFromZero", 1, on: connection) { $1.set($0.real(0).rounded(.awayFromZero)) }
    try add("remainder", 2, on: connection) { $1.set($0.real(0).truncatingRemainder(dividingBy: $0.real(1))) }
    try add("power", 2, on: connection) { $1.set(pow($0.real(0), $0.real(1))) }
    try add("isFinite", 1, on: connection) { $1.set($0.real(0).isFinite) }
    try add("isInfinite", 1, on: connection) { $1.set($0.real(0).isInfinite) }
    try add("floatFromText", 1, on: connection) { values, slot in
      Float(values.text(0)).flatMap { $0.isNaN ? nil : $0 }.map { slot.set(Double($0)) } ?? slot.setNull()
    }
    try add("squareRoot", 1, on: connection) { $1.set($0.real(0).squareRoot()) }
    try add("divide", 2, on: connection) { $1.set($0.real(0) / $0.real(1)) }
    try add("formatted", 2, on: connection) { values, slot in
      let decimals = min(max(0, Int(clamping: values.integer(1))), 17)
      slot.set(String(format: "%.\(decimals)f", locale: Locale(identifier: "en_US_POSIX"), values.real(0)))
    }
    try registerDecimals(on: connection)
  }

  private static func registerDecimals(on connection: Connection) throws {
    try add("decimalFromText", 1, on: connection) { values, slot in
      decimal(values.text(0)).map { slot.set("\($0)") } ?? slot.setNull()
    }
    try add("decimalFromDouble", 1, on: connection) { values, slot in
      decimal("\(values.real(0))").map { slot.set("\($0)") } ?? slot.setNull()
    }
    try add("intFromDecimal", 1, on: connection) { values, slot in
      // Decimal prints a whole number without a point or an exponent.
      decimal(values.text(0)).flatMap { Int64("\($0)") }.map { slot.set($0) } ?? slot.setNull()
    }
    try add("decimalOrder", 1, on: connection) { values, slot in
      decimal(values.text(0)).map { slot.set(order($0)) } ?? slot.setNull()
    }
    try add("doubleFromDecimal", 1, on: connection) { values, slot in
      Double(values.text(0)).map { slot.set($0) } ?? slot.setNull()
    }
    try add("decimalFits", 1, on: connection) { values, slot in
      let text = values.text(0)
      guard let exact = decimal(text), let number = Double(text) else { return slot.set(false) }
      slot.set(decimal("\(number)") == exact)
    }
    try add("negateDecimal", 1, on: connection) { values, slot in
      decimal(values.text(0)).map { slot.set("\(-$0)") } ?? slot.setNull()
    }
    try add("roundedDecimal", 2, on: connection) { values, slot in
      decimal(values.text(0)).map { slot.set("\(rounded($0, values.integer(1)))") } ?? slot.setNull()
    }
    try add("formattedDecimal", 2, on: connection) { values, slot in
      guard let number = decimal(values.text(0)) else { return slot.setNull() }
      let decimals = Int(min(max(0, values.integer(1)), 38)), text = "\(rounded(number, Int64(decimals)))"
      let parts = text.split(separator: ".", omittingEmptySubsequences: false)
      let fraction = parts.count > 1 ? String(parts[1]) : ""
      slot.set(
        decimals == 0 ? String(parts[0]) : "\(parts[0]).\(fraction)\(String(repeating: "0", count: decimals - fraction.count))")
    }
    try add("decimalCompare", 2, on: connection) { values, slot in
      guard let a = decimal(values.text(0)), let b = decimal(values.text(1)) else { return slot.setNull() }
      slot.set(Int64(a < b ? -1 : a > b ? 1 : 0))
    }
    typealias Compute = (inout Decimal, inout Decimal, inout Decimal) -> NSDecimalNumber.CalculationError
    let operations: [(String, Compute)] = [
      ("addDecimal", { NSDecimalAdd(&$0, &$1, &$2, .plain) }), ("subtractDecimal", { NSDecimalSubtract(&$0, &$1, &$2, .plain) }),
      ("multiplyDecimal", { NSDecimalMultiply(&$0, &$1, &$2, .plain) }),
      ("divideDecimal", { NSDecimalDivide(&$0, &$1, &$2, .plain) }),
    ]
    for (name, compute) in operations {
      try add(name, 2, on: connection) { values, slot in
        guard var a = decimal(values.text(0)), var b = decimal(values.text(1)) else { return slot.setNull() }
        var result = Decimal()
        let outcome = compute(&result, &a, &b)
        outcome == .noError || outcome == .lossOfPrecision ? slot.set("\(result)") : slot.setNull()
      }
    }
  }

  /// Halves away from zero, as `rounded()` of a Double.
  private static func rounded(_ number: Decimal, _ decimals: Int64) -> Decimal {
    var result = Decimal(), number = number
    NSDecimalRound(&result, &number, Int(min(max(-127, decimals), 127)), .plain)
    return result
  }

  /// A text that sorts as the number does: sign, number of digits before the point, digits. For negative numbers the digits
  /// are turned round, so that the larger magnitude comes first.
  private static func order(_ number: Decimal) -> String {
    guard number != 0 else { return "1" }
    let parts = "\(number.magnitude)".split(separator: ".", omittingEmptySubsequences: false)
    let fraction = parts.count > 1 ? String(parts[1]) : ""
    let whole = parts[0] == "0" ? "" : String(parts[0])
    let zeros = whole.isEmpty ? fraction.prefix { $0 == "0" }.count : 0
    // Decimals reach from 10^-128 to 10^165.
    let exponent = String(format: "%04d", 1000 + (whole.isEmpty ? -zeros : whole.count))
    var digits = whole + fraction.dropFirst(zeros)
    while digits.hasSuffix("0") { digits.removeLast() }
    guard number < 0 else { return "2\(exponent)\(digits)" }
    return "0" + String((exponent + digits).map { Character(String(9 - ($0.wholeNumberValue ?? 0))) }) + "~"
  }

  /// A decimal in plain or exponent form, the whole text being the number; nil for anything else.
  static func decimal(_ text: String) -> Decimal? {
    guard text.wholeMatch(of: /[+-]?(\d+(\.\d*)?|\.\d+)([eE][+-]?\d+)?/) != nil else { return nil }
    return Decimal(string: text, locale: Locale(identifier: "en_US_POSIX")).flatMap { $0.isNaN ? nil : $0 }
  }
}
