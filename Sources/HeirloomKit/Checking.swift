internal import HeirloomFindings
internal import HeirloomConversion
internal import HeirloomCoreDataModel
internal import HeirloomMapping
internal import HeirloomSQLite
internal import HeirloomSchema
internal import HeirloomReading
public import HeirloomReporting

extension Mapping {
  /// Every mistake of the mapping and its schema, all at once, before any run.
  ///
  /// With a store the numbers of records that a conversion would leave out, refuse or fill with defaults are told too.
  /// Without a store what depends on its schema cannot be checked: only the mapping's syntax and the target are.
  /// - Throws: a `Finding` when a store cannot be opened.
  public func check(
    against stores: [String], options: StoreOptions = StoreOptions(), allowsUnmapped: Bool = false
  ) throws -> FindingsReport {
    var findings: [Finding] = stores.isEmpty ? targetFindings + file.findings : []
    for path in stores {
      let opened = try options.open(path)
      let store = opened.legacy
      let (plan, mistakes) = plan(for: store, allowsUnmapped: allowsUnmapped)
      var found = store.findings + opened.findings + mistakes
      if !mistakes.contains(where: { $0.severity == .error }) { found += try predict(plan, store) }
      for finding in found where !findings.contains(finding) { findings.append(finding) }
    }
    return FindingsReport("check", of: path, findings: findings)
  }

  private func predict(_ plan: Plan, _ store: any LegacyStore) throws -> [Finding] {
    do {
      let connection = try Connection.inMemory()
      try store.present(on: connection, prefix: ConversionRun.before)
      for function in functions { try function.register(on: connection) }
      let foretold = try Conversion(plan, on: connection, layout: CoreDataLayout.make(for: target), prefix: ConversionRun.before)
        .predict()
      return try missingFiles(plan, store, connection) + foretold
    } catch { throw Finding(converting: store.identity.path, failed: error) }
  }

  /// Values that the mapping carries and whose files are not there: without them a conversion ends.
  private func missingFiles(_ plan: Plan, _ store: any LegacyStore, _ connection: Connection) throws -> [Finding] {
    let missing = try store.missingFiles(on: connection, prefix: ConversionRun.before).filter {
      !plan.drops(attribute: $0.property, of: $0.entity)
    }
    let counts = Dictionary(grouping: missing) { "\($0.entity).\($0.property)" }.mapValues(\.count)
    return counts.sorted { $0.key < $1.key }.map { name, count in
      Finding(
        .externalFileMissing, "\(count) file\(count == 1 ? "" : "s") of '\(name)' \(count == 1 ? "is" : "are") missing",
        at: .file(store.identity.path),
        help: "'convert' refuses the store, and with '--reject-missing-files' these records alone",
        count: count, severity: .warning)
    }
  }
}
