internal import HeirloomConversion
internal import HeirloomCoreDataModel
internal import HeirloomFindings
internal import HeirloomMapping
internal import HeirloomSQLite
internal import HeirloomSchema

/// What a check with a store says of a conversion that is not made.
struct Foretold {
  let findings: [Finding]

  /// - Throws: the first mistake of the mapping.
  init(legacy: String, target: String, rows: KeyValuePairs<String, [String]>, mapping: String) throws {
    let source = try Schema(parsing: legacy), target = try Schema(parsing: target)
    var checker = Checker(source: source, target: target, allowsUnmapped: true)
    let plan = checker.check(MappingFile.read(mapping, path: "test.mapping.swift"))
    if let mistake = checker.findings.first(where: { $0.severity == .error }) { throw Mistake(mistake) }
    let connection = try Connection.inMemory()
    _ = try LegacyTables(source, rows.map { ($0.key, $0.value) }, on: connection)
    findings = try Conversion(plan, on: connection, layout: CoreDataLayout.make(for: target), prefix: "old.").predict()
  }
}
