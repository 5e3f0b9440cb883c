import Foundation
import HeirloomFindings
import HeirloomKit
import HeirloomTestSupport
import Testing

/// `schema STORE --mapping TARGET.swift` over the corpus.
@Suite(.enabled(if: Corpus.isPresent, "skipped: no corpus"))
struct CorpusSkeletonTests {
  /// The answers under the questions, uncommented.
  static func answered(_ text: String) -> String {
    text.split(separator: "\n", omittingEmptySubsequences: false).map { line in
      let body = line.drop(while: \.isWhitespace)
      return body.hasPrefix("//   ") ? String(body.dropFirst(5)) : String(line)
    }.joined(separator: "\n")
  }

  /// The errors of a store's skeleton towards a target once its questions are answered, and how many questions there were.
  private func check(_ store: String, _ target: String, in folder: URL) throws -> (errors: [String], questions: Int) {
    let (text, _) = try SchemaReport.mappingSkeleton(from: store, to: target)
    let file = folder.appending(path: "skeleton.mapping.swift").path
    try Self.answered(text).write(toFile: file, atomically: true, encoding: .utf8)
    let report = try Mapping(contentsOf: file).check(against: [store])
    return (
      report.findings.filter { $0.severity == .error }.map { $0.drawing() },
      text.split(separator: "\n").count { $0.hasSuffix("?") }
    )
  }

  @Test func `a skeleton towards the store's own source passes the check, and asks hardly anything`() throws {
    var asked = 0
    try withTemporaryFolder { folder in
      for store in CorpusStores.coreData + CorpusStores.realm {
        let target = folder.appending(path: "Target.swift").path
        try SchemaReport.reading([store]).swiftSource().text.write(toFile: target, atomically: true, encoding: .utf8)
        let (errors, questions) = try check(store, target, in: folder)
        // Photos has persons that several others own, by a relationship that is its own other end: no SwiftData source can say that.
        #expect(errors.filter { !$0.hasPrefix("error[shared-child]") } == [], "\(store)")
        asked += questions
      }
    }
    print("questions about \(CorpusStores.coreData.count + CorpusStores.realm.count) stores and their own source: \(asked)")
  }

  // Stores beside each other in the corpus have nothing to do with one another: nearly everything is a question.
  @Test func `a skeleton towards the source of any other store passes once its questions are answered`() throws {
    try withTemporaryFolder { folder in
      let stores = CorpusStores.coreData.filter { !$0.contains("photos-1") }
      for (store, other) in zip(stores, stores.dropFirst()) {
        let target = folder.appending(path: "Target.swift").path
        try SchemaReport.reading([other]).swiftSource().text.write(toFile: target, atomically: true, encoding: .utf8)
        let (errors, _) = try check(store, target, in: folder)
        #expect(errors == [], "\(store) towards \(other)")
      }
    }
  }

  @Test func `a class that Swift could not call by its name is mapped from that name`() throws {
    try withTemporaryFolder { folder in
      let store = try #require(Corpus.folder).appending(path: "coredata/digitalorder/CoreData.sqlite").path
      let target = folder.appending(path: "Hotel.swift").path
      try SchemaReport.reading([store]).swiftSource().text.write(toFile: target, atomically: true, encoding: .utf8)
      let text = try SchemaReport.mappingSkeleton(from: store, to: target).text
      #expect(text.contains("\nMap(\"Type\", to: TypeModel.self)"))
      #expect(!text.contains("'TypeModel' starts without records"))
    }
  }
}
