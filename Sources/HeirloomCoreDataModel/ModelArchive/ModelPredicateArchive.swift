/// Predicates and expressions as model archives hold them.
enum ArchivedPredicate {
  /// - Returns: nil when the archive holds more than `ModelPredicate` can say.
  static func read(_ node: KeyedArchive.Node, depth: Int = 0) -> ModelPredicate? {
    guard depth < 64 else { return nil }
    switch node.className {
    case "NSCompoundPredicate":
      guard let parts = node["NSSubpredicates"]?.elements, parts.count < 4096 else { return nil }
      let read = parts.compactMap { Self.read($0, depth: depth + 1) }
      guard read.count == parts.count, let first = read.first else { return nil }
      switch node["NSCompoundPredicateType"]?.integer ?? 0 {
      case 0: return read.count == 1 ? .not(first) : nil
      case 1: return .and(read)
      case 2: return .or(read)
      default: return nil
      }
    case "NSComparisonPredicate":
      guard let left = node["NSLeftExpression"].flatMap(keyPath), let right = node["NSRightExpression"].flatMap(constant),
        let sign = node["NSPredicateOperator"], let code = sign["NSOperatorType"]?.integer,
        (sign["NSModifier"]?.integer ?? 0) == 0,
        (sign["NSOptions"]?.integer ?? 0) == 0, let comparator = ModelPredicate.Comparator(rawValue: Int(clamping: code))
      else { return nil }
      return .comparison(path: left, comparator, right)
    default: return nil
    }
  }

  /// `SELF` or the text of a key path; nil for any other expression.
  static func keyPath(_ node: KeyedArchive.Node) -> String? {
    switch node.className {
    case "NSSelfExpression": "SELF"
    case "NSKeyPathSpecifierExpression": node["NSKeyPath"]?.string
    case "NSKeyPathExpression":
      node["NSOperand"]?.className == "NSSelfExpression"
        ? node["NSArguments"]?.elements?.first.flatMap {
          $0.className == "NSKeyPathSpecifierExpression" ? $0["NSKeyPath"]?.string : nil
        }
        : nil
    default: nil
    }
  }

  private static func constant(_ node: KeyedArchive.Node) -> ModelPredicate.Constant? {
    guard node.className == "NSConstantValueExpression" else { return nil }
    guard let value = node["NSConstantValue"] else { return .null }
    if value.isBool { return value.bool.map(ModelPredicate.Constant.bool) }
    if let text = value.string { return .string(text) }
    if let number = value.integer { return .integer(number) }
    if let seconds = value.date { return .date(seconds) }
    return value.real.map(ModelPredicate.Constant.real)
  }
}
