import HeirloomCoreDataModel
import HeirloomSchema
import Testing

@Suite struct `Names in a Core Data store` {
  @Test func `entities are numbered depth first, siblings without regard to case`() {
    // By hand: roots apple, Base, Cherry; Base's children box, Crate before Cherry.
    let schema = Schema(entities: [
      Entity("Cherry"), Entity("Base"), Entity("Crate", parent: "Base"), Entity("apple"), Entity("box", parent: "Base"),
    ])
    #expect(EntityNumbering(schema).order == ["apple", "Base", "box", "Crate", "Cherry"])
  }

  @Test func `entities that are each other's parents still get numbers`() {
    let schema = Schema(entities: [Entity("A", parent: "B"), Entity("B", parent: "A"), Entity("C", parent: "nowhere")])
    #expect(Set(EntityNumbering(schema).order) == ["A", "B", "C"])
    #expect(CoreDataLayout.make(for: schema).entities.count == 3)
  }

  @Test func `a name that is taken in the table gets a number`() {
    var base = Entity("Base"), left = Entity("Left", parent: "Base"), right = Entity("Right", parent: "Base")
    base.isAbstract = true
    left.attributes = [Attribute("text", .string), Attribute("delivered", .bool)]
    right.attributes = [Attribute("text", .string), Attribute("delivered", .bool)]
    let layout = CoreDataLayout.make(for: Schema(entities: [base, left, right]))
    #expect(layout.entities["Left"]?.columns == ["text": "ZTEXT", "delivered": "ZDELIVERED"])
    #expect(layout.entities["Right"]?.columns == ["text": "ZTEXT1", "delivered": "ZDELIVERED1"])
    #expect(layout.tables[0].indexes == ["CREATE INDEX ZBASE_Z_ENT_INDEX ON ZBASE (Z_ENT)"])
  }

  @Test func `columns stand in groups of types, sorted by name within an entity`() {
    var entity = Entity("Note")
    entity.attributes = [
      Attribute("data", .data), Attribute("blob", .transformable), Attribute("id", .uuid), Attribute("link", .url),
      Attribute("title", .string), Attribute("weight", .double), Attribute("due", .date), Attribute("flag", .bool),
      Attribute("Count", .int16),
      Attribute("_mark", .string),
    ]
    #expect(
      CoreDataLayout.make(for: Schema(entities: [entity])).tables[0].creation
        == "CREATE TABLE ZNOTE ( Z_PK INTEGER PRIMARY KEY, Z_ENT INTEGER, Z_OPT INTEGER, ZCOUNT INTEGER, ZFLAG INTEGER, "
        + "ZDUE TIMESTAMP, ZWEIGHT FLOAT, Z_MARK VARCHAR, ZTITLE VARCHAR, ZLINK VARCHAR, ZID BLOB, ZBLOB BLOB, ZDATA BLOB )")
  }

  @Test func `a composite is flattened, and its leaf takes the name where the composite sorts`() {
    // So in a real SwiftData store: ZID holds author.id, and the record's own id, which sorts later, is ZID1.
    var entity = Entity("Cocktail"), author = Attribute("author", .composite)
    author.elements = [Attribute("id", .uuid, optional: true), Attribute("person", .string, optional: true)]
    entity.attributes = [Attribute("id", .uuid), author]
    let columns = CoreDataLayout.make(for: Schema(entities: [entity])).entities["Cocktail"]?.columns
    #expect(columns == ["author.id": "ZID", "author.person": "ZPERSON", "id": "ZID1"])
  }

  @Test func `a link to an entity with sub-entities brings the number column`() {
    var message = Entity("Message"), part = Entity("Part")
    message.relationships = [Relationship("parts", to: "Part", many: true, inverse: "message")]
    message.relationships[0].isOrdered = true
    part.relationships = [Relationship("message", to: "Message", inverse: "parts")]
    let layout = CoreDataLayout.make(for: Schema(entities: [message, Entity("Text", parent: "Message"), part]))
    #expect(
      layout.entities["Part"]?.relationships["message"]
        == .column("ZMESSAGE", entityColumn: "Z1_MESSAGE", orderColumn: "Z_FOK_MESSAGE"))
  }

  // The table has 8 entries (three properties, two foreign keys, three of the framework's own) and so 13 slots: 'inbox' hashes to
  // slot 1 and 'project' to slot 8, computed apart from this program. The columns stand from the last slot to the first.
  @Test func `the order columns of several links stand against the order of the hash table`() {
    var task = Entity("Task"), owner = Entity("Owner")
    task.attributes = [Attribute("title", .string)]
    task.relationships = [
      Relationship("inbox", to: "Owner", inverse: "waiting"), Relationship("project", to: "Owner", inverse: "planned"),
    ]
    owner.relationships = [
      Relationship("waiting", to: "Task", many: true, inverse: "inbox"),
      Relationship("planned", to: "Task", many: true, inverse: "project"),
    ]
    for index in 0...1 { owner.relationships[index].isOrdered = true }
    #expect(
      CoreDataLayout.make(for: Schema(entities: [task, owner])).tables.map(\.creation).contains(
        "CREATE TABLE ZTASK ( Z_PK INTEGER PRIMARY KEY, Z_ENT INTEGER, Z_OPT INTEGER, ZINBOX INTEGER, ZPROJECT INTEGER, "
          + "Z_FOK_PROJECT INTEGER, Z_FOK_INBOX INTEGER, ZTITLE VARCHAR )"))
  }

  @Test func `a to-many without inverse is a column of its destination`() {
    var cocktail = Entity("Cocktail")
    cocktail.relationships = [Relationship("spec", to: "Ingredient", many: true)]
    let layout = CoreDataLayout.make(for: Schema(entities: [cocktail, Entity("Ingredient")]))
    #expect(layout.entities["Cocktail"]?.relationships["spec"] == .destinationColumn("Z1SPEC", orderColumn: nil))
    #expect(layout.indexes == ["CREATE INDEX ZINGREDIENT_Z1SPEC_INDEX ON ZINGREDIENT (Z1SPEC)"])
  }
}
