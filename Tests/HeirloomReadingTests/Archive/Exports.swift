import Foundation
import HeirloomFindings
import HeirloomReading
import HeirloomSQLite
import HeirloomSchema
import HeirloomTestSupport

/// An export written for one test, opened and presented.
struct OpenedExport {
  let store: any LegacyStore
  let connection: Connection

  init(_ path: String, options: OpenOptions = OpenOptions()) throws {
    store = try openStore(path, options: options)
    connection = try Connection.inMemory()
    try store.present(on: connection, prefix: "")
  }

  /// Rows as text: values joined by `|`, NULL as `-`, blobs in hex.
  func rows(_ sql: String) throws -> [String] {
    try connection.rows(sql).map { row in
      row.map { value in
        switch value {
        case .null: "-"
        case .integer(let number): String(number)
        case .real(let number): "\(number)"
        case .text(let text): text
        case .blob(let bytes): "x" + bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
        }
      }.joined(separator: "|")
    }
  }

  /// `name: Type` of an entity's attributes, `?` where optional, `[]` for lists, and its relationships as `name -> Target`.
  func shape(_ entity: EntityName) -> [String] {
    guard let entity = store.schema[entity] else { return [] }
    let attributes = entity.attributes.map {
      "\($0.name): \($0.type.rawValue)\($0.isOptional ? "?" : "")\($0.collection == nil ? "" : "[]")"
    }
    return attributes + entity.relationships.map { "\($0.name) -> \($0.destination)\($0.isToMany ? "[]" : "")" }
  }

  var ids: Set<String> { Set(store.findings.map(\.id)) }
  func message(_ id: String) -> String? { store.findings.first { $0.id == id }?.message }
}

/// Writes files into a folder and opens it; a single file is opened by itself.
func withExport<R>(
  _ files: [String: String], options: OpenOptions = OpenOptions(), _ body: (OpenedExport) throws -> R
) throws -> R {
  try withTemporaryFolder { folder in
    for (name, text) in files {
      let file = folder.appending(path: name)
      try FileManager.default.createDirectory(at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
      try Data(text.utf8).write(to: file)
    }
    let path = files.count == 1 ? folder.appending(path: files.first?.key ?? "").path : folder.path
    return try body(try OpenedExport(path, options: options))
  }
}

/// The id of the finding that a body throws; nil when it throws none.
func thrownID(_ body: () throws -> Void) -> String? {
  do { try body() } catch { return (error as? Finding)?.id ?? "\(error)" }
  return nil
}

/// A small generator with a seed, so that a failure can be had again.
struct SeededGenerator: RandomNumberGenerator {
  private var state: UInt64
  init(seed: UInt64) { state = seed }
  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var z = state
    z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
    z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
    return z ^ (z >> 31)
  }
}
