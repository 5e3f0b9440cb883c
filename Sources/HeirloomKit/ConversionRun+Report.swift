internal import Foundation
internal import HeirloomConversion
internal import HeirloomFindings
internal import HeirloomMapping
internal import HeirloomReporting
internal import HeirloomSchema

extension ConversionReport {
  /// Takes over what the conversion counted.
  mutating func fill(from conversion: Conversion, _ plan: Plan) {
    for line in conversion.ledger.records {
      entities.append(
        EntityLedger(
          source: line.source, target: line.target.text, read: line.read, skipped: line.skipped, merged: line.merged,
          rejected: line.rejected, written: line.written))
    }
    for line in conversion.ledger.links {
      relationships.append(
        RelationshipLedger(
          target: line.target, source: line.source.isEmpty ? nil : line.source, before: line.before, skipped: line.skipped,
          merged: line.merged, after: line.after))
    }
    for line in conversion.ledger.defaults {
      attributes.append(AttributeComparison(target: "\(line.entity).\(line.path)", defaulted: line.count))
    }
    for drop in plan.drops {
      dropped.append(DroppedSource(drop.property.map { "\(drop.entity).\($0)" } ?? drop.entity.text, because: drop.reason))
    }
  }
}

extension Conversion {
  /// A finding for each reason for which records were refused.
  func refusalFindings() throws -> [Finding] {
    try refusals().map { entity, site, count in
      let records = "\(count) record\(count == 1 ? " is" : "s are") refused"
      return Finding(
        .rejectedRecord, entity.map { "of '\($0)' \(records): \(site.reason)" } ?? "\(records): \(site.reason)",
        at: site.place.map { .text($0) }, count: Int(count))
    }
  }
}

extension ConversionRun {
  /// The plan as a reader follows it: each rule, then each statement with the line that asked for it.
  func explain(_ plan: Plan, _ conversion: Conversion, into explanation: inout Explanation) {
    explanation.plan = PlanDescription.text(of: plan)
    explanation.statements = conversion.statements.map { .init(title: $0.title, sql: $0.sql, place: $0.place) }
  }
}
