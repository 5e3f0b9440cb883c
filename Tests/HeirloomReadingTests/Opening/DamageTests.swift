import Foundation
import HeirloomFindings
import HeirloomReading
import HeirloomSQLite
import HeirloomTestSupport
import Testing

@Suite struct DamageTests {
  /// Whatever bytes are wrong: an answer or a finding, never a crash and never an error without a kind.
  @Test func `a store with damaged bytes gives a finding or an answer`() throws {
    try withTemporaryFolder { folder in
      let source = Array(
        try Data(contentsOf: URL(fileURLWithPath: try StoreMaker.make(at: folder.appending(path: "whole.sqlite")))))
      try damage(source, rounds: 150, in: folder)
    }
  }

  @Test(
    .enabled(if: Corpus.isPresent, "skipped: no corpus"),
    arguments: ["objcio-moody1", "ddg-bookmarks-v4", "easylife-15", "resourcesmanager-a"])
  func `a real store with damaged bytes gives a finding or an answer`(name: String) throws {
    try withTemporaryFolder { folder in
      let source = Array(try Data(contentsOf: URL(fileURLWithPath: CorpusCounts.path(of: name))))
      try damage(source, rounds: 40, in: folder)
    }
  }

  private func damage(_ source: [UInt8], rounds: Int, in folder: URL) throws {
    var random = Xorshift(state: 20_010_101)
    for round in 0..<rounds {
      var bytes = source
      if round % 5 == 4 { bytes.removeLast(Int(random.next() % UInt64(bytes.count - 100))) }
      for _ in 0..<(1 << (round % 8)) {
        // Half of the hits go to the first pages, where the structure is.
        let reach = random.next() % 2 == 0 ? min(bytes.count, 8192) : bytes.count
        bytes[Int(random.next() % UInt64(reach))] = UInt8(truncatingIfNeeded: random.next() >> 16)
      }
      let path = folder.appending(path: "damaged.sqlite")
      try Data(bytes).write(to: path)
      do {
        let store = try openStore(path.path)
        let connection = try Connection.inMemory()
        try store.present(on: connection, prefix: "")
        _ = try Census(of: store, on: connection)
      } catch {
        #expect(error is Finding, "round \(round): \(error)")
        #expect((error as? Finding).map { $0.exitStatus == .sourceUnreadable } ?? false, "round \(round): \(error)")
      }
    }
  }
}

/// A small generator whose numbers are the same at every run.
struct Xorshift {
  var state: UInt64

  mutating func next() -> UInt64 {
    state ^= state << 13
    state ^= state >> 7
    state ^= state << 17
    return state
  }
}
