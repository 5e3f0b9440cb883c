internal import Foundation
internal import HeirloomMapping
internal import HeirloomSQLite

extension Interpreter {
  /// Each operation as Swift has it; an operand that is nil gives nil where nothing else is said.
  func operate(_ operation: HeirloomMapping.Operation, _ operands: [HeirloomMapping.Expression], _ scope: Scope) throws -> Value {
    func truth(_ value: Bool) -> Value { .scalar(.integer(value ? 1 : 0)) }
    func isTrue(_ index: Int) throws -> Bool {
      if case .scalar(let found) = try value(operands[index], scope) { (found.number ?? 0) != 0 } else { false }
    }
    switch operation {
    case .and: return truth(try isTrue(0) && isTrue(1))
    case .or: return truth(try isTrue(0) || isTrue(1))
    case .not: return truth(!(try isTrue(0)))
    default: break
    }
    let values = try operands.map { try value($0, scope) }
    switch operation {
    case .equal, .notEqual:
      let same: Bool
      switch (values[0], values[1]) {
      case (.scalar(.null), .scalar(.null)): same = true
      case (.scalar(.null), _), (_, .scalar(.null)): same = false
      case (.scalar(let a), .scalar(let b)): same = compare(a, b) == 0
      case (let a, let b): same = a == b
      }
      return truth(same == (operation == .equal))
    case .less, .lessOrEqual, .greater, .greaterOrEqual:
      guard case .scalar(let a) = values[0], case .scalar(let b) = values[1], !a.isNull, !b.isNull else { return truth(false) }
      let order = compare(a, b)
      return truth(
        operation == .less ? order < 0 : operation == .lessOrEqual ? order <= 0 : operation == .greater ? order > 0 : order >= 0)
    case .listLiteral: return .list(values.map { if case .scalar(let value) = $0 { value } else { .null } })
    default: break
    }
    if values.contains(.null) { return .null }
    if case .list(let list) = values[0], values.count > 1, case .list(let other) = values[1] {
      switch operation {
      case .listConcatenated: return .list(list + other)
      case .listIndex: return .scalar(list.firstIndex { compare($0, other[0]) == 0 }.map { .integer(Int64($0)) } ?? .null)
      default: break
      }
    }
    if case .list(let list) = values[0] {
      return try operate(operation, onList: list, values.dropFirst().map { if case .scalar(let v) = $0 { v } else { .null } })
    }
    let scalars = values.map { if case .scalar(let value) = $0 { value } else { SQLiteValue.null } }
    if let whole = try onWholes(operation, scalars, operands, scope) { return .scalar(whole) }
    if let real = onReals(operation, scalars, operands) { return .scalar(real) }
    if let text = onTexts(operation, scalars) { return text }
    throw Refused(reason: "not part of the interpreter: \(operation.rawValue)")
  }

