internal import HeirloomFindings
internal import HeirloomMapping
internal import HeirloomSQLite
internal import HeirloomSchema

extension Conversion {
  /// Writes the records of a rule, with the links that are columns of their own table.
  func insertRecords(of source: RuleSource) throws {
    let rule = source.rule
    let placement = try placement(of: rule.target)
    var columns = [placement.keyColumn] + placement.constants.map(\.column)
    var values = [source.newKey] + placement.constants.map(\.literal)
    // What each value is, and where the mapping says so: for who reads the statement.
    var notes = ["the key"] + placement.constants.map(\.column)
    for attribute in rule.attributes {
      guard let column = placement.columns[attribute.path] else { continue }
      if case .constant(.null) = attribute.value.kind { continue }
      columns.append(column)
      let value = countingNils(of: attribute, in: source)
      values.append(attribute.leaf.allowsExternalStorage ? "heirloom_store_external(\(value))" : value)
      notes.append("\(attribute.path)\(attribute.isWritten ? attribute.value.place.map { ", line \($0.line)" } ?? "" : "")")
    }
    for (index, link) in plan.links.enumerated() where link.rule == rule.number {
      guard case .record(let value) = link.value,
        case .column(let column, let entityColumn, _)? = placement.relationships[link.relationship.name]
      else { continue }
      let resolved = resolution(
        of: value, in: source, to: link.relationship.destination, isSound: linkCounts[index]?.dangling == 0)
      columns.append(column)
      values.append(resolved.key)
      notes.append("\(link.relationship.name)\(link.place.map { ", line \($0.line)" } ?? "")")
      if let entityColumn {
        columns.append(entityColumn)
        values.append(resolved.entityNumber)
        notes.append("the entity of \(link.relationship.name)")
      }
    }
    let written = try execute(
      "write \(rule.target) from \(rule.sourceEntity?.text ?? "the mapping")",
      """
      INSERT INTO main.\(sqlName(placement.table)) (\(columns.map { sqlName($0) }.joined(separator: ", ")))
      SELECT \(Self.annotated(values, notes))
      FROM \(source.from)\(source.filter(source.survives))
      """, at: rule.place)
    var row = Ledger.Records(rule: rule.number, source: rule.sourceEntity?.text ?? "", target: rule.target)
    row.read = source.count
    row.written = written
    ledger.records.append(row)
  }

  /// The values of a statement, one on a line, each with a word about it.
  static func annotated(_ values: [String], _ notes: [String]) -> String {
    let last = values.count - 1
    return zip(values, notes).enumerated()
      .map { "\($1.0)\($0 == last ? "" : ",")  -- \($1.1.replacing("\n", with: " "))" }.joined(separator: "\n       ")
  }

  /// Completes a rule's line of the ledger from the fates, and counts the defaults it used.
  func settleLedger(of source: RuleSource) throws {
    guard let index = ledger.records.firstIndex(where: { $0.rule == source.number }) else { return }
    if source.hasFates {
      for row in try connection.rows("SELECT site, survivor IS NOT NULL, count(*) FROM \(source.fates) GROUP BY 1, 2") {
        let count = row[2].integer ?? 0
        if row[1] == .integer(1) {
          ledger.records[index].merged += count
        } else if let site = row[0].integer, sites[Int(site)].isOnPurpose {
          ledger.records[index].skipped += count
        } else {
          ledger.records[index].rejected += count
        }
      }
    }
    ledger.defaults += try defaults(of: source, isWritten: true)
  }
}
