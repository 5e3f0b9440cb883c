internal import HeirloomFindings
internal import HeirloomSchema

/// A plan as text: a line for each rule, attribute and relationship.
package enum PlanDescription {
  package static func text(of plan: Plan) -> String {
    var lines: [String] = []
    for rule in plan.rules {
      lines.append("\(origin(rule)) → \(rule.target)\(line(rule.place))")
      if !rule.excluded.isEmpty { lines.append("  without \(rule.excluded.map(\.text).sorted().joined(separator: ", "))") }
      for exit in rule.exits {
        lines.append(
          "  \(plan.sites[exit.site].kind.rawValue) \(when(exit.condition)): \(plan.sites[exit.site].reason)\(line(plan.sites[exit.site].place))"
        )
      }
      for attribute in rule.attributes {
        lines.append("  \(attribute.path) = \(value(attribute))\(attribute.isWritten ? line(attribute.value.place) : "")")
      }
      for link in plan.links where link.rule == rule.number {
        lines.append("  \(link.relationship.name) = \(value(link))\(line(link.place))")
      }
    }
    for unique in plan.uniques {
      let order = unique.order.map { " by \($0)" } ?? ""
      lines.append(
        "unique \(unique.target) by \(unique.keys.map(\.text).joined(separator: ", ")), keep the \(unique.survivor == .first ? "first" : "last")\(order)\(unique.fills ? ", fill nils" : "")\(line(unique.place))"
      )
    }
    for shared in plan.sharedChildren {
      let what = shared.policy == .clone ? "a copy for each owner but the first" : "several owners end the run"
      lines.append("shared records of \(shared.relationship.declarer).\(shared.relationship.name): \(what)\(line(shared.place))")
    }
    for drop in plan.drops {
      lines.append("drop \(drop.property.map { "\(drop.entity).\($0)" } ?? drop.entity.text): \(drop.reason)\(line(drop.place))")
    }
    return lines.joined(separator: "\n") + "\n"
  }

  /// What stands after `name =` on a line of the mapping.
  private static func written(_ name: String, _ place: TextPlace?) -> String? {
    guard let line = place?.lineText,
      let pattern = try? Regex("(?:^|[^A-Za-z0-9_.])(?:self\\.)?\(name.replacing(".", with: "\\."))\\s*=(?!=)\\s*(.+)$"),
      let match = line.firstMatch(of: pattern), let found = match.output[1].substring
    else { return nil }
    let text = found.trimmingSuffix { $0 == " " }
    return text.isEmpty ? nil : text
  }

  /// The line of the mapping that says so, as a remark.
  private static func line(_ place: TextPlace?) -> String { place.map { "  -- line \($0.line)" } ?? "" }

  private static func origin(_ rule: RecordRule) -> String {
    switch rule.origin {
    case .entity(let entity): "\(entity)"
    case .links(let entity, let property): "links of \(entity).\(property)"
    case .elements(let entity, let value): "elements of \(entity), \(spelled(value))"
    case .values(let entity, let value): "values of \(entity), \(spelled(value))"
    case .constant: "one record"
    }
  }

  private static func value(_ attribute: AttributeAssignment) -> String {
    switch attribute.origin {
    case .carried(let path):
      "old.\(path)\(attribute.beforeDefault != nil ? ", or the default" : attribute.fillsNils ? ", with another value for nils" : "")"
    case .defaulted: "the default"
    case .empty: "nil"
    case .computed: (attribute.isWritten ? written(attribute.path, attribute.value.place) : nil) ?? spelled(attribute.value)
    }
  }

  private static func value(_ link: LinkAssignment) -> String {
    if let written = written(link.relationship.name.text, link.place) { return written }
    return switch link.value {
    case .record(let value): spelled(value)
    case .several: "several records"
    case .records(let collection), .mapped(let collection, _): collection.links.map { "old.\($0.property)" } ?? "records"
    case .lookup(let entity, let key, let value): "the \(entity) whose \(key) is \(spelled(value))"
    case .lookups(let entity, let key, let value): "the \(entity) whose \(key) is in \(spelled(value))"
    case .either: "the first record that one of several ways leads to"
    case .chosen: "one of two records"
    case .required: "a record that must be there"
    case .reject: "a reason to refuse the record"
    case .inverse: "the other end"
    case .empty: "nothing"
    }
  }

  /// `unless a`, `if a and not b`, `always`: the condition under which a record is left out.
  private static func when(_ condition: Expression) -> String {
    switch condition.kind {
    case .constant(.integer(1)): "always"
    case .operation(.not, let operands) where isMade(condition, of: operands): "unless \(self.condition(operands[0]))"
    default: "if \(self.condition(condition))"
    }
  }

  private static func condition(_ condition: Expression) -> String {
    switch condition.kind {
    case .operation(.not, let operands) where isMade(condition, of: operands): "not \(self.condition(operands[0]))"
    // A pattern of a `case`.
    case .operation(.equal, let operands) where isMade(condition, of: operands):
      operands.map { spelled($0) }.joined(separator: " == ")
    case .operation(.greaterOrEqual, let operands) where isRange(condition),
      .operation(.lessOrEqual, let operands) where isRange(condition), .operation(.less, let operands) where isRange(condition):
      "\(spelled(operands[0])) in \(spelled(condition))"
    case .operation(.and, let operands)
    where isRange(condition) && isRange(operands[0]) && operands[0].place == operands[1].place:
      self.condition(operands[0])
    case .operation(.and, let operands) where isMade(condition, of: operands):
      operands.map { self.condition($0) }.joined(separator: " and ")
    // `let name = value` in a condition.
    case .operation(.notEqual, let operands) where isMade(condition, of: operands): "\(spelled(operands[0])) != nil"
    default: spelled(condition)
    }
  }

  private static func isRange(_ expression: Expression) -> Bool {
    let text = spelled(expression)
    return !text.contains { "\"()[]{}&|=".contains($0) } && (text.contains("...") || text.contains("..<"))
  }

  /// The mapping did not write the operation itself: it has the place of one of its operands.
  private static func isMade(_ expression: Expression, of operands: [Expression]) -> Bool {
    operands.contains { $0.place != nil && $0.place == expression.place }
  }

  /// As the mapping spells it, when it stands on one line.
  private static func spelled(_ expression: Expression) -> String {
    if case .column(.parameter, let name) = expression.kind { return "old.\(name)" }
    return expression.place?.spelling ?? "a value"
  }
}

extension Substring {
  fileprivate func trimmingSuffix(while condition: (Character) -> Bool) -> String {
    var rest = self
    while let last = rest.last, condition(last) { rest.removeLast() }
    return String(rest)
  }
}
