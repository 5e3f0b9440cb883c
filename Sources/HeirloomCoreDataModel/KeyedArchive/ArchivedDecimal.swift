/// A decimal number as an archive holds it: a mantissa of up to eight 16-bit words, a power of ten and a sign.
package struct ArchivedDecimal {
  package let lineage = ["NSDecimalNumberPlaceholder", "NSDecimalNumber", "NSNumber", "NSValue", "NSObject"]
  package let contents: [String: PropertyList]

  /// - Parameter text: digits with or without a point, a sign and a power of ten, such as `-1.50` or `2E+6`.
  /// - Returns: nil when the text is not a decimal number of at most 38 digits whose power of ten fits a signed byte.
  package init?(_ text: String) {
    let halves = text.split(maxSplits: 1, omittingEmptySubsequences: false) { $0 == "e" || $0 == "E" }
    guard var digits = halves.first, let power = halves.count == 2 ? Int(halves[1]) : 0, (-1000...1000).contains(power) else {
      return nil
    }
    let isNegative = digits.first == "-"
    if isNegative || digits.first == "+" { digits.removeFirst() }
    let parts = digits.split(separator: ".", maxSplits: 1, omittingEmptySubsequences: false)
    let all = parts.joined()
    let exponent = power - (parts.count == 2 ? parts[1].count : 0)
    guard !all.isEmpty, all.count <= 38, all.allSatisfy({ $0.isASCII && $0.isNumber }), (-128...127).contains(exponent) else {
      return nil
    }
    var words = [UInt32](repeating: 0, count: 8)
    for digit in all.utf8 {
      var carry = UInt32(digit - 48)
      for index in words.indices {
        carry += words[index] * 10
        words[index] = carry & 0xFFFF
        carry >>= 16
      }
    }
    let length = (words.lastIndex { $0 != 0 } ?? -1) + 1
    contents = [
      "NS.mantissa": .data(words.flatMap { [UInt8($0 & 255), UInt8($0 >> 8)] }), "NS.mantissa.bo": .integer(1),
      "NS.exponent": .integer(Int64(exponent)), "NS.length": .integer(Int64(length)),
      // Without a digit the sign says that it is no number.
      "NS.negative": .bool(isNegative && length > 0), "NS.compact": .bool(false),
    ]
  }
}
