import Foundation
import HeirloomFindings
import HeirloomKit
import HeirloomReporting
import HeirloomSQLite
import HeirloomTestSupport

/// Converts by a mapping of the project: `moody/moody1`.
func convert(
  _ store: String, by mapping: String, to target: URL, options: ConversionOptions = ConversionOptions()
) throws -> ConversionReport {
  try Mapping(contentsOf: mappingPath(mapping)).convert(store, to: target.path, options: options)
}

func mappingPath(_ name: String) -> String { Project.folder.appending(path: "mappings/\(name).mapping.swift").path }

/// Converts by a mapping and a schema that the test spells out.
func convert(
  _ store: String, mapping: String, schema: String, in folder: URL, to target: URL,
  options: ConversionOptions = ConversionOptions()
) throws -> ConversionReport {
  let path = try write(mapping: mapping, schema: schema, in: folder)
  return try Mapping(contentsOf: path).convert(store, to: target.path, options: options)
}

func write(mapping: String, schema: String, in folder: URL) throws -> String {
  try schema.write(to: folder.appending(path: "Schema.swift"), atomically: true, encoding: .utf8)
  let path = folder.appending(path: "test.mapping.swift")
  try "let target = Schema(\"Schema.swift\")\n\(mapping)\n".write(to: path, atomically: true, encoding: .utf8)
  return path.path
}

/// The rows of a query on a store's own tables, past every reader of ours.
func rows(_ sql: String, of store: String) throws -> [[SQLiteValue]] { try Connection(store, .immutable).rows(sql) }

func number(_ sql: String, of store: String) throws -> Int64? { try rows(sql, of: store).first?.first?.integer }

/// The rows of a query over two stores' own tables, attached as `old` and `new`.
func compare(_ old: String, _ new: String, _ sql: String) throws -> [[SQLiteValue]] {
  let connection = try Connection.inMemory()
  try connection.attach(old, as: "old", .immutable)
  try connection.attach(new, as: "new", .immutable)
  return try connection.rows(sql)
}

/// Changes a store by hand.
func tamper(_ store: URL, _ sql: String) throws {
  let connection = try Connection(store.path, .readWrite)
  try connection.script(sql)
  _ = try connection.rows("PRAGMA wal_checkpoint(TRUNCATE)")
}

extension ConversionReport {
  /// The ledger as lines: `Note -> Note: 10 read, 8 written, 0 merged, 1 skipped, 1 rejected, 8 verified`.
  var ledger: [String] {
    entities.map {
      "\($0.source) -> \($0.target): \($0.read) read, \($0.written) written, \($0.merged) merged, \($0.skipped) skipped, "
        + "\($0.rejected) rejected, \($0.verified.map { String($0) } ?? "none") verified"
    }
  }

  /// `Note.labels -> Note.tags: 20 before, 17 after, 1 merged, 2 skipped, 17 verified`.
  var links: [String] {
    relationships.map {
      "\($0.source ?? "-") -> \($0.target): \($0.before) before, \($0.after) after, \($0.merged) merged, \($0.skipped) skipped, "
        + "\($0.verified.map { String($0) } ?? "none") verified"
    }
  }

  var errors: [String] { findings.filter { $0.severity == .error }.map(\.id) }
}

/// Every file below a folder with its bytes; equal before and after means that nothing was touched.
func snapshot(_ folder: URL) throws -> [String: Data] {
  var result: [String: Data] = [:]
  for name in try FileManager.default.subpathsOfDirectory(atPath: folder.path) {
    result[name] = FileManager.default.contents(atPath: folder.appending(path: name).path) ?? Data()
  }
  return result
}

/// What is in a folder, hidden files too.
func names(in folder: URL) throws -> [String] { try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted() }
