internal import HeirloomSchema

extension ModelPredicate {
  /// The condition as Core Data writes it into a partial index; nil when it has no column or no known form.
  ///
  /// Seen in real stores: `ZKIND = 1`, `ZSTATE <> 4`, `ZLABEL IS NOT NULL`, `(ZA = -1 AND ZB <> -1)`.
  func sql(_ column: (PropertyName) -> String?) -> String? {
    switch self {
    case .and(let parts): Self.join(parts, "AND", column)
    case .or(let parts): Self.join(parts, "OR", column)
    case .not(let part): part.sql(column).map { "NOT (\($0))" }
    case .comparison(let path, let comparator, let constant): Self.compare(path, comparator, constant, column)
    }
  }

  private static func join(_ parts: [ModelPredicate], _ word: String, _ column: (PropertyName) -> String?) -> String? {
    let conditions = parts.compactMap { $0.sql(column) }
    return conditions.count == parts.count ? "(\(conditions.joined(separator: " \(word) ")))" : nil
  }

  private static func compare(
    _ path: String, _ comparator: Comparator, _ constant: Constant, _ column: (PropertyName) -> String?
  ) -> String? {
    guard let name = column(PropertyName(path)).map(bareName) else { return nil }
    if case .null = constant {
      return comparator == .equal ? "\(name) IS NULL" : comparator == .different ? "\(name) IS NOT NULL" : nil
    }
    guard let sign = comparator.sqlSign, let value = constant.sqlLiteral else { return nil }
    return "\(name) \(sign) \(value)"
  }
}

extension ModelPredicate.Comparator {
  fileprivate var sqlSign: String? {
    switch self {
    case .less: "<"
    case .lessOrEqual: "<="
    case .greater: ">"
    case .greaterOrEqual: ">="
    case .equal: "="
    case .different: "<>"
    case .matches: nil
    }
  }
}

extension ModelPredicate.Constant {
  fileprivate var sqlLiteral: String? {
    switch self {
    case .null: nil
    case .bool(let flag): flag ? "1" : "0"
    case .integer(let number): String(number)
    case .real(let number), .date(let number): number.isFinite ? String(number) : nil
    case .string(let text): text.contains("\0") ? nil : "'\(text.replacing("'", with: "''"))'"
    }
  }
}
