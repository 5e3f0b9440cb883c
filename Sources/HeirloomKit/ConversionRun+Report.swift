internal import Foundation
internal import HeirloomConversion
internal import HeirloomFindings
internal import HeirloomMapping
internal import HeirloomReading
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

extension ConversionRun {
  /// Writes the refused records, one JSON object a line, in the order of rules and keys.
  func writeRejects(of conversion: Conversion, _ store: any LegacyStore) throws {
    guard let path = options.rejectsPath else { return }
    guard FileManager.default.createFile(atPath: path, contents: nil), let file = FileHandle(forWritingAtPath: path) else {
      throw Finding(.targetUncreatable, "'\(path)' cannot be written", at: .file(path))
    }
    defer { try? file.close() }
    try conversion.forEachReject { reject in
      var line: JSONValue = [
        "entity": .string(orNull: reject.entity?.text), "key": .integer(reject.key), "target": .string(reject.target.text),
        "attribute": .string(orNull: reject.site.property), "finding": .string("rejected-record"), "reason": .string(reject.site.reason),
      ]
      if let place = reject.site.place { line = line.adding("line", .integer(Int64(place.line))) }
      try file.write(contentsOf: Data((line.text() + "\n").utf8))
    }
  }

  /// The plan as a reader follows it: each rule, then each statement with the line that asked for it.
  func explain(_ plan: Plan, _ conversion: Conversion) -> String {
    var text = PlanDescription.text(of: plan)
    for statement in conversion.statements {
      let place = statement.place.map { "  -- line \($0.line): \($0.lineText.trimmingCharacters(in: .whitespaces))\n" } ?? ""
      text += "\n-- \(statement.title)\n\(place)\(statement.sql);\n"
    }
    return text
  }
}
