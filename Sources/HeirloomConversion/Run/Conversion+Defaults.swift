internal import HeirloomMapping
internal import HeirloomSQLite

/// An attribute of a rule whose nils something takes the place of.
struct FilledAttribute: Hashable {
  let rule: Int
  let path: String
}

extension Conversion {
  /// Registers `heirloom_fills(n)`: true, and counts that the nth of `filled` was filled.
  func registerFills() throws {
    try connection.addFunction("heirloom_fills", arguments: 1, isDeterministic: false) { [unowned self] arguments, slot in
      fillCounts[Int(arguments.integer(0))] += 1
      slot.set(true)
    }
  }

  /// SQL of an attribute's value. Where it is a value `??` another, the nils are counted as they go by, which spares a look at every
  /// row: COALESCE asks for the other only where the value is nil.
  func countingNils(of attribute: AttributeAssignment, in source: RuleSource) -> String {
    guard let before = attribute.beforeDefault ?? attribute.beforeFallback,
      case .coalesce(let value, let other) = attribute.value.kind,
      value == before, !other.isRejection
    else { return source.sql.sql(attribute.value) }
    filled[FilledAttribute(rule: source.number, path: attribute.path)] = fillCounts.count
    fillCounts.append(0)
    return
      "COALESCE(\(source.sql.sql(value)), CASE WHEN heirloom_fills(\(fillCounts.count - 1)) THEN \(source.sql.sql(other)) END)"
  }

  /// How many nils of a rule's records a default of the schema, or a `??` of the mapping, takes the place of.
  ///
  /// - Parameter isWritten: the records were written, so that most of them were counted.
  func defaults(of source: RuleSource, isWritten: Bool = false) throws -> [Ledger.Defaulted] {
    var result: [Ledger.Defaulted] = []
    var uncounted: [(AttributeAssignment, Expression)] = []
    func add(_ attribute: AttributeAssignment, _ count: Int64) {
      guard count > 0 else { return }
      result.append(
        Ledger.Defaulted(
          entity: source.rule.target, path: attribute.path, count: count, isByMapping: attribute.beforeDefault == nil))
    }
    for attribute in source.rule.attributes {
      guard let before = attribute.beforeDefault ?? attribute.beforeFallback else { continue }
      if isWritten, let number = filled[FilledAttribute(rule: source.number, path: attribute.path)] {
        add(attribute, fillCounts[number])
      } else {
        uncounted.append((attribute, before))
      }
    }
    guard !uncounted.isEmpty else { return result }
    let sums = uncounted.map { "sum(\(source.sql.sql($0.1)) IS NULL)" }.joined(separator: ", ")
    let row = try connection.rows("SELECT \(sums) FROM \(source.from)\(source.filter(source.survives))").first ?? []
    for (attribute, count) in zip(uncounted.map(\.0), row) { add(attribute, count.integer ?? 0) }
    let order = Dictionary(source.rule.attributes.enumerated().map { ($1.path, $0) }, uniquingKeysWith: { first, _ in first })
    return result.sorted { order[$0.path, default: 0] < order[$1.path, default: 0] }
  }
}
