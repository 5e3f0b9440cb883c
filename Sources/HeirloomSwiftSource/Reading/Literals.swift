internal import HeirloomSchema
internal import SwiftParser
internal import SwiftSyntax

/// The values that literals stand for.
enum Literals {
  static func integer(_ expression: ExprSyntax) -> Int64? {
    if let prefix = expression.as(PrefixOperatorExprSyntax.self), prefix.operator.text == "-" {
      return integer(text: "-" + digits(prefix.expression))
    }
    return integer(text: digits(expression))
  }

  private static func digits(_ expression: ExprSyntax) -> String {
    expression.as(IntegerLiteralExprSyntax.self)?.literal.text.filter { $0 != "_" } ?? ""
  }

  private static func integer(text: String) -> Int64? {
    let isNegative = text.hasPrefix("-")
    let body = isNegative ? text.dropFirst() : Substring(text)
    for (prefix, radix) in [("0x", 16), ("0b", 2), ("0o", 8)] where body.hasPrefix(prefix) {
      return Int64((isNegative ? "-" : "") + body.dropFirst(2), radix: radix)
    }
    return Int64(text)
  }

  static func real(_ expression: ExprSyntax) -> Double? {
    if let prefix = expression.as(PrefixOperatorExprSyntax.self), prefix.operator.text == "-" {
      return real(prefix.expression).map { -$0 }
    }
    if let number = expression.as(FloatLiteralExprSyntax.self) { return Double(number.literal.text.filter { $0 != "_" }) }
    return integer(expression).map(Double.init)
  }

  static func bool(_ expression: ExprSyntax) -> Bool? {
    expression.as(BooleanLiteralExprSyntax.self).map { $0.literal.text == "true" }
  }

  /// The text of a string literal without interpolation.
  static func string(_ expression: ExprSyntax) -> String? {
    guard let literal = expression.as(StringLiteralExprSyntax.self) else { return nil }
    return literal.representedLiteralValue
  }

  /// Digits of a number literal as written, for a decimal.
  static func decimal(_ expression: ExprSyntax) -> String? {
    let text = expression.trimmedDescription.filter { $0 != "_" }
    let body = text.hasPrefix("-") ? text.dropFirst() : Substring(text)
    guard !body.isEmpty, body.allSatisfy({ $0.isASCII && ($0.isNumber || $0 == ".") }) else { return nil }
    return text
  }
}
