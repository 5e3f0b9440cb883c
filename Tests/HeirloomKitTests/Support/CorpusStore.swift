import Foundation
import HeirloomTestSupport
import Testing

/// A real store with the counts that were made of it by other means.
struct CorpusStore {
  let folder: URL
  let path: String
  private let counts: [String: Any]

  init(_ name: String) throws {
    let corpus = try #require(Corpus.folder).appending(path: "coredata")
    let all =
      try JSONSerialization.jsonObject(with: Data(contentsOf: corpus.appending(path: "COUNTS.json"))) as? [String: [String: Any]]
    counts = try #require(all?[name])
    folder = corpus.appending(path: name)
    path = folder.appending(path: try #require(counts["file"] as? String)).path
  }

  func records(_ entity: String) -> Int64 { number("entities", entity, "rows") }
  func links(_ toOne: String) -> Int64 { number("to_one", toOne, "nonnull") }
  func joined(_ table: String) -> Int64 { number("join_tables", table, "rows") }

  private func number(_ section: String, _ name: String, _ figure: String) -> Int64 {
    let entry = (counts[section] as? [String: [String: Any]])?[name]
    return (entry?[figure] as? NSNumber)?.int64Value ?? -1
  }
}
