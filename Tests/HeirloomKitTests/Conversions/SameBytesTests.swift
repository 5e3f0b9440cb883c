import Foundation
import HeirloomFindings
import HeirloomKit
import HeirloomReporting
import HeirloomSQLite
import HeirloomTestSupport
import LegacyNotes
import Testing

/// Same input, same bytes.
struct SameBytesTests {
  @Test func `two runs give the same store, the same rejects and the same report but for the seconds`() throws {
    try withTemporaryFolder { folder in
      let store = folder.appending(path: "Notes.sqlite"), target = folder.appending(path: "Notes.store")
      let rejects = folder.appending(path: "rejects.jsonl")
      try NotesStore(notes: 200, notesInLog: 3).write(to: store.path)
      let options = ConversionOptions(overwrites: true, rejectsPath: rejects.path)
      func run() throws -> (store: Data, rejects: Data, report: [String]) {
        var report = try convert(store.path, by: "checklists/checklists", to: target, options: options)
        report.seconds = 0
        return (
          try Data(contentsOf: target), try Data(contentsOf: rejects),
          [.json, .markdown, .html, .text].map { report.rendered(as: $0) }
        )
      }
      let (first, second) = (try run(), try run())
      #expect(first.store == second.store)
      #expect(first.rejects == second.rejects && !first.rejects.isEmpty)
      #expect(first.report == second.report)
    }
  }

  @Test(.enabled(if: Corpus.isPresent, "skipped: no corpus")) func `a real store converts to the same bytes under another name`()
    throws
  {
    let store = try CorpusStore("metacocktails-preloaded")
    try withTemporaryFolder { folder in
      let targets = ["a.store", "b.store"].map { folder.appending(path: $0) }
      for target in targets { _ = try convert(store.path, by: "cocktails/cocktails", to: target) }
      #expect(try Data(contentsOf: targets[0]) == Data(contentsOf: targets[1]))
    }
  }

  /// The log is part of the source: stores that differ only there are different stores.
  @Test func `stores that differ only in their log get different identities`() throws {
    try withTemporaryFolder { folder in
      var identities: Set<String> = []
      for inLog in [1, 2] {
        let store = folder.appending(path: "Notes\(inLog).sqlite"), target = folder.appending(path: "Notes\(inLog).store")
        try NotesStore(notes: 40, notesInLog: inLog).write(to: store.path)
        _ = try convert(store.path, by: "checklists/checklists", to: target)
        identities.insert(try #require(try rows("SELECT Z_UUID FROM Z_METADATA", of: target.path).first?.first?.text))
      }
      #expect(identities.count == 2)
    }
  }
}
