package import HeirloomMapping
package import HeirloomSchema

/// What a rule did, in terms that a validator can check: which rows became records, under which keys.
package struct RuleOutcome: Sendable {
  package var rule: RecordRule
  /// The source relation, quoted, with a column `_id`.
  package var relation: String
  /// Concrete entities of the relation that the rule leaves to others.
  package var excluded: [EntityName]
  /// A table, quoted, of the rows that were left out; nil when none was.
  package var leftOut: String?
  /// What is added to a row's key; nil when the keys are in `keyTable`.
  package var keyOffset: Int64?
  /// A table, quoted, with the columns `old` and `new`.
  package var keyTable: String
  /// Records of the rule were joined with others, and their nils filled.
  package var isFilled: Bool
  /// Some of the rule's records were copied, so that links tell less of the source.
  package var isCopied = false
}

extension Conversion {
  package var outcomes: [RuleOutcome] {
    sources.map { source in
      let relation: String
      switch source.rule.origin {
      case .entity(let entity): relation = source.sql.relation(entity)
      case .links, .elements, .values: relation = "temp.\"rows_\(source.number)\""
      case .constant: relation = "(SELECT 1 AS _id)"
      }
      let offset: Int64? = if case .offset(let offset) = source.policy { offset } else { nil }
      let isFilled = plan.uniques.contains { rule in
        rule.fills && plan.target.family(of: rule.target).contains { $0.name == source.rule.target }
      }
      var outcome = RuleOutcome(
        rule: source.rule, relation: relation, excluded: source.rule.excluded.sorted(),
        leftOut: source.hasFates ? source.fates : nil,
        keyOffset: offset, keyTable: source.keys, isFilled: isFilled)
      outcome.isCopied = copyOutcomes.contains { $0.rule == source.number }
      return outcome
    }
  }

  /// What the copies of records are, in the order of the ledger's lines that follow those of the rules.
  package var outcomesOfCopies: [RuleOutcome] {
    let outcomes = outcomes
    return copyOutcomes.map { rule, table in
      var outcome = outcomes[rule]
      (outcome.leftOut, outcome.keyOffset, outcome.keyTable) = (nil, nil, table)
      return outcome
    }
  }
}
