internal import HeirloomSchema
internal import HeirloomVersions
internal import Testing

/// The table "which change needs what" of the documentation, row by row.
@Suite struct DifferenceTests {
  @Test func `the same models differ in nothing`() {
    #expect(changes(note("var a = 0"), note("var a = 0")) == [])
  }

  @Test func `an added attribute is automatic when optional or with a default`() {
    #expect(
      changes(note("var a = 0"), note("var a = 0; var b: String?; var c = false; var d: Int")) == [
        "automatic: 'Note.b': attribute added, is String, optional", "automatic: 'Note.c': attribute added, is Bool",
        "custom: 'Note.d': attribute added, is Int",
      ])
  }

  @Test func `removed attributes and added and removed models are automatic`() {
    #expect(
      changes(
        note("var a = 0; var b = 0") + "@Model final class Log { var x = true; init() {} }",
        note("var a = 0") + "@Model final class Tag { var y = 0.5; init() {} }") == [
          "automatic: 'Note.b': attribute removed, was Int", "automatic: 'Tag': entity added", "automatic: 'Log': entity removed",
        ])
  }

  @Test func `a rename with originalName is automatic, and without it a question`() throws {
    #expect(
      changes(note("var name = \"\""), note("@Attribute(originalName: \"name\") var title = \"\"")) == [
        "automatic: 'Note.title': attribute renamed from 'name' to 'title'"
      ])
    let source = read(plan(note("var bodyText = \"\""), note("var text = \"\"")))
    let difference = SchemaDifference(from: source.versions[0], to: source.versions[1])
    #expect(
      difference.changes.map { "\($0.need): \($0.message)" } == [
        "automatic: 'Note.text': attribute added, is String", "automatic: 'Note.bodyText': attribute removed, was String",
      ])
    #expect(
      difference.questions.first?.question
        == "was 'bodyText' renamed to 'text'? Then write originalName: \"bodyText\"; without it the values are lost")
    #expect(difference.verdict == .automatic)
  }

  @Test func `a changed type is custom`() {
    #expect(
      changes(note("var a = 0"), note("var a = \"\"")) == [
        "custom: 'Note.a': type changed from Int to String", "automatic: 'Note.a': default changed",
      ])
  }

  @Test func `optional to required is custom, required to optional automatic`() {
    #expect(changes(note("var a: String?"), note("var a: String")) == ["custom: 'Note.a': became required"])
    #expect(changes(note("var a: String"), note("var a: String?")) == ["automatic: 'Note.a': became optional"])
  }

  @Test func `an added uniqueness constraint is custom, a removed one automatic`() {
    #expect(changes(note("var a = 0"), note("@Attribute(.unique) var a = 0")) == ["custom: 'Note.a': uniqueness added, is 'a'"])
    #expect(
      changes(note("#Unique<Note>([\\.a, \\.b]); var a = 0; var b = 0"), note("var a = 0; var b = 0")) == [
        "automatic: 'Note': uniqueness removed, was 'a', 'b'"
      ])
  }

  @Test func `delete rules, defaults and indexes are automatic and leave the checksum as it is`() {
    let old = note("var a = 0; var tags: [Tag] = []") + "@Model final class Tag { var note: Note?; init() {} }"
    let new =
      note("#Index<Note>([\\.a]); var a = 1; @Relationship(deleteRule: .cascade) var tags: [Tag] = []")
      + "@Model final class Tag { var note: Note?; init() {} }"
    let source = read(plan(old, new))
    let difference = SchemaDifference(from: source.versions[0], to: source.versions[1])
    #expect(
      difference.changes.map { "\($0.need): \($0.message)" } == [
        "automatic: 'Note': indexes changed", "automatic: 'Note.a': default changed",
        "automatic: 'Note.tags': delete rule changed from nullify to cascade",
      ])
    #expect(difference.haveSameChecksum)
    #expect(difference.summary == "automatic; both versions have the same checksum, so do not declare a new version for it")
  }

  @Test func `cardinality, destination and inverse of relationships`() {
    let tag = "@Model final class Tag { var x = 0; init() {} }"
    #expect(
      changes(note("var tag: Tag?") + tag, note("var tag: [Tag] = []") + tag) == [
        "lightweight: 'Note.tag': cardinality changed from one to many", "automatic: 'Note.tag': became required",
      ])
    #expect(
      changes(note("var tag: [Tag] = []") + tag, note("var tag: Tag?") + tag) == [
        "custom: 'Note.tag': cardinality changed from many to one", "automatic: 'Note.tag': became optional",
      ])
    #expect(
      changes(note("var to: Tag?") + tag, note("var to: Note?") + tag) == [
        "custom: 'Note.to': destination changed from 'Tag' to 'Note'"
      ])
    #expect(
      changes(
        note("var tag: Tag?") + tag,
        note("var tag: Tag?") + "@Model final class Tag { var x = 0; var notes: [Note] = []; init() {} }") == [
          "lightweight: 'Note.tag': inverse changed from none to 'notes'",
          "automatic: 'Tag.notes': relationship added, is many 'Note'",
        ])
  }

  @Test func `inheritance is a lightweight stage, and inherited properties are no change`() throws {
    let source = read(
      plan(
        "@Model class Trip { var name = \"\"; init() {} } @Model class Work { var name = \"\"; var cost = 0.0; init() {} }",
        "@Model class Trip { var name = \"\"; init() {} } @Model class Work: Trip { var cost = 0.0 }"))
    let difference = SchemaDifference(from: source.versions[0], to: source.versions[1])
    #expect(difference.changes.map { "\($0.need): \($0.message)" } == ["lightweight: 'Work': parent changed from none to 'Trip'"])
    #expect(difference.verdict == .lightweight)
  }

  @Test func `a value that becomes a relationship, a split and a move into a new model are seen`() {
    let tag = "@Model final class Tag { var name = \"\"; init() {} }"
    #expect(
      changes(note("var tag = \"\"") + tag, note("var tag: Tag?") + tag) == [
        "custom: 'Note.tag': property kind changed from String to a relationship"
      ])
    func questions(_ old: String, _ new: String) -> [String] {
      let source = read(plan(old, new))
      return SchemaDifference(from: source.versions[0], to: source.versions[1]).questions.compactMap(\.question)
    }
    #expect(
      questions(note("var fullName = \"\""), note("var firstName = \"\"; var lastName = \"\"")) == [
        "was 'fullName' split into 'firstName', 'lastName'? That needs a custom stage or a mapping"
      ])
    #expect(
      questions(note("var tagNames = \"\""), note("var tags: [Tag] = []") + tag) == [
        "do the values of 'tagNames' move to 'Tag'? That needs a custom stage or a mapping"
      ])
    #expect(
      questions(note("var a = 0; var b = 0"), "@Model final class Memo { var a = 0; var b = 0; init() {} }") == [
        "was 'Note' renamed to 'Memo'? Its records are lost unless a mapping carries them"
      ])
  }

  @Test func `cases of enums may be added but not taken away`() {
    func flag(_ cases: String) -> String {
      "@Model final class Note { enum Flag: String, Codable { case \(cases) }; var flag: Flag?; init() {} }"
    }
    #expect(changes(flag("red"), flag("red, green")) == ["automatic: 'Note.flag': cases changed, is 'green' too"])
    #expect(changes(flag("red, green"), flag("red")) == ["custom: 'Note.flag': cases changed, was 'green'"])
  }

  @Test func `a changed composite is custom`() {
    func place(_ members: String) -> String {
      "@Model final class Note { struct Spot: Codable { \(members) }; var spot: Spot?; init() {} }"
    }
    #expect(
      changes(place("var x: Int"), place("var x: Int; var y: Int")) == [
        "custom: 'Note.spot': type changed from a composite to another composite"
      ])
  }
}
