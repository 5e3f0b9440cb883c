internal import HeirloomMapping
internal import HeirloomSchema

/// The SQL of each operation: SQLite's own where it means what Swift means, a function of ours elsewhere.
enum OperationSQL {
  static func text(_ operation: Operation, _ sql: [String], _ operands: [Expression]) -> String {
    func infix(_ sign: String) -> String { "(\(sql.joined(separator: " \(sign) ")))" }
    func element(_ text: String) -> String { ExpressionSQL.decoded(text, operands[0].type.base.listElement) }
    switch operation {
    case .not: return "(\(sql[0]) IS NOT TRUE)"
    case .and: return infix("AND")
    case .or: return infix("OR")
    // IS and IS NOT: nil equals nil, as in Swift.
    case .equal: return infix("IS")
    case .notEqual: return infix("IS NOT")
    // A comparison with nil holds for nothing; SQL's NULL would make its negation false as well.
    case .less, .lessOrEqual, .greater, .greaterOrEqual: return "IFNULL(\(infix(operation.rawValue)), 0)"
    case .addInt, .addInterval: return infix("+")
    case .subtractInt, .dateDifference: return infix("-")
    case .multiplyInt: return infix("*")
    case .divideInt: return infix("/")
    case .remainderInt: return infix("%")
    // A space: two hyphens would begin a comment.
    case .negateInt, .negate: return "(- \(sql[0]))"
    // Reals may be stored as whole numbers: CAST keeps SQLite from computing with integers.
    case .add: return "(CAST(\(sql[0]) AS REAL) + \(sql[1]))"
    case .subtract: return "(CAST(\(sql[0]) AS REAL) - \(sql[1]))"
    case .multiply: return "(CAST(\(sql[0]) AS REAL) * \(sql[1]))"
    case .concatenate: return sql.isEmpty ? "''" : sql.count == 1 ? sql[0] : infix("||")
    case .intFromBool, .dateFromReference, .referenceFromDate: return sql[0]
    case .boolFromInt: return "(\(sql[0]) <> 0)"
    case .doubleFromInt: return "CAST(\(sql[0]) AS REAL)"
    case .textFromInt: return "CAST(\(sql[0]) AS TEXT)"
    case .textFromBool: return "CASE WHEN \(sql[0]) IS NULL THEN NULL WHEN \(sql[0]) THEN 'true' ELSE 'false' END"
    case .dateFromUnixSeconds: return "(\(sql[0]) - 978307200)"
    case .unixSecondsFromDate: return "(CAST(\(sql[0]) AS REAL) + 978307200)"
    case .dataCount: return "length(\(sql[0]))"
    case .smaller: return "min(\(sql[0]), \(sql[1]))"
    case .larger: return "max(\(sql[0]), \(sql[1]))"
    case .clamped: return "min(max(\(sql[0]), \(sql[1])), \(sql[2]))"
    case .decimalFromInt: return "CAST(\(sql[0]) AS TEXT)"
    case .containsText: return "(instr(\(sql[0]), \(sql[1])) > 0)"
    case .replacing:
      // SQLite's own stops at a pattern that starts with a NUL.
      if case .constant(.text(let pattern)) = operands[1].kind, pattern.first != "\0" {
        return "replace(\(sql.joined(separator: ", ")))"
      }
      return "heirloom_replacing(\(sql.joined(separator: ", ")))"
    case .bitAnd: return infix("&")
    case .bitOr: return infix("|")
    // Exclusive or, which SQLite lacks: the bits that only one of the two has.
    case .bitXor: return "((\(sql[0]) | \(sql[1])) & ~(\(sql[0]) & \(sql[1])))"
    case .bitNot: return "(~\(sql[0]))"
    case .shiftLeft: return infix("<<")
    case .shiftRight: return infix(">>")
    case .isMultiple: return "(CASE WHEN \(sql[1]) = 0 THEN \(sql[0]) = 0 ELSE \(sql[0]) % \(sql[1]) = 0 END)"
    case .sign: return "((\(sql[0]) > 0) - (\(sql[0]) < 0))"
    case .isEmpty:
      return switch operands[0].type.base {
      case .data: "(length(\(sql[0])) = 0)"
      case .list: "(json_array_length(\(sql[0])) = 0)"
      default: "(\(sql[0]) = '')"
      }
    case .listContains where operands[0].type.base.listElement == .decimal:
      return "heirloom_listContainsDecimal(\(sql.joined(separator: ", ")))"
    case .listCount: return "json_array_length(\(sql[0]))"
    // SQLite's json_extract ends a text at a NUL.
    case .listFirst: return element("heirloom_listElement(\(sql[0]), 0)")
    case .listLast: return element("heirloom_listElement(\(sql[0]), json_array_length(\(sql[0])) - 1)")
    case .listElement: return element("heirloom_listElement(\(sql[0]), \(sql[1]))")
    case .listLiteral:
      return list(zip(sql, operands).map { ExpressionSQL.encoded($0, $1.type.base) })
    case .listContains where operands[1].type.base == .uuid || operands[1].type.base == .data:
      return "heirloom_listContains(\(sql[0]), \(ExpressionSQL.encoded(sql[1], operands[1].type.base)))"
    case .jsonFromList: return "CAST(\(sql[0]) AS BLOB)"
    // A whole number that is no case of the enum is nil.
    case .enumFromRaw:
      return "CASE WHEN \(sql[0]) IN (\(sql.dropFirst().joined(separator: ", "))) THEN \(sql[0]) END"
    default: return "heirloom_\(operation.rawValue)(\(sql.joined(separator: ", ")))"
    }
  }

