import Foundation
import HeirloomCoreDataModel
import HeirloomFindings
import HeirloomSchema
import HeirloomTestSupport
import Testing

/// Models that were damaged by chance or on purpose: read as far as they go, or refused with a finding, in bounded time.
@Suite struct DamagedModelTests {
  @Test func `no flipped byte of an archived model brings the reader down`() throws {
    let sound = try ModelCache.archive(try ModelCache.write(Self.schema))
    #expect(try ModelArchive.read(sound).0.entities.count == 2)
    var random = SplitMix(seed: 20260101)
    for _ in 0..<2_000 {
      var bytes = sound
      for _ in 0...Int(random.next() % 3) {
        bytes[Int(random.next() % UInt64(bytes.count))] = UInt8(truncatingIfNeeded: random.next())
      }
      do {
        let (schema, _) = try ModelArchive.read(bytes)
        _ = VersionHashes(of: schema)
      } catch { #expect((error as? Finding)?.id == "model-damaged") }
    }
    for length in stride(from: 0, to: sound.count, by: 7) {
      #expect(throws: Finding.self) { try ModelArchive.read(Array(sound[..<length])) }
    }
  }

  @Test func `no flipped byte of a source model brings the reader down`() throws {
    try withTemporaryFolder { folder in
      let file = folder.appending(path: "contents")
      var random = SplitMix(seed: 7)
      for _ in 0..<500 {
        var bytes = Array(ModelFileTests.sample.utf8)
        for _ in 0..<3 { bytes[Int(random.next() % UInt64(bytes.count))] = UInt8(truncatingIfNeeded: random.next()) }
        try Data(bytes).write(to: file)
        do { _ = try ModelFile.read(file.path) } catch { #expect((error as? Finding)?.id == "model-damaged") }
      }
    }
  }

  @Test func `entities that expand without end, and elements that nest without end, are refused`() throws {
    try withTemporaryFolder { folder in
      let file = folder.appending(path: "contents")
      var entities = "<!ENTITY a0 \"aaaaaaaaaaaaaaaaaaaa\">"
      for level in 1...20 { entities += "<!ENTITY a\(level) \"" + String(repeating: "&a\(level - 1);", count: 20) + "\">" }
      try "<!DOCTYPE model [\(entities)]><model><entity name=\"&a20;\"/></model>".write(
        to: file, atomically: true, encoding: .utf8)
      #expect(throws: Finding.self) { try ModelFile.read(file.path) }
      let deep = String(repeating: "<entity>", count: 50_000)
      try "<model>\(deep)".write(to: file, atomically: true, encoding: .utf8)
      #expect(throws: Finding.self) { try ModelFile.read(file.path) }
    }
  }

  @Test func `a folder that holds no model, and a file that is none, say so`() throws {
    try withTemporaryFolder { folder in
      #expect { try ModelFile.read(folder.path) } throws: {
        ($0 as? Finding)?.message == "'\(folder.path)' holds no model"
      }
      let file = folder.appending(path: "notes.txt")
      try "just notes".write(to: file, atomically: true, encoding: .utf8)
      #expect { try ModelFile.read(file.path) } throws: { ($0 as? Finding)?.id == "model-damaged" }
      #expect(!ModelFile.isModel(file.path))
    }
  }

  private static let schema: Schema = {
    var note = Entity("Note"), photo = Entity("Photo", parent: "Note")
    note.attributes = [Attribute("title", .string), Attribute("place", .composite, optional: true), Attribute("price", .decimal)]
    note.attributes[0].defaultValue = .string("untitled")
    note.attributes[1].elements = [Attribute("latitude", .double, optional: true)]
    note.attributes[2].defaultValue = .decimal("9.99")
    note.relationships = [Relationship("photos", to: "Photo", many: true, inverse: "note")]
    note.indexes = [FetchIndex(name: "byTitle", elements: [FetchIndex.Element("title")], predicate: "title != nil AND price > 1")]
    photo.relationships = [Relationship("note", to: "Note", inverse: "photos")]
    photo.uniqueness = [["title"]]
    return Schema(identifiers: ["1.0.0"], entities: [note, photo])
  }()
}
