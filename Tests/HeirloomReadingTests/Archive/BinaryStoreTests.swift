import Foundation
import HeirloomCoreDataModel
import HeirloomFindings
import HeirloomReading
import HeirloomSchema
import HeirloomTestSupport
import Testing

/// No real binary store could be had: these are made by hand from the form that docs/formats/archives.md tells.
@Suite struct ArchiveBinaryStoreTests {
  static func store() -> [UInt8] {
    var writer = KeyedArchiveWriter()
    func number(_ value: Int64) -> KeyedArchiveWriter.Reference { writer.add(scalar: .integer(value)) }
    let null = writer.add(["NSNull", "NSObject"], [:])
    func node(
      _ entity: String, _ key: Int64, _ values: [KeyedArchiveWriter.Reference], _ links: [(String, [Int64])]
    ) -> KeyedArchiveWriter.Reference {
      let attributes = writer.array(values)
      let related = writer.dictionary(links.map { link in (writer.add(link.0), writer.array(link.1.map(number))) })
      let name = writer.add(entity)
      return writer.add(
        ["NSDictionaryMapNode", "NSStoreMapNode", "NSObject"],
        [
          "NSEntityName": name.value, "NSPrimaryKey64": .integer(key), "NSAttributeValues": attributes.value,
          "NSRelatedNodes": related.value,
        ])
    }
    let note = node("Note", 1, [writer.add(scalar: .bool(true)), writer.add("first")], [("folder", [3])])
    let other = node("Note", 2, [null, writer.add("second")], [])
    let folder = node("Folder", 3, [writer.add("Inbox")], [("notes", [1, 2])])
    let map = writer.dictionary([(number(1), note), (number(2), other), (number(3), folder)])
    // The archive's top is `mapData`, which the writer calls `root`.
    var list = (try? PropertyList(writer.finish(root: map)).dictionary) ?? [:]
    list["$top"] = .dictionary(["mapData": .uid(map.number)])
    let objects = PropertyList.dictionary(list).binary()
    let metadata = PropertyList.dictionary(["NSPersistenceFrameworkVersion": .integer(1526)]).binary()
    func bigEndian(_ value: Int) -> [UInt8] { (0..<8).map { UInt8(truncatingIfNeeded: value >> (56 - 8 * $0)) } }
    return Array("CoreData".utf8) + bigEndian(1) + bigEndian(64 + objects.count) + bigEndian(metadata.count) + bigEndian(64)
      + bigEndian(objects.count) + bigEndian(3) + bigEndian(0) + objects + metadata
  }

  private func open(_ bytes: [UInt8], _ options: OpenOptions = OpenOptions()) throws -> OpenedExport {
    try withTemporaryFolder { folder in
      let file = folder.appending(path: "Store.bin")
      try Data(bytes).write(to: file)
      return try OpenedExport(file.path, options: options)
    }
  }

  @Test func `objects and links are read, values numbered, and it is said that the form is unproven`() throws {
    let export = try open(Self.store())
    #expect(export.store.identity.kind == .coreDataBinary)
    #expect(export.store.identity.formatVersion == "1526")
    #expect(export.ids.contains("binary-store-unproven"))
    #expect(try export.rows("SELECT _id, attribute1, attribute2 FROM \"Note\"") == ["1|1|first", "2|-|second"])
    #expect(try export.rows("SELECT owner, target FROM \"Folder.notes\" ORDER BY 2") == ["3|1", "3|2"])
  }

  @Test func `a model gives the values their names`() throws {
    var note = Entity("Note"), folder = Entity("Folder")
    note.attributes = [Attribute("title", .string), Attribute("pinned", .bool, optional: true)]
    note.relationships = [Relationship("folder", to: "Folder", inverse: "notes")]
    folder.attributes = [Attribute("name", .string)]
    folder.relationships = [Relationship("notes", to: "Note", many: true, inverse: "folder")]
    let export = try open(Self.store(), OpenOptions(model: Schema(entities: [note, folder])))
    #expect(try export.rows("SELECT title, pinned, folder FROM \"Note\"") == ["first|1|3", "second|-|-"])
  }

  @Test func `damage is a finding`() throws {
    let good = Self.store()
    var random = SeededGenerator(seed: 21)
    for _ in 0..<200 {
      var bad = good
      for _ in 0..<Int.random(in: 1...4, using: &random) {
        bad[Int.random(in: 8..<bad.count, using: &random)] = UInt8.random(in: 0...255, using: &random)
      }
      do { _ = try open(bad) } catch is Finding {}
    }
    #expect(thrownID { _ = try open(Array(good.prefix(100))) } == "property-list-damaged")
  }
}
