internal import HeirloomConversion
internal import HeirloomCoreDataModel
internal import HeirloomFindings
internal import HeirloomMapping
internal import HeirloomSQLite
internal import HeirloomSchema
internal import HeirloomSwiftSource
internal import HeirloomTestSupport
import Testing

/// One conversion in memory, from rows that a test spells out to the tables of SwiftData's layout.
struct Trial {
  let plan: Plan
  let connection: Connection
  let conversion: Conversion
  let target: Schema
  let layout: StorageLayout
  /// What the checker said of the mapping; never an error.
  let warnings: [Finding]

  /// Checks and runs a mapping; the ledger has to balance.
  ///
  /// - Parameters:
  ///   - legacy, target: the schemas, as SwiftData source.
  ///   - rows: the legacy records, as `LegacyTables` takes them.
  /// - Throws: the first mistake of the mapping, or what ends the run.
  init(legacy: String, target: String, rows: KeyValuePairs<String, [String]>, mapping: String, allowsUnmapped: Bool = true) throws
  {
    try self.init(
      legacy: try Schema(parsing: legacy), target: try Schema(parsing: target), records: rows.map { ($0.key, $0.value) },
      mapping: mapping, allowsUnmapped: allowsUnmapped)
  }

  init(legacy: Schema, target: Schema, records rows: [(String, [String])], mapping: String, allowsUnmapped: Bool = true) throws {
    var checker = Checker(source: legacy, target: target, allowsUnmapped: allowsUnmapped)
    plan = checker.check(MappingFile.read(mapping, path: "test.mapping.swift"))
    if let mistake = checker.findings.first(where: { $0.severity == .error }) { throw Mistake(mistake) }
    warnings = checker.findings
    connection = try Connection.inMemory()
    self.target = target
    layout = CoreDataLayout.make(for: target)
    for table in layout.tables { try connection.run(table.creation) }
    _ = try LegacyTables(legacy, rows, on: connection)
    conversion = Conversion(plan, on: connection, layout: layout, prefix: "old.")
    do { try conversion.run() } catch let finding as Finding { throw Mistake(finding) }
    for line in conversion.ledger.records { #expect(line.isBalanced, "\(line)") }
    for line in conversion.ledger.links {
      #expect(line.isBalanced && line.merged >= 0 && line.skipped >= 0, "\(line)")
    }
    try expectCountedLinks()
  }

  /// The rows of a query on the new store: a line for each, the values as SQL literals.
  subscript(query: String) -> [String] {
    get throws { try connection.rows(query).map { $0.map(\.literal).joined(separator: ", ") } }
  }

  /// A line for each rule: `Note → Note: 3 read, 2 written, 1 skipped`.
  var ledger: [String] {
    conversion.ledger.records.map { row in
      let counts = [
        (row.read, "read"), (row.written, "written"), (row.merged, "merged"), (row.skipped, "skipped"),
        (row.rejected, "rejected"),
      ]
      return "\(row.source) → \(row.target): \(counts.filter { $0.0 != 0 }.map { "\($0.0) \($0.1)" }.joined(separator: ", "))"
    }
  }

  /// A line for each relationship that was filled: `Note.labels → Note.tags: 3 before, 2 after, 1 skipped`.
  var links: [String] {
    conversion.ledger.links.map { row in
      let counts = [
        (row.before, "before"), (row.after, "after"), (row.merged, "merged"), (row.skipped, "skipped"),
        (row.dangling, "dangling"),
      ]
      return "\(row.source) → \(row.target): \(counts.filter { $0.0 != 0 }.map { "\($0.0) \($0.1)" }.joined(separator: ", "))"
    }
  }

  /// What the run met on its way.
  var messages: [String] { conversion.findings.map(\.message).sorted() }

  /// A line for each value that a default took the place of.
  var defaults: [String] { conversion.ledger.defaults.map { "\($0.entity).\($0.path): \($0.count)" } }

  /// A line for each refused record: `Note 2: a note without a title`.
  var rejects: [String] {
    get throws {
      var lines: [String] = []
      try conversion.forEachReject { reject in
        lines.append("\(reject.target) \(reject.key)\(reject.site.property.map { " \($0)" } ?? ""): \(reject.site.reason)")
      }
      return lines
    }
  }
}

/// A finding as an error whose description is its whole drawing.
struct Mistake: Error, CustomStringConvertible, Equatable {
  let finding: Finding
  init(_ finding: Finding) { self.finding = finding }
  var description: String { finding.drawing() }
}

extension Schema {
  /// The one version that a piece of SwiftData source declares; any finding of its reader is an error.
  init(parsing source: String) throws {
    let read = SwiftDataSource.read(files: [SourceText(path: "Schema.swift", text: source)])
    if let finding = read.findings.first(where: { $0.severity == .error }) { throw Mistake(finding) }
    self = try #require(read.versions.last)
  }
}

/// The drawing of the error that `body` ends with; nil when it ends well.
func mistake(_ body: () throws -> Void) throws -> String? {
  do { try body() } catch let mistake as Mistake { return mistake.description }
  return nil
}
