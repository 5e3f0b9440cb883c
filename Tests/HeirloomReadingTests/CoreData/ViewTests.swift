import Foundation
import HeirloomFindings
import HeirloomReading
import HeirloomSQLite
import HeirloomSchema
import HeirloomTestSupport
import Testing

@Suite struct ViewTests {
  @Test func `records come under the model's names, with their to-one relationships`() throws {
    try present(StoreMaker.notes, model: notesModel) { connection, _ throws in
      #expect(
        try table(connection, "SELECT _id, _entity, title, created, folder FROM \"old.Note\" ORDER BY _id")
          == ["1|Note|first|0|1", "2|Note|second|1.5|NULL"])
      #expect(try table(connection, "SELECT owner, target, position FROM \"old.Folder.notes\"") == ["1|1|NULL"])
    }
  }

  @Test func `two stores stand side by side on one connection`() throws {
    try withTemporaryFolder { folder in
      let connection = try Connection.inMemory()
      let first = try openStore(
        try StoreMaker.make(at: folder.appending(path: "a.sqlite")), options: OpenOptions(model: notesModel))
      let second = try openStore(
        try StoreMaker.make(StoreMaker.notes + "; DELETE FROM ZNOTE", at: folder.appending(path: "b.sqlite")),
        options: OpenOptions(model: notesModel))
      try first.present(on: connection, prefix: "old.")
      try second.present(on: connection, prefix: "new.")
      #expect(try table(connection, "SELECT (SELECT count(*) FROM \"old.Note\"), (SELECT count(*) FROM \"new.Note\")") == ["2|0"])
    }
  }

  /// Animal (1) with sub-entities Cat (2) and Dog (3), which both have a `name` of their own: ZNAME and ZNAME1.
  @Test func `sub-entities share a table, and a repeated name has a suffix in the order of the entities`() throws {
    var cat = Entity("Cat", parent: "Animal")
    var dog = Entity("Dog", parent: "Animal")
    var animal = Entity("Animal")
    animal.isAbstract = true
    animal.attributes = [Attribute("legs", .int16)]
    cat.attributes = [Attribute("name", .string)]
    dog.attributes = [Attribute("name", .string), Attribute("age", .int16)]
    let sql = """
      CREATE TABLE ZANIMAL ( Z_PK INTEGER PRIMARY KEY, Z_ENT INTEGER, Z_OPT INTEGER, ZLEGS INTEGER, ZAGE INTEGER, ZNAME VARCHAR, ZNAME1 VARCHAR );
      \(StoreMaker.bookkeeping) INSERT INTO Z_PRIMARYKEY VALUES (1, 'Animal', 0, 4), (2, 'Cat', 1, 0), (3, 'Dog', 1, 0);
      INSERT INTO ZANIMAL VALUES (1, 2, 1, 4, NULL, 'Tom', NULL), (2, 3, 1, 3, 7, NULL, 'Rex'), (3, 3, 1, 4, 1, NULL, 'Bo'), (4, 9, 1, 4, 1, 'x', 'x');
      """
    try present(sql, model: Schema(entities: [animal, cat, dog])) { connection, store throws in
      #expect(
        try table(connection, "SELECT _entity, name, age, legs FROM \"old.Dog\" ORDER BY _id") == ["Dog|Rex|7|3", "Dog|Bo|1|4"])
      #expect(try table(connection, "SELECT _entity, name FROM \"old.Cat\"") == ["Cat|Tom"])
      #expect(try table(connection, "SELECT _id, _entity FROM \"old.Animal\" ORDER BY _id") == ["1|Cat", "2|Dog", "3|Dog"])
      let census = try Census(of: store, on: connection, prefix: "old.")
      #expect(census.records == ["Animal": 0, "Cat": 1, "Dog": 2])
      let odd = store.findings.first { $0.id == "unknown-entity-number" }
      #expect(odd?.message == "1 row of 'ZANIMAL' with an entity number that no entity of the table has: left out")
      #expect(odd?.count == 1)
    }
  }

  @Test func `the leaves of a composite come under its name`() throws {
    var author = Attribute("author", .composite, optional: true)
    author.elements = [Attribute("person", .string, optional: true), Attribute("year", .int64, optional: true)]
    var kind = Attribute("kind", .composite)
    kind.elements = [Attribute("kind", .string)]
    var note = Entity("Note")
    note.attributes = [author, kind]
    let sql = """
      CREATE TABLE ZNOTE ( Z_PK INTEGER PRIMARY KEY, Z_ENT INTEGER, Z_OPT INTEGER, ZYEAR INTEGER, ZPERSON VARCHAR, ZKIND VARCHAR );
      \(StoreMaker.bookkeeping) INSERT INTO Z_PRIMARYKEY VALUES (1, 'Note', 0, 1);
      INSERT INTO ZNOTE VALUES (1, 1, 1, 1990, 'Ada', 'long');
      """
    try present(sql, model: Schema(entities: [note])) { connection, _ throws in
      #expect(try table(connection, "SELECT \"author.person\", \"author.year\", kind FROM \"old.Note\"") == ["Ada|1990|long"])
    }
  }

  @Test func `an ordered many-to-many is found under either side's name, with the order of the side that has one`() throws {
    var note = Entity("Note")
    var tag = Entity("Tag")
    var tags = Relationship("tags", to: "Tag", many: true, inverse: "notes")
    tags.isOrdered = true
    note.relationships = [tags]
    tag.relationships = [Relationship("notes", to: "Note", many: true, inverse: "tags")]
    // Named after Tag.notes, though a fresh store would name it after Note.tags: the first column then holds the tags.
    let sql = """
      CREATE TABLE ZNOTE ( Z_PK INTEGER PRIMARY KEY, Z_ENT INTEGER, Z_OPT INTEGER );
      CREATE TABLE ZTAG ( Z_PK INTEGER PRIMARY KEY, Z_ENT INTEGER, Z_OPT INTEGER );
      CREATE TABLE "Z_2NOTES" ( Z_2TAGS INTEGER, Z_1NOTES INTEGER, Z_FOK_2TAGS INTEGER, PRIMARY KEY (Z_2TAGS, Z_1NOTES) );
      \(StoreMaker.bookkeeping) INSERT INTO Z_PRIMARYKEY VALUES (1, 'Note', 0, 1), (2, 'Tag', 0, 8);
      INSERT INTO ZNOTE VALUES (1, 1, 1); INSERT INTO ZTAG VALUES (7, 2, 1), (8, 2, 1);
      INSERT INTO Z_2NOTES VALUES (7, 1, 3072), (8, 1, 2048), (9, 1, 4096), (7, 5, NULL);
      """
    try present(sql, model: Schema(entities: [note, tag])) { connection, store throws in
      #expect(
        try table(connection, "SELECT owner, target, position FROM \"old.Note.tags\" WHERE owner = 1 ORDER BY position")
          == ["1|8|2048", "1|7|3072", "1|9|4096"])
      #expect(try table(connection, "SELECT owner, target, position FROM \"old.Tag.notes\" WHERE owner = 8") == ["8|1|NULL"])
      let census = try Census(of: store, on: connection, prefix: "old.")
      // Of four pairs, one leads to tag 9, which does not exist, and one comes from note 5, which does not exist.
      #expect(census.links["Note"]?["tags"] == .init(links: 2, dangling: 1, ownerless: 1))
      #expect(census.links["Tag"]?["notes"] == .init(links: 2, dangling: 1, ownerless: 1))
      #expect(
        census.findings.map(\.message) == [
          "1 link of 'Note.tags' leads to no record", "1 link of 'Tag.notes' leads to no record",
        ])
    }
  }

  @Test func `a to-many without inverse is read from its destination's table`() throws {
    var recipe = Entity("Recipe")
    var step = Entity("Step")
    recipe.relationships = [Relationship("steps", to: "Step", many: true)]
    step.attributes = [Attribute("text", .string)]
    let sql = """
      CREATE TABLE ZRECIPE ( Z_PK INTEGER PRIMARY KEY, Z_ENT INTEGER, Z_OPT INTEGER );
      CREATE TABLE ZSTEP ( Z_PK INTEGER PRIMARY KEY, Z_ENT INTEGER, Z_OPT INTEGER, Z1STEPS INTEGER, ZTEXT VARCHAR );
      \(StoreMaker.bookkeeping) INSERT INTO Z_PRIMARYKEY VALUES (1, 'Recipe', 0, 1), (2, 'Step', 0, 2);
      INSERT INTO ZRECIPE VALUES (1, 1, 1); INSERT INTO ZSTEP VALUES (1, 2, 1, 1, 'a'), (2, 2, 1, NULL, 'b'), (3, 2, 1, 4, 'c');
      """
    try present(sql, model: Schema(entities: [recipe, step])) { connection, store throws in
      #expect(try table(connection, "SELECT owner, target FROM \"old.Recipe.steps\" ORDER BY target") == ["1|1", "4|3"])
      let census = try Census(of: store, on: connection, prefix: "old.")
      #expect(census.links["Recipe"]?["steps"] == .init(links: 1, dangling: 0, ownerless: 1))
    }
  }

  @Test func `a relationship that is its own inverse shows both directions, as the store holds them`() throws {
    var person = Entity("Person")
    person.relationships = [Relationship("friends", to: "Person", many: true, inverse: "friends")]
    let sql = """
      CREATE TABLE ZPERSON ( Z_PK INTEGER PRIMARY KEY, Z_ENT INTEGER, Z_OPT INTEGER );
      CREATE TABLE Z_1FRIENDS ( Z_1FRIENDS INTEGER, REFLEXIVE INTEGER, PRIMARY KEY (Z_1FRIENDS, REFLEXIVE) );
      \(StoreMaker.bookkeeping) INSERT INTO Z_PRIMARYKEY VALUES (1, 'Person', 0, 3);
      INSERT INTO ZPERSON VALUES (1, 1, 1), (2, 1, 1); INSERT INTO Z_1FRIENDS VALUES (1, 2), (2, 1), (1, 3);
      """
    try present(sql, model: Schema(entities: [person])) { connection, store throws in
      #expect(try table(connection, "SELECT owner, target FROM \"old.Person.friends\" ORDER BY 1, 2") == ["1|2", "1|3", "2|1"])
      #expect(try Census(of: store, on: connection, prefix: "old.").links["Person"]?["friends"] == .init(links: 2, dangling: 1))
    }
  }

  @Test func `values that contradict the model are counted, in the rows of their entity alone`() throws {
    var animal = Entity("Animal"), dog = Entity("Dog", parent: "Animal")
    animal.attributes = [Attribute("born", .date), Attribute("tame", .bool, optional: true)]
    dog.attributes = [Attribute("tag", .uuid), Attribute("name", .string)]
    let sql = """
      CREATE TABLE ZANIMAL ( Z_PK INTEGER PRIMARY KEY, Z_ENT INTEGER, Z_OPT INTEGER, ZTAME INTEGER, ZBORN TIMESTAMP, ZNAME VARCHAR, ZTAG BLOB );
      \(StoreMaker.bookkeeping) INSERT INTO Z_PRIMARYKEY VALUES (1, 'Animal', 0, 4), (2, 'Dog', 1, 0);
      INSERT INTO ZANIMAL VALUES (1, 1, 1, 0, 5, NULL, NULL), (2, 1, 1, 2, 'soon', NULL, NULL);
      INSERT INTO ZANIMAL VALUES (3, 2, 1, NULL, NULL, 'Rex', zeroblob(16)), (4, 2, 1, 1, 1.5, x'00', zeroblob(15));
      """
    try present(sql, model: Schema(entities: [animal, dog])) { connection, store throws in
      #expect(
        try Census(of: store, on: connection, prefix: "old.").findings.map(\.message) == [
          "1 value of 'Animal.born' is not a number, as the model says",
          "1 record has no 'Animal.born', which the model requires",
          "1 value of 'Animal.tame' is not 0 or 1, as the model says",
          "1 value of 'Dog.tag' is not 16 bytes, as the model says",
          "1 value of 'Dog.name' is not text, as the model says",
        ])
    }
  }

  @Test func `a one-to-one that only one side knows of is counted on that side`() throws {
    var lock = Entity("Lock"), key = Entity("Key")
    lock.relationships = [Relationship("key", to: "Key", inverse: "lock")]
    key.relationships = [Relationship("lock", to: "Lock", inverse: "key")]
    let sql = """
      CREATE TABLE ZKEY ( Z_PK INTEGER PRIMARY KEY, Z_ENT INTEGER, Z_OPT INTEGER, ZLOCK INTEGER );
      CREATE TABLE ZLOCK ( Z_PK INTEGER PRIMARY KEY, Z_ENT INTEGER, Z_OPT INTEGER, ZKEY INTEGER );
      \(StoreMaker.bookkeeping) INSERT INTO Z_PRIMARYKEY VALUES (1, 'Key', 0, 2), (2, 'Lock', 0, 2);
      INSERT INTO ZKEY VALUES (1, 1, 1, 1), (2, 1, 1, NULL); INSERT INTO ZLOCK VALUES (1, 2, 1, 1), (2, 2, 1, 2);
      """
    try present(sql, model: Schema(entities: [lock, key])) { connection, store throws in
      let census = try Census(of: store, on: connection, prefix: "old.")
      #expect(census.findings.map(\.message) == ["1 link of 'Lock.key' is not returned by its inverse"])
      #expect(census.links == ["Lock": ["key": .init(links: 2)], "Key": ["lock": .init(links: 1)]])
    }
  }

  @Test func `decimals come as text, without a tail of binary digits`() throws {
    var item = Entity("Item")
    item.attributes = [Attribute("price", .decimal)]
    let sql = """
      CREATE TABLE ZITEM ( Z_PK INTEGER PRIMARY KEY, Z_ENT INTEGER, Z_OPT INTEGER, ZPRICE DECIMAL );
      \(StoreMaker.bookkeeping) INSERT INTO Z_PRIMARYKEY VALUES (1, 'Item', 0, 4);
      INSERT INTO ZITEM VALUES (1, 1, 1, '0.1'), (2, 1, 1, 12), (3, 1, 1, 1e21), (4, 1, 1, NULL);
      """
    try present(sql, model: Schema(entities: [item])) { connection, _ throws in
      #expect(
        try table(connection, "SELECT price FROM \"old.Item\" ORDER BY _id") == ["0.1", "12", "1000000000000000000000", "NULL"])
    }
  }

  @Test func `a model of another version is said to differ`() throws {
    var model = notesModel
    model["Folder"] = nil
    model["Note"]?.relationships = []
    model["Note"]?.attributes.append(Attribute("subtitle", .string))
    model["Label"] = Entity("Label")
    try present(StoreMaker.notes, model: model) { connection, store throws in
      #expect(
        store.findings.map(\.description) == [
          "warning[metadata-unreadable]: the store's metadata has no row",
          "warning[model-differs]: the store has 'Folder', of which the model knows nothing",
          "warning[entity-without-number]: the store does not list the entity 'Label'",
          "warning[missing-column]: the table 'ZNOTE' lacks 'ZSUBTITLE', which the model wants",
          "warning[unknown-column]: the table 'ZNOTE' has 'ZFOLDER', of which the model knows nothing",
          "warning[unknown-table]: the table 'ZFOLDER' belongs to no entity; it is not read",
        ])
      #expect(try table(connection, "SELECT title, subtitle FROM \"old.Note\" ORDER BY _id") == ["first|NULL", "second|NULL"])
      #expect(try table(connection, "SELECT * FROM \"old.Label\"") == [])
    }
  }

  @Test func `an unreadable model cache is said to be so, and the tables are read instead`() throws {
    let sql = StoreMaker.notes + "; CREATE TABLE Z_MODELCACHE (Z_CONTENT BLOB); INSERT INTO Z_MODELCACHE VALUES (x'00112233')"
    try present(sql, model: nil) { connection, store throws in
      #expect(store.findings.map(\.id) == ["metadata-unreadable", "model-unreadable", "model-guessed", "relationship-guessed"])
      #expect(try table(connection, "SELECT title, folder FROM \"old.Note\" ORDER BY _id") == ["first|1", "second|NULL"])
      #expect(store.schema["Note"]?.relationships.first?.destination == "Folder")
    }
  }

  // MARK: -

  private var notesModel: Schema {
    var folder = Entity("Folder")
    var note = Entity("Note")
    folder.attributes = [Attribute("name", .string)]
    folder.relationships = [Relationship("notes", to: "Note", many: true, inverse: "folder")]
    note.attributes = [Attribute("title", .string), Attribute("created", .date)]
    note.relationships = [Relationship("folder", to: "Folder", inverse: "notes")]
    return Schema(entities: [folder, note])
  }

  private func present(_ sql: String, model: Schema?, _ body: (Connection, any LegacyStore) throws -> Void) throws {
    try withTemporaryFolder { folder in
      let path = try StoreMaker.make(sql, at: folder.appending(path: "Test.sqlite"))
      let store = try openStore(path, options: OpenOptions(model: model))
      let connection = try Connection.inMemory()
      try store.present(on: connection, prefix: "old.")
      try body(connection, store)
    }
  }
}

/// The rows of a query, a line each, values parted by bars.
func table(_ connection: Connection, _ sql: String) throws -> [String] {
  try connection.rows(sql).map { row in
    row.map { value in
      switch value {
      case .null: "NULL"
      case .integer(let number): String(number)
      case .real(let number): String(number)
      case .text(let text): text
      case .blob(let bytes): String(decoding: bytes, as: UTF8.self)
      }
    }.joined(separator: "|")
  }
}
