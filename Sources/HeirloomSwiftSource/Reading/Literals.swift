internal import HeirloomSchema
internal import SwiftParser
internal import SwiftSyntax

/// The values that literals stand for.
enum Literals {
  static func integer(_ expression: ExprSyntax) -> Int64? {
    if let sequence = expression.as(SequenceExprSyntax.self) {
      return Arithmetic.value(Array(sequence.elements), integer) { left, sign, right in
        switch sign {
        case "+": Arithmetic.checked(left.addingReportingOverflow(right))
        case "-": Arithmetic.checked(left.subtractingReportingOverflow(right))
        case "*": Arithmetic.checked(left.multipliedReportingOverflow(by: right))
        case "/": Arithmetic.checked(left.dividedReportingOverflow(by: right))
        default: nil
        }
      }
    }
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
    if let sequence = expression.as(SequenceExprSyntax.self) {
      return Arithmetic.value(Array(sequence.elements), real) { left, sign, right in
        switch sign {
        case "+": left + right
        case "-": left - right
        case "*": left * right
        case "/": left / right
        default: nil
        }
      }
    }
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

/// Arithmetic on literals, such as `60 * 60 + 1`, folded by Swift's precedence.
private enum Arithmetic {
  static func value<Number>(
    _ elements: [ExprSyntax], _ read: (ExprSyntax) -> Number?, _ apply: (Number, String, Number) -> Number?
  ) -> Number? {
    guard let first = elements.first.flatMap(read), elements.count % 2 == 1 else { return nil }
    var numbers = [first], signs: [String] = []
    for position in stride(from: 1, to: elements.count - 1, by: 2) {
      guard let sign = elements[position].as(BinaryOperatorExprSyntax.self)?.operator.text,
        let right = read(elements[position + 1]),
        let left = numbers.last
      else { return nil }
      if sign == "*" || sign == "/" {
        guard let result = apply(left, sign, right) else { return nil }
        numbers[numbers.count - 1] = result
      } else {
        signs.append(sign)
        numbers.append(right)
      }
    }
    var total = first
    for (position, number) in numbers.enumerated() {
      guard position > 0 else {
        total = number
        continue
      }
      guard let result = apply(total, signs[position - 1], number) else { return nil }
      total = result
    }
    return total
  }

  static func checked(_ result: (partialValue: Int64, overflow: Bool)) -> Int64? { result.overflow ? nil : result.partialValue }
}
