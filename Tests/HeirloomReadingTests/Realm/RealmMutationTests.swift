import Foundation
import HeirloomFindings
import HeirloomReading
import HeirloomSchema
import HeirloomSQLite
import HeirloomTestSupport
import LegacyRealm
import Testing

@Suite struct RealmMutationTests {
  /// Small files of each generation; those of the corpus where there is one.
  static var files: [(url: URL, key: [UInt8]?)] {
    var result: [(URL, [UInt8]?)] = [
      (Project.fixture("realm/notes.realm"), nil), (Project.fixture("realm/types.realm"), nil),
      (Project.fixture("realm/notes-encrypted.realm"), fixtureKey),
    ]
    guard Corpus.isPresent, let counts = try? RealmCorpus.counts() else { return result }
    var formats: [Int: Int] = [:]
    for (file, expected) in counts where expected.classes.values.reduce(0, +) + expected.internal.values.reduce(0, +) > 0 {
      let url = RealmCorpus.folder.appending(path: file)
      let size = (try? FileManager.default.attributesOfItem(atPath: url.path)[.size] as? Int) ?? .max
      guard size < 40_000, formats[expected.format, default: 0] < 4 else { continue }
      formats[expected.format, default: 0] += 1
      result.append((url, nil))
    }
    return result
  }

  /// How many mutations of each file; `HEIRLOOM_MUTATIONS=200` tries more of them.
  private static let rounds = ProcessInfo.processInfo.environment["HEIRLOOM_MUTATIONS"].flatMap { Int($0) } ?? 12

  /// A mutated page of an encrypted file fits no code, so the file is mutated first and encrypted then.
  @Test(arguments: ["notes", "types", "written"])
  func `a mutated file that is encrypted then gives findings or rows, and nothing worse`(name: String) throws {
    try withTemporaryFolder { folder in
      let made = folder.appending(path: "written.realm"), file = folder.appending(path: "mutated.realm")
      var row: Int64 = 0
      // The form of a copy, with its top at the end.
      let writer = try RealmFileWriter(path: made.path, schemaVersion: 1, endsPage: true)
      try writer.addClass("Item", [.init("text", .text, optional: true), .init("at", .date), .init("peers", .link, list: true)]) {
        row += 1
        return row > 600
          ? nil
          : [.text(String(repeating: "t", count: Int(row % 90))), .date(seconds: row, nanoseconds: 0), .links([row % 600, 1])]
      }
      try writer.finish()
      let url = name == "written" ? made : Project.fixture("realm/\(name).realm")
      let original = Array(try Data(contentsOf: url))
      var opened = 0
      for round in 0..<Self.rounds * 4 {
        var random = SplitMix(seed: UInt64(90_000 + round))
        try writeEncryptedRealm(mutated(original, &random), key: fixtureKey, to: file.path)
        if readsEverything(file, key: fixtureKey, salvage: round % 2 == 0) { opened += 1 }
      }
      print("realm: \(opened) of \(Self.rounds * 4) mutations of '\(name)', encrypted, opened")
      #expect(opened > 0)
    }
  }

  @Test func `a mutated file gives findings or rows, and nothing worse`() throws {
    let rounds = Self.rounds
    var opened = 0, refused = 0, slowest = 0.0
    try withTemporaryFolder { folder in
      for (number, (url, key)) in Self.files.enumerated() {
        let original = Array(try Data(contentsOf: url))
        for round in 0..<rounds {
          let seed = UInt64(number * 1000 + round)
          var random = SplitMix(seed: seed)
          let file = folder.appending(path: "mutated.realm")
          try Data(mutated(original, &random)).write(to: file)
          let start = Date()
          if readsEverything(file, key: key, salvage: round % 2 == 0) { opened += 1 } else { refused += 1 }
          let seconds = -start.timeIntervalSinceNow
          slowest = max(slowest, seconds)
          #expect(seconds < 20, "seed \(seed) of \(url.lastPathComponent) took \(seconds) s")
        }
      }
    }
    print(
      "realm: mutations with seeds n·1000 ..< n·1000 + \(rounds) of \(Self.files.count) files: \(opened) opened, \(refused) refused, at most \(slowest) s"
    )
    #expect(opened + refused == Self.files.count * rounds)
  }

  /// One to twenty bytes changed, mostly where there is something; at times the end cut off or a part copied elsewhere.
  private func mutated(_ original: [UInt8], _ random: inout SplitMix) -> [UInt8] {
    var bytes = original
    for _ in 0...Int(random.next() % 20) {
      var position = Int(random.next() % UInt64(bytes.count))
      for _ in 0..<50 where bytes[position] == 0 { position = Int(random.next() % UInt64(bytes.count)) }
      switch random.next() % 4 {
      case 0: bytes[position] = UInt8(truncatingIfNeeded: random.next())
      case 1: bytes[position] ^= 1 << UInt8(random.next() % 8)
      case 2: bytes[position] = 0xFF
      default: bytes[position] = bytes[Int(random.next() % UInt64(bytes.count))]
      }
    }
    if random.next() % 8 == 0 { bytes.removeLast(Int(random.next() % UInt64(bytes.count))) }
    if random.next() % 8 == 0, bytes.count > 128 {
      let from = Int(random.next() % UInt64(bytes.count - 64)) & ~7, to = Int(random.next() % UInt64(bytes.count - 64)) & ~7
      bytes.replaceSubrange(to..<(to + 64), with: Array(bytes[from..<(from + 64)]))
    }
    return bytes
  }

  /// Whether the file opened; reads all of its relations if so, and lets statements fail.
  private func readsEverything(_ file: URL, key: [UInt8]?, salvage: Bool) -> Bool {
    do {
      let store = try RealmStore.open(path: file.path, key: key, internalTables: true, salvage: salvage)
      let connection = try Connection.inMemory()
      try store.present(on: connection, prefix: "")
      _ = try store.examine(on: connection, prefix: "")
      for entity in store.schema.entities {
        var relations = [entity.name.text]
        relations += entity.relationships.filter(\.isToMany).map { "\(entity.name).\($0.name)" }
        relations += entity.attributes.filter { $0.collection != nil }.map { "\(entity.name).\($0.name)" }
        for relation in relations { walk(relation, connection) }
        if let key = entity.primaryKey {
          _ = try? connection.rows("SELECT * FROM \(sqlName(entity.name.text)) WHERE \(sqlName(key.text)) = 1")
        }
        _ = try? connection.rows("SELECT * FROM \(sqlName(entity.name.text)) WHERE _id = 1")
      }
      return true
    } catch let finding as Finding {
      #expect(finding.exitStatus == .sourceUnreadable)
      return false
    } catch {
      Issue.record("neither a finding nor rows: \(error)")
      return false
    }
  }

  /// Steps through at most two million rows: a file may truly hold many in few bytes.
  private func walk(_ relation: String, _ connection: Connection) {
    guard var statement = try? connection.prepare("SELECT * FROM \(sqlName(relation)) LIMIT 2000000") else { return }
    while (try? statement.step()) == true {}
  }
}
