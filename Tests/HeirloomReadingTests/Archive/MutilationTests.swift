import Foundation
import HeirloomArchive
import HeirloomFindings
import HeirloomReading
import HeirloomSQLite
import HeirloomSchema
import HeirloomTestSupport
import Testing

/// Good files of each form with a few bytes changed: each is read or refused with a finding, and nothing is left behind.
///
/// A crash ends the test program, a hang its time; what is read must also be presented and counted.
@Suite struct ArchiveMutilationTests {
  /// Changes bytes, takes some away, doubles some, or cuts the end off.
  private func mutilated(_ good: [UInt8], _ random: inout SeededGenerator) -> [UInt8] {
    var bad = good
    for _ in 0..<Int.random(in: 1...4, using: &random) where bad.count > 8 {
      let place = Int.random(in: 0..<bad.count, using: &random),
        length = min(bad.count - place, Int.random(in: 1...8, using: &random))
      switch Int.random(in: 0..<5, using: &random) {
      case 0: bad[place] = UInt8.random(in: 0...255, using: &random)
      case 1: bad.removeSubrange(place..<place + length)
      case 2: bad.insert(contentsOf: bad[place..<place + length], at: Int.random(in: 0..<bad.count, using: &random))
      case 3: bad[place] ^= 1 << UInt8.random(in: 0..<8, using: &random)
      default: if Bool.random(using: &random) { bad.removeLast(bad.count - place) }
      }
    }
    return bad
  }

  /// Opens a file, a folder or an archive that may be damaged, and reads all that it presents.
  private func read(_ path: String) throws {
    do {
      let export = try OpenedExport(path)
      for entity in export.store.schema.entities {
        _ = try export.connection.count("SELECT count(*) FROM \(sqlName(entity.name.text))")
      }
      _ = try everything(export)
    } catch is Finding {} catch let error as SQLiteError {
      // A name that SQLite cannot hold, or a value that a function refuses, is told as such.
      #expect(!error.message.isEmpty)
    }
  }

  private func tryAll(_ name: String, _ good: [UInt8], seed: UInt64, count: Int = 120) throws {
    var random = SeededGenerator(seed: seed)
    try withTemporaryFolder { folder in
      let file = folder.appending(path: name)
      try Data(good).write(to: file)
      _ = try OpenedExport(file.path)
      for _ in 0..<count {
        try Data(mutilated(good, &random)).write(to: file)
        try read(file.path)
      }
      #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == [name])
    }
  }

  @Test(.timeLimit(.minutes(1))) func `binary stores`() throws {
    try tryAll("Store.bin", ArchiveBinaryStoreTests.store(), seed: 0xB17, count: 400)
  }

  private static var list: [[String: Any]] {
    [
      [
        "title": "a", "n": 1, "on": true, "at": Date(timeIntervalSinceReferenceDate: 5), "raw": Data([1, 2]), "tags": ["x", "y"],
      ],
      ["title": "b", "n": 2, "on": false, "at": Date(timeIntervalSinceReferenceDate: 6), "raw": Data(), "in": ["k": 1.5]],
    ]
  }

  @Test(.timeLimit(.minutes(1)), arguments: [PropertyListSerialization.PropertyListFormat.xml, .binary])
  func `property lists`(_ format: PropertyListSerialization.PropertyListFormat) throws {
    let good = try PropertyListSerialization.data(fromPropertyList: Self.list, format: format, options: 0)
    try tryAll("Note.plist", [UInt8](good), seed: 3)
  }

  @Test(.timeLimit(.minutes(1))) func `XML stores`() throws {
    try tryAll("Store.xml", Array(ArchiveXMLStoreTests.text(ArchiveXMLStoreTests.objects).utf8), seed: 4)
  }

  @Test(.timeLimit(.minutes(1)), arguments: ["notes.studio-b.json", "notes.studio-c.json"])
  func `Realm Studio's exports`(_ name: String) throws {
    try tryAll(name, [UInt8](Data(contentsOf: Project.fixture("archives/realm/\(name)"))), seed: 5, count: 25)
  }

  @Test(.timeLimit(.minutes(1))) func `extended JSON`() throws {
    let good = #"""
      [{"i":{"$numberLong":"1"},"d":{"$numberDouble":"2.5"},"o":{"$oid":"00112233445566778899AABB"},"t":{"$date":{"$numberLong":"978307200500"}},
      "b":{"$binary":{"base64":"AQID","subType":"00"}},"s":{"$set":[1,2]},"m":{"$dictionary":{"k":1}},"l":{"$link":{"table":"class_A","key":1}}}]
      """#
    try tryAll("A.json", Array(good.utf8), seed: 6, count: 300)
  }

  /// Our own exports, a member at a time: the schema, records as JSON lines and as CSV, links.
  @Test(.timeLimit(.minutes(1)), arguments: ArchiveExport.Format.allCases)
  func `own exports`(_ format: ArchiveExport.Format) throws {
    var random = SeededGenerator(seed: 8)
    try withTemporaryFolder { folder in
      let store = try StoreMaker.make(at: folder.appending(path: "S.sqlite")), path = folder.appending(path: "out.zip").path
      let export = try OpenedExport(store)
      try ArchiveExport.write(export.store, on: export.connection, to: path, format: format)
      let archive = try ArchiveReader(path)
      let members = try archive.entries().map { ($0.path, try archive.bytes(of: $0)) }
      #expect(members.count >= 3)
      for (name, good) in members {
        for _ in 0..<30 {
          let bad = folder.appending(path: "bad.zip").path
          let writer = try ArchiveWriter(bad, .zip, overwrite: true)
          for (other, bytes) in members { try writer.add(other, other == name ? mutilated(good, &random) : bytes) }
          try writer.finish()
          try read(bad)
        }
      }
    }
  }

  /// Names with what shells, disks and terminals take amiss: none leads out of the folder that is unpacked to.
  @Test func `hostile names of stores are unpacked inside, or left out`() throws {
    try withTemporaryFolder { folder in
      let store = [UInt8](try Data(contentsOf: URL(fileURLWithPath: StoreMaker.make(at: folder.appending(path: "S.sqlite")))))
      for name in [
        "../../evil.sqlite", "/tmp/evil.sqlite", "C:\\evil.sqlite", "a/\u{0}/b.sqlite", "a\nb\u{1B}[2J.sqlite", "-rf.sqlite",
        "a b'\"$(id).sqlite",
        String(repeating: "n", count: 300) + ".sqlite", String(repeating: "d/", count: 400) + "x.sqlite", "CON.sqlite", ".sqlite",
        "...sqlite",
      ] {
        let path = folder.appending(path: "x.zip").path
        let writer = try ArchiveWriter(path, .zip, overwrite: true)
        do { try writer.add(name, store) } catch is Finding { continue }
        try writer.finish()
        do {
          let export = try OpenedExport(path)
          #expect(try export.rows("SELECT count(*) FROM \"Note\"") == ["2"], "\(name.debugDescription)")
        } catch let finding as Finding {
          #expect(finding.severity == .error)
          #expect(!finding.message.unicodeScalars.contains { $0.value < 0x20 }, "\(name.debugDescription)")
        }
      }
      #expect(!FileManager.default.fileExists(atPath: "/tmp/evil.sqlite"))
      #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted() == ["S.sqlite", "x.zip"])
    }
  }
}
