/// Texts as JSON string literals, the same everywhere: in reports, exports and values of records.
package enum JSONLiteral {
  /// The text between quotation marks.
  ///
  /// What is not ASCII stays as it is, but for the two line separators that JavaScript does not take inside a string.
  /// - Complexity: linear in the text.
  package static func quoted(_ text: String) -> String {
    var result = "\""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"": result += "\\\""
      case "\\": result += "\\\\"
      case "\n": result += "\\n"
      case "\r": result += "\\r"
      case "\t": result += "\\t"
      case "\u{0}"..<"\u{20}", "\u{7F}", "\u{2028}", "\u{2029}":
        let digits = String(scalar.value, radix: 16)
        result += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result + "\""
  }
}
