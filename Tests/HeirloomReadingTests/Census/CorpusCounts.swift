import Foundation
import HeirloomTestSupport

/// What is known of one store of the corpus: counted with plain SQL, by a program of its own.
struct CorpusCounts: Decodable {
  var file: String
  var entities: [String: Entity]
  var to_one: [String: ToOne]
  var join_tables: [String: JoinTable]

  struct Entity: Decodable {
    var ent: Int
    var rows: Int64
    var table: String

    /// Core Data's own record of changes, which readers leave out with a note.
    var isHistory: Bool { ["ACHANGE", "ATRANSACTION", "ATRANSACTIONSTRING"].contains(table) }
  }

  struct ToOne: Decodable {
    var table: String
    var column: String
    var nonnull: Int64
    /// Absent where the store keeps no model, so that the destination is not known.
    var dangling: Int64?
    var destination: String?
    var inverse: String?
  }

  struct JoinTable: Decodable {
    var rows: Int64
    /// By column: rows whose key in that column has no record.
    var dangling: [String: Int64]
    var columns: [String]
  }

  /// All SQLite stores, by the name of their folder.
  static let all: [String: CorpusCounts] = {
    guard let folder = Corpus.folder?.appending(path: "coredata"),
      let bytes = try? Data(contentsOf: folder.appending(path: "COUNTS.json")),
      let whole = try? JSONSerialization.jsonObject(with: bytes) as? [String: Any]
    else { return [:] }
    var result: [String: CorpusCounts] = [:]
    for (name, entry) in whole {
      guard let entry = try? JSONSerialization.data(withJSONObject: entry) else { continue }
      // The XML stores have counts of another form and are another reader's.
      if let counts = try? JSONDecoder().decode(CorpusCounts.self, from: entry) { result[name] = counts }
    }
    return result
  }()

  static func path(of store: String) -> String {
    let folder = Corpus.folder?.appending(path: "coredata/\(store)")
    return folder?.appending(path: all[store]?.file ?? "").path ?? ""
  }
}
