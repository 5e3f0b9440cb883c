internal import HeirloomConversion
internal import HeirloomCoreDataModel
internal import HeirloomFindings
internal import HeirloomMapping
internal import HeirloomReading
internal import HeirloomReporting
internal import HeirloomSQLite
internal import HeirloomSchema
internal import HeirloomVerification

extension ConversionRun {
  /// Reads the target as anybody would, and holds it against the source and what the conversion claims.
  ///
  /// - Parameter draft: the finished draft; nil to read the rows where they were filled in, before a merge.
  func verify(
    _ draft: String?, _ conversion: Conversion, _ plan: Plan, on connection: Connection, _ report: inout ConversionReport
  ) throws {
    let target = comparedPath ?? draft
    let schema = try present(target, plan, on: connection)
    let claims = conversion.claims()
    var validator = Validator(on: connection, before: Self.before, after: Self.after, schema: schema)
    let proof = try prove(claims, with: &validator, draft == nil ? nil : proofStore)
    if options.layout != .sqlite, draft != nil {
      try validator.checkBooks(of: Self.after + "store", conversionLayout)
      checkHashes(&validator)
    }
    if comparedPath != nil, options.layout == .swiftData, let draft {
      let trial = try openStore(draft, options: OpenOptions())
      try trial.present(on: connection, prefix: Self.trial)
      trialStore = trial
      try validator.compare(withTrial: Self.trial, of: trial.schema)
    }
    if comparedPath != nil, options.layout == .sqlite, draft != nil {
      try PlainRelations.present(nil, conversionLayout, plan.target, on: connection, prefix: Self.trial)
      try validator.compare(withTrial: Self.trial, of: plan.target)
    }
    report.findings += validator.findings
    for index in report.entities.indices { report.entities[index].verified = proof.records[index] }
    report.compare(claims, proof)
    report.confirmLinks(claims, proof)
    if let whenProven {
      report.findings += try whenProven(ProvenConversion(claims: claims, connection: connection, schema: proofStore?.schema))
    }
  }

  /// What is told of the source whatever the mapping makes of it.
  struct Examination {
    var findings: [Finding]
    /// How much each part holds that is dropped, in the plan's order; nil where it cannot be counted.
    var dropped: [Int64?]

    init(of store: any LegacyStore, _ plan: Plan, on connection: Connection) throws {
      findings = try store.examine(on: connection, prefix: ConversionRun.before)
      dropped = plan.drops.map { drop in
        try? SourceCount(of: drop.entity, drop.property, in: plan.source).value(on: connection, prefix: ConversionRun.before)
      }
    }
  }

  /// Looks at every value of the source, beside the conversion where the source allows it.
  func examine(_ store: any LegacyStore, _ plan: Plan, on connection: Connection) throws -> Background<Examination> {
    guard store.servesSeveralThreads else { return Background(done: try Examination(of: store, plan, on: connection)) }
    let own = try Connection.inMemory()
    try store.present(on: own, prefix: Self.before)
    nonisolated(unsafe) let store = store
    return Background(running: { try Examination(of: store, plan, on: own) })
  }

  /// The whole proof; of SQLite stores on both sides the links are proven on a second connection at the same time.
  private func prove(_ claims: Claims, with validator: inout Validator, _ target: (any LegacyStore)?) throws -> Proof {
    guard let target, let legacy, legacy.servesSeveralThreads, target.servesSeveralThreads else {
      return try validator.prove(claims)
    }
    let connection = try Connection.inMemory()
    try legacy.present(on: connection, prefix: Self.before)
    try target.present(on: connection, prefix: Self.after)
    let schema = target.schema
    let links = Background(running: { () throws -> (counts: [Int64], findings: [Finding]) in
      var validator = Validator(on: connection, before: Self.before, after: Self.after, schema: schema)
      return (counts: try validator.proveLinks(claims), findings: validator.findings)
    })
    defer { links.wait() }
    var proof = try validator.proveRecords(claims)
    let found = try links.value()
    proof.links = found.counts
    validator.add(found.findings)
    return proof
  }

  /// The hashes must be those of the schema, unless a model or a template gave others.
  private func checkHashes(_ validator: inout Validator) {
    guard options.modelPath == nil, options.templatePath == nil, let recorded = proofStore?.identity.versionHashes else { return }
    let differing = SchemaComparison(recorded: recorded, to: mapping.target).differences.map(\.entity)
    guard let first = differing.first else { return }
    validator.report(
      .hashesOfOthers, "the version hashes of \(differing.map { "'\($0)'" }.joined(separator: ", ")) are not those of the schema",
      entity: first, count: Int64(differing.count))
  }

  /// Why a proof fails that ought not to: pages of the source that contradict one another, so that every query reads something else.
  func damage(of store: any LegacyStore, on connection: Connection) -> Finding? {
    guard store.identity.kind == .coreData || store.identity.kind == .swiftData else { return nil }
    do {
      let answer = try connection.value("PRAGMA \(sqlName(Self.before + "store")).integrity_check(1)").text ?? ""
      return answer == "ok"
        ? nil : Finding(.storeDamaged, "'\(path)' is damaged: \(answer.replacing("\n", with: " "))", at: .file(path))
    } catch {
      return Finding(reading: path, failed: error)
    }
  }

  /// Presents the target under its own prefix, and gives the schema it has of itself.
  private func present(_ target: String?, _ plan: Plan, on connection: Connection) throws -> Schema {
    guard options.layout != .sqlite, let target else {
      try PlainRelations.present(
        comparedDatabase?.readablePath ?? target, conversionLayout, plan.target, on: connection, prefix: Self.after)
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

extension LegacyStore {
  /// A store in SQLite is read through as many connections as one likes, and its reader changes no more once it is open.
  fileprivate var servesSeveralThreads: Bool { self is CoreDataStore }
}