  private func onWholes(
    _ operation: HeirloomMapping.Operation, _ values: [SQLiteValue], _ operands: [HeirloomMapping.Expression], _ scope: Scope
  ) throws -> SQLiteValue? {
    let a = values[0].integer ?? 0, b = values.count > 1 ? values[1].integer ?? 0 : 0
    func fitting(
      _ result: (partialValue: Int64, overflow: Bool), _ reason: String = "the result does not fit an Int"
    ) throws -> SQLiteValue {
      if result.overflow { throw Refused(reason: reason, property: scope.property) }
      return .integer(result.partialValue)
    }
    let division = "division by zero, or a result that does not fit an Int"
    switch operation {
    case .addInt: return try fitting(a.addingReportingOverflow(b))
    case .subtractInt: return try fitting(a.subtractingReportingOverflow(b))
    case .multiplyInt: return try fitting(a.multipliedReportingOverflow(by: b))
    case .negateInt: return try fitting(Int64(0).subtractingReportingOverflow(a))
    case .divideInt: return try fitting(a.dividedReportingOverflow(by: b), division)
    case .remainderInt: return try fitting(a.remainderReportingOverflow(dividingBy: b), division)
    case .absolute where operands[0].type.base == .int:
      return try fitting(a < 0 ? Int64(0).subtractingReportingOverflow(a) : (a, false))
    case .intFromBool: return .integer(a)
    case .boolFromInt: return .integer(a == 0 ? 0 : 1)
    case .intFromText: return Int64(values[0].text ?? "").map { .integer($0) } ?? .null
    case .intExactly: return Int64(exactly: values[0].number ?? 0).map { .integer($0) } ?? .null
    case .intTruncating:
      guard let whole = Int64(exactly: (values[0].number ?? 0).rounded(.towardZero)) else {
        throw Refused(reason: "the number does not fit an Int", property: scope.property)
      }
      return .integer(whole)
    case .addDecimal, .subtractDecimal, .multiplyDecimal, .divideDecimal:
      let x = Decimal(string: values[0].text ?? "") ?? 0, y = Decimal(string: values[1].text ?? "") ?? 0
      let unfit = Refused(reason: "the result does not fit a Decimal", property: scope.property)
      if operation == .divideDecimal, y == 0 { throw unfit }
      let result =
        operation == .addDecimal ? x + y : operation == .subtractDecimal ? x - y : operation == .multiplyDecimal ? x * y : x / y
      if result.isNaN { throw unfit }
      return .text("\(result)")
    case .negateDecimal: return .text("\(-(Decimal(string: values[0].text ?? "") ?? 0))")
    case .bitAnd: return .integer(a & b)
    case .bitOr: return .integer(a | b)
    case .bitXor: return .integer(a ^ b)
    case .bitNot: return .integer(~a)
    case .sign: return .integer(a.signum())
    case .isMultiple: return .integer(a.isMultiple(of: b) ? 1 : 0)
    case .clamped where operands[0].type.base == .int: return .integer(min(max(a, b), values[2].integer ?? 0))
    case .smaller: return compare(values[0], values[1]) <= 0 ? values[0] : values[1]
    case .larger: return compare(values[0], values[1]) >= 0 ? values[0] : values[1]
    case .decimalCompare:
      let x = Decimal(string: values[0].text ?? "") ?? 0, y = Decimal(string: values[1].text ?? "") ?? 0
      return .integer(x < y ? -1 : x > y ? 1 : 0)
    // Only compared and sorted by: the number itself serves as well, for the small decimals of the tests.
    case .decimalOrder: return .real(Double(values[0].text ?? "") ?? 0)
    default: return nil
    }
  }

  private func onReals(
    _ operation: HeirloomMapping.Operation, _ values: [SQLiteValue], _ operands: [HeirloomMapping.Expression]
  ) -> SQLiteValue? {
    let a = values[0].number ?? 0, b = values.count > 1 ? values[1].number ?? 0 : 0
    func real(_ value: Double) -> SQLiteValue { value.isNaN ? .null : .real(value) }
    switch operation {
    case .add, .addInterval: return real(a + b)
    case .subtract, .dateDifference: return real(a - b)
    case .multiply: return real(a * b)
    case .divide: return real(a / b)
    case .negate: return real(-a)
    case .absolute: return real(abs(a))
    case .roundedToNearest: return real(a.rounded())
    case .roundedDown: return real(a.rounded(.down))
    case .roundedUp: return real(a.rounded(.up))
    case .roundedToEven: return real(a.rounded(.toNearestOrEven))
    case .roundedAwayFromZero: return real(a.rounded(.awayFromZero))
    case .roundedTowardZero: return real(a.rounded(.towardZero))
    case .doubleFromInt: return real(a)
    case .doubleFromText: return Double(values[0].text ?? "").map { real($0) } ?? .null
    case .textFromInt: return .text(String(values[0].integer ?? 0))
    case .textFromDouble: return .text("\(a)")
    case .textFromBool: return .text(a == 0 ? "false" : "true")
    default: return nil
    }
  }

