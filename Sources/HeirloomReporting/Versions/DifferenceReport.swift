public import HeirloomFindings

/// What differs between two schemas, and the migration that each change needs.
public struct DifferenceReport: Report, Hashable {
  public struct Change: Sendable, Hashable {
    /// A stable word such as `attribute-renamed`.
    public var kind: String
    public var entity: String
    public var property: String?
    public var before: String?
    public var after: String?
    /// `automatic`, `lightweight` or `custom`.
    public var migration: String
    public var why: String
    public var question: String?
    /// The whole in one line.
    public var message: String

    public init(
      kind: String, entity: String, property: String?, before: String?, after: String?, migration: String, why: String,
      question: String?,
      message: String
    ) {
      self.kind = kind
      self.entity = entity
      self.property = property
      self.before = before
      self.after = after
      self.migration = migration
      self.why = why
      self.question = question
      self.message = message
    }
  }

  public struct Side: Sendable, Hashable {
    public var path: String
    /// The version's name; empty for a store.
    public var version: String
    public var checksum: String
    public init(path: String, version: String, checksum: String) {
      self.path = path
      self.version = version
      self.checksum = checksum
    }
    /// As a person would call it.
    public var name: String { version.isEmpty ? path : version }
  }

  public var from: Side
  public var to: Side
  public var changes: [Change]
  /// The most demanding of the changes: `nothing`, `automatic`, `lightweight`, `custom`.
  public var verdict: String
  public var summary: String
  /// What does the custom work; nil when nothing does, or none is needed.
  public var coveredBy: String?
  public var findings: [Finding]

  public init(
    from: Side, to: Side, changes: [Change], verdict: String, summary: String, coveredBy: String? = nil, findings: [Finding] = []
  ) {
    self.from = from
    self.to = to
    self.changes = changes
    self.verdict = verdict
    self.summary = summary
    self.coveredBy = coveredBy
    self.findings = findings
  }

  /// 1 when somebody still has to write custom work.
  public var exitStatus: ExitStatus {
    if let fault = findings.first(where: { $0.severity == .error }) { return fault.exitStatus }
    return verdict == "custom" && coveredBy == nil ? .differences : .done
  }

  public var json: JSONValue {
    [
      "contract": 1, "exitCode": .integer(Int64(exitStatus.rawValue)), "from": side(from), "to": side(to),
      "changes": .array(
        changes.map { change in
          [
            "kind": .string(change.kind), "entity": .string(change.entity), "property": .string(orNull: change.property),
            "before": .string(orNull: change.before), "after": .string(orNull: change.after),
            "migration": .string(change.migration),
            "why": .string(change.why), "question": .string(orNull: change.question), "message": .string(change.message),
          ]
        }),
      "verdict": .string(verdict), "summary": .string(summary), "coveredBy": .string(orNull: coveredBy),
      "findings": findings.json,
    ]
  }

  private func side(_ side: Side) -> JSONValue {
    ["path": .string(side.path), "version": .string(side.version), "checksum": .string(side.checksum)]
  }

  public var document: Document {
    var blocks: [Document.Block] = []
    if !changes.isEmpty {
      blocks.append(
        .table(
          Table(
            [.init("migration"), .init("change"), .init("because")], rows: changes.map { [$0.migration, $0.message, $0.why] })))
    }
    let questions = changes.compactMap(\.question)
    if !questions.isEmpty { blocks += [.heading("Questions")] + questions.map { .paragraph($0) } }
    if !findings.isEmpty { blocks += [.heading("Findings"), .findings(findings)] }
    let tone: Document.Tone = exitStatus == .done ? (questions.isEmpty ? .good : .doubtful) : .bad
    blocks.append(.verdict(coveredBy.map { "\(summary); \($0) does it" } ?? summary, tone))
    return Document(title: "From \(from.name) to \(to.name)", blocks: blocks)
  }
}