  /// The condition under which an operation that may fail has failed; its operands have values.
  static func failure(_ operation: Operation, _ sql: [String], _ operands: [Expression]) -> (condition: String, reason: String)? {
    let value = text(operation, sql, operands)
    let given = sql.map { "\($0) IS NOT NULL" }.joined(separator: " AND ")
    switch operation {
    // SQLite answers an overflow of whole numbers with a REAL.
    case .addInt, .subtractInt, .multiplyInt, .negateInt: return ("typeof(\(value)) = 'real'", "the result does not fit an Int")
    case .divideInt, .remainderInt:
      return (
        "(\(sql[1]) = 0 OR typeof(\(value)) = 'real' OR (\(sql[1]) = -1 AND \(sql[0]) = -9223372036854775807 - 1))",
        "division by zero, or a result that does not fit an Int"
      )
    case .absolute:
      guard operands[0].type.base == .int else { return nil }
      return ("(\(given) AND \(value) IS NULL)", "the result does not fit an Int")
    case .intTruncating: return ("(\(given) AND \(value) IS NULL)", "the number does not fit an Int")
    case .floatFromDouble: return ("(\(given) AND \(value) IS NULL)", "the number does not fit a Float")
    case .decimalFromDouble: return ("(\(given) AND \(value) IS NULL)", "the number does not fit a Decimal")
    case .addDecimal, .subtractDecimal, .multiplyDecimal, .divideDecimal:
      return ("(\(given) AND \(value) IS NULL)", "the result does not fit a Decimal")
    case _ where operation.lengthens:
      if operation != .repeated, case .constant(.integer(let count)) = operands[1].kind, count <= ConversionFunctions.longest {
        return nil
      }
      return ("(\(given) AND \(value) IS NULL)", "a count is negative, or makes a text of more than a million characters")
    case _ where operation.countOperand != nil:
      // One that is written out was looked at by the checker.
      if let index = operation.countOperand, case .constant = operands[index].kind { return nil }
      return ("(\(given) AND \(value) IS NULL)", "a count is negative")
    default: return nil
    }
  }

  /// A list of encoded elements; in groups, since SQLite's functions take 127 arguments at most.
  private static func list(_ elements: [String]) -> String {
    guard elements.count > ExpressionSQL.argumentLimit else { return "json_array(\(elements.joined(separator: ", ")))" }
    let half = elements.count / 2
    return "heirloom_listConcatenated(\(list(Array(elements[..<half]))), \(list(Array(elements[half...]))))"
  }
}
