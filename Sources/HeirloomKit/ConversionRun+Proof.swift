internal import HeirloomConversion
internal import HeirloomFindings
internal import HeirloomMapping
internal import HeirloomReading
internal import HeirloomReporting
internal import HeirloomSQLite
internal import HeirloomSchema
internal import HeirloomVerification

extension ConversionRun {
  /// Reads the target as anybody would, and holds it against the source and what the conversion claims.
  func verify(
    _ draft: String, _ conversion: Conversion, _ plan: Plan, on connection: Connection, _ report: inout ConversionReport
  ) throws {
    let target = comparedPath ?? draft
    let schema = try present(target, plan, on: connection)
    let claims = conversion.claims()
    var validator = Validator(on: connection, before: Self.before, after: Self.after, schema: schema)
    let proof = try validator.prove(claims)
    if comparedPath != nil, options.layout == .swiftData {
      let trial = try openStore(draft, options: OpenOptions())
      try trial.present(on: connection, prefix: Self.trial)
      trialStore = trial
      try validator.compare(withTrial: Self.trial, of: trial.schema)
    }
    report.findings += validator.findings
    for index in report.entities.indices { report.entities[index].verified = proof.records[index] }
    report.compare(claims, proof)
    report.confirmLinks(claims, proof)
  }

  /// Why a proof fails that ought not to: pages of the source that contradict one another, so that every query reads something else.
  func damage(of store: any LegacyStore, on connection: Connection) -> Finding? {
    guard store.identity.kind == .coreData || store.identity.kind == .swiftData else { return nil }
    do {
      let answer = try connection.value("PRAGMA \(sqlName(Self.before + "store")).integrity_check(1)").text ?? ""
      return answer == "ok" ? nil : Finding(.storeDamaged, "'\(path)' is damaged: \(answer.replacing("\n", with: " "))", at: .file(path))
    } catch {
      return Finding(reading: path, failed: error)
    }
  }

  /// Presents the target under its own prefix, and gives the schema it has of itself.
  private func present(_ target: String, _ plan: Plan, on connection: Connection) throws -> Schema {
    if options.layout == .sqlite {
      try PlainRelations.present(target, conversionLayout, plan.target, on: connection, prefix: Self.after)
      return plan.target
    }
    let reopened = try openStore(target, options: OpenOptions())
    try reopened.present(on: connection, prefix: Self.after)
    proofStore = reopened
    return reopened.schema
  }
}

extension ConversionReport {
  /// One line for each attribute that was compared, or that a default filled.
  mutating func compare(_ claims: Claims, _ proof: Proof) {
    var lines: [String: AttributeComparison] = Dictionary(attributes.map { ($0.target, $0) }, uniquingKeysWith: { a, _ in a })
    for (claim, compared) in zip(claims.records, proof.attributes) {
      for (attribute, found) in zip(claim.attributes, compared) {
        let name = "\(claim.target).\(attribute.targetPath)"
        var line = lines[name] ?? AttributeComparison(target: name)
        line.compared += found.compared
        line.different += found.different
        lines[name] = line
      }
    }
    attributes = lines.values.sorted { $0.target < $1.target }
  }

  /// The links that the target has, on the lines of the ledger; several rules may have filled one relationship.
  mutating func confirmLinks(_ claims: Claims, _ proof: Proof) {
    for (claim, found) in zip(claims.links, proof.links) {
      let name = "\(claim.target).\(claim.relationship)"
      let lines = relationships.indices.filter { relationships[$0].target == name }
      var rest = found
      for line in lines {
        // The count cannot be told apart by rule: each takes what it wrote, the last what is left.
        let share = line == lines.last ? rest : min(rest, relationships[line].after)
        relationships[line].verified = share
        rest -= share
      }
    }
  }
}