  private func onTexts(_ operation: HeirloomMapping.Operation, _ values: [SQLiteValue]) -> Value? {
    let a = values[0].text ?? "", b = values.count > 1 ? values[1].text ?? "" : "",
      n = values.count > 1 ? Int(clamping: max(0, values[1].integer ?? 0)) : 0
    func text(_ value: some StringProtocol) -> Value { .scalar(.text(String(value))) }
    func truth(_ value: Bool) -> Value { .scalar(.integer(value ? 1 : 0)) }
    switch operation {
    case .concatenate: return text(values.map { $0.text ?? "" }.joined())
    case .lowercased: return text(a.lowercased())
    case .uppercased: return text(a.uppercased())
    case .trimmed: return text(a.trimmingCharacters(in: .whitespacesAndNewlines))
    case .reversed: return text(String(a.reversed()))
    case .length: return .scalar(.integer(Int64(a.count)))
    case .isEmpty: return truth(a.isEmpty)
    case .prefix: return text(a.prefix(n))
    case .suffix: return text(a.suffix(n))
    case .dropFirst: return text(a.dropFirst(n))
    case .dropLast: return text(a.dropLast(n))
    case .hasPrefix: return truth(a.hasPrefix(b))
    case .hasSuffix: return truth(a.hasSuffix(b))
    case .components: return .list(b.isEmpty ? [.text(a)] : a.components(separatedBy: b).map { .text($0) })
    case .trimmedOf:
      let signs = CharacterSet(charactersIn: values[2].text ?? "")
      return text(a.trimmingCharacters(in: b == "whitespaces" ? .whitespaces : signs))
    case .formattedWith: return text(String(format: a, values[1].integer ?? 0))
    // The generator's template is '$0', which stands for itself.
    case .templateFromText: return text(a.replacing("$", with: "\\$"))
    case .replacingPattern:
      return text(a.replacing(/[a-c]+/, with: (values[2].text ?? "").replacing("\\$", with: "$")))
    case .containsText: return truth(b.isEmpty || Data(a.utf8).range(of: Data(b.utf8)) != nil)
    case .replacing: return text(b.isEmpty ? a : a.components(separatedBy: b).joined(separator: values[2].text ?? ""))
    case .split:
      let maximum = values.count > 2 ? Int(clamping: max(0, values[2].integer ?? 0)) : .max
      return .list(b.isEmpty ? [.text(a)] : a.split(separator: b, maxSplits: maximum).map { .text(String($0)) })
    default: return nil
    }
  }

  private func operate(_ operation: HeirloomMapping.Operation, onList list: [SQLiteValue], _ rest: [SQLiteValue]) throws -> Value
  {
    func spelled(_ value: SQLiteValue) -> String {
      switch value {
      case .integer(let number): String(number)
      case .real(let number): "\(number)"
      default: value.text ?? ""
      }
    }
    switch operation {
    case .listCount: return .scalar(.integer(Int64(list.count)))
    case .isEmpty: return .scalar(.integer(list.isEmpty ? 1 : 0))
    case .listFirst: return .scalar(list.first ?? .null)
    case .listLast: return .scalar(list.last ?? .null)
    case .listElement:
      let index = rest[0].integer ?? -1
      return .scalar(index >= 0 && index < Int64(list.count) ? list[Int(index)] : .null)
    case .joined: return .scalar(.text(list.map { spelled($0) }.joined(separator: rest[0].text ?? "")))
    case .listContains: return .scalar(.integer(list.contains { !$0.isNull && compare($0, rest[0]) == 0 } ? 1 : 0))
    case .withoutNils: return .list(list.filter { !$0.isNull })
    case .listReversed: return .list(list.reversed())
    case .listDropFirst: return .list(Array(list.dropFirst(Int(rest[0].integer ?? 0))))
    case .listDropLast: return .list(Array(list.dropLast(Int(rest[0].integer ?? 0))))
    case .listSuffix: return .list(Array(list.suffix(Int(rest[0].integer ?? 0))))
    default: throw Refused(reason: "not part of the interpreter: \(operation.rawValue) of a list")
    }
  }
}
