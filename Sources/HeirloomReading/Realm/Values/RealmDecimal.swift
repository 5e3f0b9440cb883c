/// A decimal of IEEE 754 in its binary encoding (BID), of 32, 64 or 128 bits.
struct RealmDecimal {
  enum Kind: UInt8 { case finite, infinite, notANumber }
  var kind = Kind.finite
  var isNegative = false
  var exponent: Int32 = 0
  /// The coefficient's upper and lower 64 bits.
  var high: UInt64 = 0
  var low: UInt64 = 0

  /// The exact value in decimal digits, trailing zeros kept: `2.50`, `-1E+30`, `NaN`, `-Inf`.
  ///
  /// Plain digits unless the exponent is positive or the number is smaller than 0.000001, as General Decimal Arithmetic
  /// writes them.
  var text: String {
    let sign = isNegative ? "-" : ""
    switch kind {
    case .notANumber: return "NaN"
    case .infinite: return sign + "Inf"
    case .finite: break
    }
    let digits = high == 0 ? String(low) : String(UInt128(high) << 64 | UInt128(low))
    let adjusted = Int(exponent) + digits.count - 1
    if exponent == 0 { return sign + digits }
    if exponent < 0, adjusted >= -6 {
      let point = digits.count + Int(exponent)
      if point > 0 { return "\(sign)\(digits.prefix(point)).\(digits.dropFirst(point))" }
      return "\(sign)0.\(String(repeating: "0", count: -point))\(digits)"
    }
    let mantissa = digits.count == 1 ? digits : "\(digits.prefix(1)).\(digits.dropFirst())"
    return "\(sign)\(mantissa)E\(adjusted < 0 ? "-" : "+")\(abs(adjusted))"
  }
}

extension RealmDecimal {
  /// Nil when the bits are Realm's mark for null.
  init?(low: UInt64, high: UInt64) {
    if low == 0xAA, high == 0x7C00_0000_0000_0000 { return nil }
    let limit = UInt128(10_000_000_000_000_000) * UInt128(1_000_000_000_000_000_000)
    let coefficient = UInt128(high & 0x1_FFFF_FFFF_FFFF) << 64 | UInt128(low)
    self.init(
      top: UInt32(truncatingIfNeeded: high >> 32), exponent: Int32((high >> 49) & 0x3FFF) - 6176,
      // The second form cannot hold a coefficient that is allowed at this size; those beyond the limit count as zero.
      largeExponent: Int32((high >> 47) & 0x3FFF) - 6176, coefficient: coefficient < limit ? coefficient : 0, largeCoefficient: 0)
  }

  init?(bits64 bits: UInt64) {
    if bits == 0x7C00_0000_0000_00AA { return nil }
    let large = (bits & 0x7_FFFF_FFFF_FFFF) | 1 << 53
    self.init(
      top: UInt32(truncatingIfNeeded: bits >> 32), exponent: Int32((bits >> 53) & 0x3FF) - 398,
      largeExponent: Int32((bits >> 51) & 0x3FF) - 398, coefficient: UInt128(bits & 0x1F_FFFF_FFFF_FFFF),
      largeCoefficient: UInt128(large < 10_000_000_000_000_000 ? large : 0))
  }

  init?(bits32 bits: UInt32) {
    if bits == 0x7C00_00AA { return nil }
    let large = (bits & 0x1F_FFFF) | 1 << 23
    self.init(
      top: bits, exponent: Int32((bits >> 23) & 0xFF) - 101, largeExponent: Int32((bits >> 21) & 0xFF) - 101,
      coefficient: UInt128(bits & 0x7F_FFFF), largeCoefficient: UInt128(large < 10_000_000 ? large : 0))
  }

  /// - Parameter top: the upper 32 bits, which begin alike in all three sizes: sign, then the combination field.
  private init(top: UInt32, exponent: Int32, largeExponent: Int32, coefficient: UInt128, largeCoefficient: UInt128) {
    isNegative = top >> 31 == 1
    if top & 0x7C00_0000 == 0x7C00_0000 {
      kind = .notANumber
    } else if top & 0x7800_0000 == 0x7800_0000 {
      kind = .infinite
    } else {
      let isLarge = top & 0x6000_0000 == 0x6000_0000
      let value = isLarge ? largeCoefficient : coefficient
      self.exponent = isLarge ? largeExponent : exponent
      high = UInt64(truncatingIfNeeded: value >> 64)
      low = UInt64(truncatingIfNeeded: value)
    }
  }
}
