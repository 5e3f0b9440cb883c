internal import Foundation
internal import HeirloomFindings
internal import HeirloomSwiftSource

extension ClosureInterpreter {
  func binary(
    _ name: String, _ left: ClosureTerm, _ right: ClosureTerm, in scope: ClosureScope, _ place: TextPlace
  ) throws -> ClosureValue {
    switch name {
    case "&&": return .bool(try evaluate(left, in: scope).isTrue && evaluate(right, in: scope).isTrue)
    case "||": return .bool(try evaluate(left, in: scope).isTrue || evaluate(right, in: scope).isTrue)
    case "??":
      let value = try evaluate(left, in: scope)
      return value.isNull ? try evaluate(right, in: scope) : value
    default: return try combine(name, try evaluate(left, in: scope), try evaluate(right, in: scope), place)
    }
  }

  func combine(_ name: String, _ a: ClosureValue, _ b: ClosureValue, _ place: TextPlace) throws -> ClosureValue {
    switch name {
    case "===", "==": return .bool(ClosureValue.isEqual(a, b))
    case "!==", "!=": return .bool(!ClosureValue.isEqual(a, b))
    case "<", ">", "<=", ">=":
      if a.isNull || b.isNull { return .bool(false) }
      guard let isBefore = ClosureValue.isBefore(a, b), let isAfter = ClosureValue.isBefore(b, a) else { break }
      return .bool(name == "<" ? isBefore : name == ">" ? isAfter : name == "<=" ? !isAfter : !isBefore)
    case "..<", "...":
      guard case .integer(let first) = a, case .integer(let last) = b else { break }
      let end = name == "..." ? last.addingReportingOverflow(1).partialValue : last
      guard first <= end else { throw failed("a range ends before it begins", place) }
      guard end - first <= 10_000_000 else { throw beyond("a range of so many numbers is not interpreted", place) }
      return .array((first..<end).map { .integer($0) })
    default: break
    }
    switch (a, b) {
    case (.text(let x), .text(let y)) where name == "+": return .text(x + y)
    case (.array(let x), .array(let y)) where name == "+": return .array(x + y)
    case (.null, .array(let y)) where name == "+": return .array(y)
    case (.date(let x), .date(let y)) where name == "-": return .real(x - y)
    case (.date(let x), _) where b.number != nil && (name == "+" || name == "-"):
      return .date(name == "+" ? x + (b.number ?? 0) : x - (b.number ?? 0))
    case (.integer(let x), .integer(let y)): return .integer(try combine(name, x, y, place))
    case (.decimal, _), (_, .decimal):
      guard let x = a.decimalNumber, let y = b.decimalNumber else { break }
      switch name {
      case "+": return .decimal(x + y)
      case "-": return .decimal(x - y)
      case "*": return .decimal(x * y)
      case "/":
        // A Decimal divided by zero is not a number, and SwiftData keeps none of those.
        if y == 0 { throw failed("a Decimal is divided by zero", place) }
        return .decimal(x / y)
      default: break
      }
    default:
      guard let x = a.number, let y = b.number else { break }
      switch name {
      case "+": return .real(x + y)
      case "-": return .real(x - y)
      case "*": return .real(x * y)
      case "/": return .real(x / y)
      default: break
      }
    }
    throw beyond("the operator '\(name)' is not interpreted for these values", place)
  }

  private func combine(_ name: String, _ x: Int64, _ y: Int64, _ place: TextPlace) throws -> Int64 {
    let result: (partialValue: Int64, overflow: Bool)
    switch name {
    case "+": result = x.addingReportingOverflow(y)
    case "-": result = x.subtractingReportingOverflow(y)
    case "*": result = x.multipliedReportingOverflow(by: y)
    case "/": result = x.dividedReportingOverflow(by: y)
    case "%": result = x.remainderReportingOverflow(dividingBy: y)
    case "&": return x & y
    case "|": return x | y
    case "^": return x ^ y
    case "<<": return x << y
    case ">>": return x >> y
    default: throw beyond("the operator '\(name)' is not interpreted", place)
    }
    if result.overflow { throw failed("a number is too large, or divided by zero", place) }
    return result.partialValue
  }

  // MARK: - Elements

  func element(of collection: ClosureValue, at index: ClosureValue, _ place: TextPlace) throws -> ClosureValue {
    switch (collection, index) {
    case (.dictionary(let pairs), _): return pairs[pairs.key(like: index)] ?? .null
    case (.null, _), (.ignored, _): return .null
    case (.array(let values), .integer(let position)):
      guard let position = Int(exactly: position), values.indices.contains(position) else {
        throw failed("an index is outside the array", place)
      }
      return values[position]
    case (.record, .keyPath(let names)), (.structure, .keyPath(let names)):
      return try names.reduce(collection) { try member($1, of: $0, place) }
    default: throw beyond("this subscript is not interpreted", place)
    }
  }
}
