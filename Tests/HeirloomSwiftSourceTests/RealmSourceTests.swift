import HeirloomFindings
import HeirloomSchema
import HeirloomSwiftSource
import Testing

@Suite struct RealmSourceTests {
  @Test func `lists that share their objects get another end in SwiftData, and links to each other stay apart`() throws {
    let schema = try #require(
      read(
        """
        import RealmSwift
        class Note: Object { @Persisted var tags: List<Tag>; @Persisted var old: MutableSet<Tag>; @Persisted var first: Tag? }
        class Tag: Object { @Persisted var note: Note?; @Persisted var home: Place?; @Persisted var notes: String }
        class Place: EmbeddedObject { @Persisted var name: String }
        """
      ).versions.first)
    let written = SwiftDataSource.write(schema)
    #expect(written.text.contains("@Relationship(inverse: \\Tag.notesByTags) var tags: [Tag] = []"))
    #expect(written.text.contains("var notesByOld: [Note] = []"))
    #expect(written.text.contains("// not in the store: the other end of 'Note.tags', so that several can lead to one record"))
    let again = try #require(read(written.text).versions.first)
    #expect(
      again.outline("Note") == [
        "tags -> Tag* / notesByTags nullify", "old -> Tag* / notesByOld nullify", "first -> Tag? / notesByFirst nullify",
        "tagsByNote -> Tag* / note nullify",
      ])
    #expect(again.outline("Place") == ["name: String"])
  }

  @Test func `classes with @Persisted properties are read, and linking objects name the inverse`() throws {
    let source = try readFixtures("realm-notes")
    let schema = try #require(source.versions.first)
    #expect(source.findings == [])
    #expect(schema.entities.map(\.name) == ["Folder", "Tag", "Note"])
    #expect(
      schema.outline("Note") == [
        "id: UUID", "title: String", "body: String?", "created: Date", "pinned: Bool", "folder -> Folder? / notes nullify",
        "tags -> Tag*? / - nullify",
      ])
    #expect(schema.outline("Folder") == ["id: String", "name: String", "notes -> Note*? / folder nullify"])
    #expect(schema["Note"]?.primaryKey == "id")
    #expect(schema["Note"]?.relationships.last?.isOrdered == true)
  }

  @Test func `the older models of Objective-C properties are read as well`() throws {
    let source = read(
      """
      import RealmSwift
      class Dog: Object {
        @objc dynamic var id = 0
        @objc dynamic var name = "Rex"
        @objc dynamic var born: Date? = nil
        @objc dynamic var owner: Person?
        @objc dynamic var cache = ""
        let age = RealmOptional<Int>()
        let weight = RealmProperty<Double?>()
        var notManaged = 0
        override static func primaryKey() -> String? { return "id" }
        override static func indexedProperties() -> [String] { ["name"] }
        override static func ignoredProperties() -> [String] { ["cache"] }
      }
      class Person: Object {
        @objc dynamic var name: String = ""
        let dogs = List<Dog>()
        let nicknames = List<String>()
        let pack = LinkingObjects(fromType: Dog.self, property: "owner")
      }
      """)
    let schema = try #require(source.versions.first)
    #expect(source.findings == [])
    #expect(
      schema.outline("Dog") == [
        "id: Int", "name: String", "born: Date?", "age: Int?", "weight: Double?", "owner -> Person? / pack nullify",
      ])
    #expect(
      schema.outline("Person") == [
        "name: String", "nicknames: String", "dogs -> Dog*? / - nullify", "pack -> Dog*? / owner nullify",
      ])
    #expect(schema["Dog"]?.attributes.map(\.isIndexed) == [true, true, false, false, false])
    #expect(schema["Dog"]?.attributes[1].defaultValue == .string("Rex"))
    #expect(schema["Person"]?.attributes[1].collection == .list)
  }

  @Test func `every type of Realm's has its own, enums are their raw values, and subclasses hold all properties`() throws {
    let source = read(
      """
      import RealmSwift
      enum Kind: String, PersistableEnum { case plain, fancy }
      class Base: Object {
        @Persisted(primaryKey: true) var _id: ObjectId
      }
      class Thing: Base {
        @Persisted(indexed: true) var kind: Kind = .plain
        @Persisted var price: Decimal128
        @Persisted var any: AnyRealmValue
        @Persisted var tiny: Int8
        @Persisted var marks: MutableSet<String>
        @Persisted var scores: Map<String, Double?>
        @Persisted var places: Map<String, Place?>
        @Persisted var home: Place?
        @Persisted var oddly: String
        override class func propertiesMapping() -> [String: String] { ["oddly": "odd_column"] }
      }
      @objc(RLMPlace) class Place: EmbeddedObject {
        @Persisted var city = "Ulm"
      }
      class Event: AsymmetricObject {
        @Persisted(primaryKey: true) var _id: UUID
      }
      """)
    let schema = try #require(source.versions.first)
    #expect(source.findings == [])
    #expect(
      schema.outline("Thing") == [
        "_id: ObjectId", "kind: String", "price: Decimal", "any: Mixed?", "tiny: Int", "marks: String", "scores: Double?",
        "odd_column: String", "places -> RLMPlace*? / - cascade", "home -> RLMPlace? / - cascade",
      ])
    #expect(schema["Thing"]?.primaryKey == "_id")
    #expect(schema["Thing"]?.attributes.map(\.collection) == [nil, nil, nil, nil, nil, .set, .dictionary, nil])
    #expect(schema["Thing"]?.attributes[1].defaultValue == .enumCase("plain"))
    #expect(schema["RLMPlace"]?.isEmbedded == true)
    #expect(schema["Event"]?.userInfo == ["realm.asymmetric": "true"])
  }

  @Test func `what cannot be read is a finding with its line`() {
    let source = read(
      """
      class Note: Object {
        @Persisted var colour: UIColor
        @Persisted var owner: Person?
      }
      class Person: Object {
        @Persisted(originProperty: "ower") var notes: LinkingObjects<Note>
      }
      """)
    #expect(
      source.findings.map { $0.drawing() } == [
        """
        Models.swift:2:18: error[unknown-type]: 'colour' has the type 'UIColor', which Realm does not keep
        2 |   @Persisted var colour: UIColor
          |                  ^~~~~~
        """,
        """
        Models.swift:6:42: error[unknown-key-path]: 'Note' has no link 'ower' whose other end 'notes' could be
        6 |   @Persisted(originProperty: "ower") var notes: LinkingObjects<Note>
          |                                          ^~~~~
          = help: did you mean 'owner'?
        """,
      ])
  }
}
