import Foundation
import HeirloomFindings
import HeirloomReading
import HeirloomSQLite
import HeirloomSchema
import HeirloomTestSupport
import Testing

@Suite struct ArchiveXMLStoreTests {
  /// A store by hand, in the form of the real ones.
  static func text(_ objects: String) -> String {
    """
    <?xml version="1.0" standalone="yes"?>
    <!DOCTYPE database SYSTEM "file:///System/Library/DTDs/CoreData.dtd">

    <database>
        <databaseInfo>
            <version>134481920</version>
            <UUID>0E82928F-05F0-40AF-851B-1FA617A37DB3</UUID>
            <nextObjectID>133</nextObjectID>
            <metadata>
                <plist version="1.0">
                    <dict>
                        <key>NSPersistenceFrameworkVersion</key>
                        <integer>640</integer>
                        <key>NSStoreModelVersionHashes</key>
                        <dict>
                            <key>Folder</key>
                            <data>AQID</data>
                            <key>Note</key>
                            <data>BAUG</data>
                        </dict>
                        <key>NSStoreModelVersionIdentifiers</key>
                        <array><string>2.0</string></array>
                    </dict>
                </plist>
            </metadata>
        </databaseInfo>
    \(objects)
    </database>
    """
  }

  static let objects = """
    <object type="NOTE" id="z102">
        <attribute name="title" type="string">a &lt;b&gt; &amp; "c"</attribute>
        <attribute name="done" type="bool">1</attribute>
        <attribute name="stars" type="int16">3</attribute>
        <attribute name="made" type="date">446904000.25000000000000000000</attribute>
        <attribute name="raw" type="binary">AQID
    BA==</attribute>
        <relationship name="folder" type="1/1" destination="FOLDER" idrefs="z104"></relationship>
    </object>
    <object type="NOTE" id="z103">
        <attribute name="done" type="bool">0</attribute>
        <relationship name="folder" type="1/1" destination="FOLDER"></relationship>
    </object>
    <object type="FOLDER" id="z104">
        <attribute name="name" type="string">Inbox</attribute>
        <relationship name="notes" type="0/0" destination="NOTE" idrefs="z102 z999"></relationship>
    </object>
    """

  @Test func `objects, values and links of a store are read, under the names of its metadata`() throws {
    try withExport(["Store.xml": ArchiveXMLStoreTests.text(ArchiveXMLStoreTests.objects)]) { (export: OpenedExport) throws in
      #expect(export.store.identity.kind == .coreDataXML)
      #expect(export.store.identity.formatVersion == "640")
      #expect(export.store.identity.modelVersions == ["2.0"])
      #expect(export.store.identity.versionHashes["Note"] == [4, 5, 6])
      #expect(
        export.shape("Note") == [
          "title: String?", "done: Bool", "stars: Int16?", "made: Date?", "raw: Data?", "folder -> Folder",
        ])
      #expect(
        try export.rows("SELECT _id, title, done, stars, made, raw, folder FROM \"Note\"")
          == ["102|a <b> & \"c\"|1|3|446904000.25|x01020304|104", "103|-|0|-|-|-|-"])
      #expect(try export.rows("SELECT owner, target FROM \"Folder.notes\"") == ["104|102", "104|999"])
      let census = try Census(of: export.store, on: export.connection)
      #expect(census.links["Folder"]?["notes"] == Census.Links(links: 1, dangling: 1))
    }
  }

  @Test func `a model gives names, order and inverses`() throws {
    var note = Entity("Note"), folder = Entity("Folder")
    note.attributes = [Attribute("title", .string, optional: true), Attribute("done", .bool), Attribute("stars", .int32)]
    note.relationships = [Relationship("folder", to: "Folder", inverse: "notes")]
    folder.attributes = [Attribute("name", .string)]
    folder.relationships = [Relationship("notes", to: "Note", many: true, inverse: "folder")]
    let model = Schema(entities: [folder, note])
    try withExport(["Store.xml": ArchiveXMLStoreTests.text(ArchiveXMLStoreTests.objects)], options: OpenOptions(model: model)) {
      (export: OpenedExport) throws in
      #expect(export.shape("Note") == ["title: String?", "done: Bool", "stars: Int32", "folder -> Folder"])
      #expect(!export.ids.contains("xml-store-unmodelled"))
    }
  }

  @Test func `objects are read one by one, however many there are`() throws {
    let objects = (1...20_000).map {
      "<object type=\"NOTE\" id=\"z\($0)\"><attribute name=\"n\" type=\"int32\">\($0)</attribute></object>"
    }
    try withExport(["Store.xml": ArchiveXMLStoreTests.text(objects.joined(separator: "\n"))]) { (export: OpenedExport) throws in
      // 1 + 2 + … + 20000.
      #expect(try export.rows("SELECT count(*), sum(n) FROM \"Note\"") == ["20000|200010000"])
    }
  }

  @Test func `a damaged document is a finding with its line`() throws {
    let whole = ArchiveXMLStoreTests.text(ArchiveXMLStoreTests.objects)
    #expect(
      thrownID { try withExport(["S.xml": String(whole.dropLast(40))]) { (_: OpenedExport) throws in } } == "xml-store-damaged")
    #expect(
      thrownID { try withExport(["S.xml": whole.replacing("id=\"z103\"", with: "id=\"q\"")]) { (_: OpenedExport) throws in } }
        == "xml-store-damaged")
    var random = SeededGenerator(seed: 5)
    let good = Array(whole.utf8)
    try withTemporaryFolder { folder in
      for _ in 0..<200 {
        var bad = good
        for _ in 0..<Int.random(in: 1...4, using: &random) {
          bad[Int.random(in: 0..<bad.count, using: &random)] = UInt8.random(in: 9...126, using: &random)
        }
        let file = folder.appending(path: "S.xml")
        try Data(bad).write(to: file)
        do { _ = try OpenedExport(file.path) } catch is Finding {}
      }
    }
  }

  @Test(.enabled(if: Corpus.isPresent, "skipped: no corpus")) func `real stores have the objects and links that were counted`()
    throws
  {
    let folder = try #require(Corpus.folder).appending(path: "coredata")
    let counts =
      try JSONSerialization.jsonObject(with: Data(contentsOf: folder.appending(path: "COUNTS.json"))) as? [String: [String: Any]]
    var agreeing = 0
    for slug in ["xml-corestore-evolution", "xml-moody2-3", "xml-uncloudnotes"] {
      let expected = try #require(counts?[slug])
      let export = try OpenedExport(folder.appending(path: "\(slug)/xcmapping.xml").path)
      let census = try Census(of: export.store, on: export.connection)
      let records = Dictionary(uniqueKeysWithValues: census.records.map { ($0.key.text.uppercased(), Int($0.value)) }).filter {
        $0.value > 0
      }
      #expect(records == expected["objects"] as? [String: Int])
      let links = census.links.values.flatMap(\.values).reduce(0) { $0 + $1.links + $1.dangling }
      #expect(Int(links) == expected["idrefs"] as? Int)
      agreeing += 1
    }
    print("XML stores whose objects and links equal the counts: \(agreeing) of 3")
  }
}
