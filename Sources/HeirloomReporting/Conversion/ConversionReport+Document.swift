internal import HeirloomFindings

extension ConversionReport {
  public var document: Document {
    var blocks: [Document.Block] = [.facts(facts)]
    if !entities.isEmpty { blocks += [.heading("Records"), .table(entityTable)] }
    if !relationships.isEmpty { blocks += [.heading("Relationships"), .table(relationshipTable)] }
    let notable = attributes.filter { $0.different > 0 || ($0.defaulted ?? 0) > 0 }
    if !attributes.isEmpty {
      blocks += [.heading("Attributes"), .paragraph(attributeSummary)]
      if !notable.isEmpty { blocks.append(.table(attributeTable(notable))) }
    }
    if !dropped.isEmpty { blocks += [.heading("Left behind"), .table(droppedTable)] }
    if !findings.isEmpty { blocks += [.heading("Findings"), .findings(findings)] }
    blocks.append(verdict)
    return Document(title: title, blocks: blocks)
  }

  private var title: String {
    switch status {
    case .converted, .failed: "Conversion of \(source.path)"
    case .dryRun: "Dry run of \(source.path)"
    case .verified: "Verification of \(target.path)"
    }
  }

  private var facts: [Document.Fact] {
    var facts = [
      Document.Fact("source", source.kind.isEmpty ? source.path : "\(source.path) (\(source.kind))"),
      Document.Fact("target", target.version.map { "\(target.path) (version \($0))" } ?? target.path),
    ]
    if let sha256 = source.sha256 { facts.append(.init("source SHA-256", sha256)) }
    if let metadata { facts.append(.init("metadata", metadata.meaning)) }
    return facts
  }

  private var entityTable: Table {
    Table(
      [
        .init("source"), .init("target"), .init("read", numeric: true), .init("written", numeric: true),
        .init("merged", numeric: true), .init("skipped", numeric: true), .init("rejected", numeric: true),
        .init("verified", numeric: true), .init("balance"),
      ],
      rows: entities.map { line in
        [line.source, line.target] + [line.read, line.written, line.merged, line.skipped, line.rejected].map(grouped)
          + [line.verified.map(grouped) ?? "-", mark(line.isBalanced && line.isConfirmed)]
      })
  }

  private var relationshipTable: Table {
    Table(
      [
        .init("source"), .init("target"), .init("before", numeric: true), .init("after", numeric: true),
        .init("merged", numeric: true), .init("skipped", numeric: true), .init("verified", numeric: true), .init("balance"),
      ],
      rows: relationships.map { line in
        [line.source ?? "-", line.target] + [line.before, line.after, line.merged, line.skipped].map(grouped)
          + [line.verified.map(grouped) ?? "-", mark(line.isBalanced && line.isConfirmed)]
      })
  }

  private var attributeSummary: String {
    let compared = attributes.reduce(Int64(0)) { $0 &+ $1.compared }
    let different = attributes.reduce(Int64(0)) { $0 &+ $1.different }
    return
      "\(counted(compared, "value")) of \(counted(Int64(attributes.count), "attribute")) compared, \(grouped(different)) different"
  }

  private func attributeTable(_ lines: [AttributeComparison]) -> Table {
    Table(
      [
        .init("attribute"), .init("compared", numeric: true), .init("different", numeric: true),
        .init("defaulted", numeric: true),
      ],
      rows: lines.map { [$0.target, grouped($0.compared), grouped($0.different), $0.defaulted.map(grouped) ?? "-"] })
  }

  private var droppedTable: Table {
    Table(
      [.init("source"), .init("count", numeric: true), .init("because")],
      rows: dropped.map { [$0.name, $0.count.map(grouped) ?? "-", $0.reason] })
  }

  private func mark(_ isGood: Bool) -> String { isGood ? "ok" : "OFF" }

  private var verdict: Document.Block {
    let records = counted(entities.reduce(Int64(0)) { $0 &+ $1.written }, "record")
    // A relationship with two sides stands in the list twice, so its links are not added up.
    let links = counted(Int64(relationships.count), "relationship")
    let time = "\(hundredths(seconds)) s"
    switch (outcome, exitStatus) {
    case (.failed, let status): return .verdict("failed (exit \(status.rawValue)); no target was published", .bad)
    case (.converted, .done): return .verdict("converted and balanced: \(records), \(links), \(time)", .good)
    case (.dryRun, .done): return .verdict("would convert and balance: \(records), \(links), \(time); nothing was written", .good)
    case (.verified, .done): return .verdict("verified: \(records), \(links), \(time)", .good)
    case (.verified, _): return .verdict("the two stores differ (exit 1)", .bad)
    case (.dryRun, _): return .verdict("would convert, with rejects or differences (exit 1); nothing was written", .doubtful)
    case (.converted, _):
      return .verdict("converted, with rejects or differences (exit 1): \(records), \(links), \(time)", .doubtful)
    }
  }
}

/// `0.1` as `0.10`, without the locale.
func hundredths(_ number: Double) -> String {
  guard number.isFinite, number.magnitude < 1e12 else { return "-" }
  let whole = Int64((number * 100).rounded())
  let fraction = String(whole.magnitude % 100)
  return "\(whole < 0 ? "-" : "")\(whole.magnitude / 100).\(fraction.count < 2 ? "0" + fraction : fraction)"
}
