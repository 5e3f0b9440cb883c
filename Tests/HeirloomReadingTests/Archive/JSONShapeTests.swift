import Foundation
import HeirloomFindings
import HeirloomReading
import HeirloomSchema
import HeirloomTestSupport
import Testing

@Suite struct ArchiveJSONShapeTests {
  @Test func `an array of objects is an entity named after its file`() throws {
    try withExport([
      "Note.json":
        #"[{"title":"a","stars":1,"done":true},{"title":"b","stars":2,"done":false},{"title":null,"stars":3,"done":true}]"#
    ]) { (export: OpenedExport) throws in
      #expect(export.store.identity.kind == .archive)
      #expect(export.shape("Note") == ["title: String?", "stars: Int", "done: Bool"])
      #expect(try export.rows("SELECT * FROM \"Note\"") == ["1|Note|a|1|1", "2|Note|b|2|0", "3|Note|-|3|1"])
    }
  }

  @Test func `an object of arrays has an entity for each, and one more for the rest`() throws {
    try withExport(["export.json": #"{"version":3,"notes":[{"t":"a"}],"tags":[],"colours":["red","blue"]}"#]) {
      (export: OpenedExport) throws in
      #expect(export.store.schema.entities.map(\.name.text) == ["notes", "tags", "export"])
      #expect(try export.rows("SELECT version FROM export") == ["3"])
      #expect(try export.rows("SELECT owner, value, position FROM \"export.colours\" ORDER BY 3") == ["1|red|0", "1|blue|1"])
      #expect(export.ids.contains("archive-document-record"))
    }
  }

  @Test(arguments: ["Note.jsonl", "Note.json"]) func `JSON lines are told by name or by content`(_ name: String) throws {
    try withExport([name: "{\"a\":1}\n{\"a\":2}\r\n\n{\"a\":3}"]) { (export: OpenedExport) throws in
      #expect(try export.rows("SELECT sum(a), count(*) FROM \"Note\"") == ["6|3"])
    }
  }

  @Test func `one file per entity and one file per record`() throws {
    try withExport(["Note.json": #"[{"a":1}]"#, "Tag.json": #"[{"b":2}]"#]) { (export: OpenedExport) throws in
      #expect(Set(export.store.schema.entities.map(\.name.text)) == ["Note", "Tag"])
    }
    try withExport(["notes/1.json": #"{"a":1,"list":[{"x":1}]}"#, "notes/2.json": #"{"a":2}"#, "notes/3.json": #"{"a":3}"#]) {
      (export: OpenedExport) throws in
      #expect(try export.rows("SELECT sum(a), count(*) FROM notes") == ["6|3"])
    }
    try withExport(["note-1.json": #"{"a":1}"#, "note-2.json": #"{"a":2}"#, "tag-1.json": #"{"b":2}"#]) {
      (export: OpenedExport) throws in
      #expect(try export.rows("SELECT count(*) FROM note") == ["2"])
      #expect(try export.rows("SELECT count(*) FROM tag") == ["1"])
    }
  }

  @Test func `objects within objects are embedded records, lists of objects ordered relationships`() throws {
    let text =
      #"[{"name":"Ann","home":{"city":"Rome","geo":{"lat":1.5}},"pets":[{"n":"Rex"},{"n":"Tom"}]},{"name":"Bob","home":null,"pets":[]}]"#
    try withExport(["Person.json": text]) { (export: OpenedExport) throws in
      #expect(export.shape("Person") == ["name: String", "home -> PersonHome", "pets -> PersonPets[]"])
      #expect(export.store.schema["PersonHome"]?.isEmbedded == true)
      #expect(
        try export.rows(
          "SELECT p.name, h.city, g.lat FROM \"Person\" p JOIN \"PersonHome\" h ON h._id = p.home JOIN \"PersonHomeGeo\" g ON g._id = h.geo"
        )
          == ["Ann|Rome|1.5"])
      #expect(
        try export.rows(
          "SELECT l.owner, l.position, t.n FROM \"Person.pets\" l JOIN \"PersonPets\" t ON t._id = l.target ORDER BY 2")
          == ["1|0|Rex", "1|1|Tom"])
    }
  }

  @Test func `replies of replies are one entity, however deep`() throws {
    let text = #"[{"t":"a","replies":[{"t":"b","replies":[{"t":"c","replies":[{"t":"d","replies":[]}]}]}]}]"#
    try withExport(["Post.json": text]) { (export: OpenedExport) throws in
      #expect(export.store.schema.entities.map(\.name.text) == ["Post", "PostReplies"])
      #expect(try export.rows("SELECT group_concat(t, '') FROM (SELECT t FROM \"PostReplies\" ORDER BY t)") == ["bcd"])
      #expect(try export.rows("SELECT count(*) FROM \"PostReplies.replies\"") == ["2"])
    }
  }

  @Test func `types hold every value, and what kept a column from one is counted`() throws {
    var lines = (1...20).map {
      "{\"age\":\($0),\"w\":\($0).5,\"when\":\"2015-03-01T12:00:00.250Z\",\"id\":\"0A1B2C3D-0000-4000-8000-00000000000\(String($0 % 16, radix: 16))\"}"
    }
    lines[7] = "{\"age\":\"eight\",\"w\":8,\"when\":\"2015-03-01T13:00:00+01:00\",\"id\":null}"
    try withExport(["P.jsonl": lines.joined(separator: "\n")]) { (export: OpenedExport) throws in
      #expect(export.shape("P") == ["age: String", "w: Double", "when: Date", "id: UUID?"])
      #expect(export.message("archive-type-mixed") == "1 of 20 values of 'age' are not integers")
      // 2015-03-01T12:00:00Z is 1425211200 seconds after 1970, which is 446904000 after 2001.
      #expect(try export.rows("SELECT age, \"when\" FROM \"P\" WHERE _id IN (7, 8)") == ["7|446904000.25", "eight|446904000.0"])
      #expect(try export.rows("SELECT id FROM \"P\" WHERE _id = 1") == ["x0a1b2c3d000040008000000000000001"])
    }
  }

  @Test func `a property of several shapes keeps each under a name of its own`() throws {
    try withExport(["A.json": #"[{"x":1},{"x":{"y":2}},{"x":[3,4]}]"#]) { (export: OpenedExport) throws in
      #expect(export.shape("A") == ["x: Int?", "x_value: Int[]", "x_AX -> AX"])
      #expect(export.ids.contains("archive-mixed-shape"))
      #expect(try export.rows("SELECT value FROM \"A.x_value\" ORDER BY position") == ["3", "4"])
    }
  }

  @Test func `keys and references are suggested, never assumed`() throws {
    let text =
      #"{"Folder":[{"id":"f1"},{"id":"f2"}],"Note":[{"id":1,"folderId":"f1"},{"id":2,"folderId":"f2"},{"id":3,"folderId":null}]}"#
    try withExport(["x.json": text]) { (export: OpenedExport) throws in
      #expect(export.shape("Note") == ["id: Int", "folderId: String?"])
      #expect(export.message("archive-reference-suggested") == "all 2 values of 'folderId' are values of 'Folder.id'")
      #expect(export.store.findings.filter { $0.id == "archive-key-suggested" }.count == 2)
    }
  }
}
