import Foundation
import HeirloomFindings
import HeirloomReading
import HeirloomSchema
import HeirloomSQLite
import HeirloomTestSupport
import Testing

@Suite struct RealmHandmadeTests {
  /// Opens the file and presents it; `body` gets the store and the connection.
  private func withStore(_ bytes: [UInt8], salvage: Bool = false, _ body: (RealmStore, Connection) throws -> Void) throws {
    try withTemporaryFolder { folder in
      let file = folder.appending(path: "made.realm")
      try Data(bytes).write(to: file)
      let store = try RealmStore.open(path: file.path, salvage: salvage)
      let connection = try Connection.inMemory()
      try store.present(on: connection, prefix: "")
      return try body(store, connection)
    }
  }

  /// The words with which a statement fails; "" when it does not.
  private func failure(_ connection: Connection, _ sql: String) -> String {
    do {
      _ = try connection.rows(sql)
      return ""
    } catch { return "\(error)" }
  }

  @Test func `data in pieces is joined`() throws {
    var builder = RealmBuilder()
    let pieces = [builder.blob([1, 2, 3]), builder.blob([4, 5])]
    let joined = builder.node(
      flags: 0x60, code: 7, count: 2,
      payload: pieces.flatMap { piece in (0..<8).map { UInt8(truncatingIfNeeded: piece >> Int64(8 * $0)) } })
    let whole = builder.blob([9])
    let leaf = builder.integers([joined, whole, 0], flags: 0x60)
    builder.addClass("class_Photo", rows: 3, [.init(name: "data", type: 4, attributes: 16, leaf: leaf)])
    try withStore(builder.finish()) { (_: RealmStore, connection: Connection) throws in
      let rows = try connection.rows("SELECT data FROM Photo")
      #expect(rows == [[.blob([1, 2, 3, 4, 5])], [.blob([9])], [.null]])
    }
  }

  @Test func `nested collections of a Mixed value are JSON, and its type stands beside it`() throws {
    var builder = RealmBuilder()
    // A list [7, "seven"]: composites are (type + 1) | payload << 5 | value << 8; Int is 0 and inline, String 2 in array 3.
    let words = builder.texts(["seven"])
    let list = builder.references([builder.integers([1 | 7 << 8, 3 | 3 << 5]), 0, 0, words, 0, 0])
    // A dictionary {"list": …} of one nested list: type 19, array 4.
    let inner = builder.references([list])
    let values = builder.references([builder.integers([20 | 4 << 5]), 0, 0, 0, inner, 0])
    let dictionary = builder.references([builder.texts(["list"]), values])
    let outer = builder.references([dictionary])
    // Rows: the dictionary (type 21), true (type 1), null, a link to object 2 of table 0 (type 16, array 2).
    let pairs = builder.integers([0, 2])
    let leaf = builder.references([builder.integers([22 | 4 << 5, 2 | 1 << 8, 0, 17 | 2 << 5]), 0, pairs, 0, outer, 0])
    builder.addClass("class_Box", rows: 4, [.init(name: "any", type: 6, attributes: 16, leaf: leaf)])
    try withStore(builder.finish()) { (store: RealmStore, connection: Connection) throws in
      #expect(store.schema["Box"]?.attributes.map(\.type) == [.mixed])
      let rows = try connection.rows("SELECT any, \"any.type\" FROM Box")
      #expect(
        rows == [
          [.text(#"{"list":[7,"seven"]}"#), .text("Dictionary")], [.integer(1), .text("Bool")], [.null, .null],
          [.integer(2), .text("link:Box")],
        ])
    }
  }

  @Test func `a list that refers to itself fails once, and is left out of what is salvaged`() throws {
    var builder = RealmBuilder()
    let circle = Int64(builder.bytes.count)
    _ = builder.references([1, circle, 3], inner: true)
    let good = builder.integers([5, 6])
    let leaf = builder.references([good, circle, good])
    builder.addClass("class_Loop", rows: 3, [.init(name: "numbers", type: 0, attributes: 32, leaf: leaf)])
    let bytes = builder.finish()
    try withStore(bytes) { (store: RealmStore, connection: Connection) throws in
      #expect(
        failure(connection, "SELECT * FROM \"Loop.numbers\"").contains(
          "error[realm-damaged]: 'Loop.numbers' cannot be read: a tree that is too deep"))
      let findings = try store.examine(on: connection, prefix: "")
      #expect(
        findings.map(\.message) == ["one value of 'Loop.numbers' cannot be read: a tree that is too deep (at byte \(circle))"])
      #expect(try connection.rows("SELECT value FROM \"Loop.numbers\" WHERE owner = 2") == [[.integer(5)], [.integer(6)]])
    }
    try withStore(bytes, salvage: true) { (store: RealmStore, connection: Connection) throws in
      #expect(try connection.count("SELECT count(*) FROM \"Loop.numbers\"") == 4)
      #expect(try store.examine(on: connection, prefix: "").map(\.id) == ["realm-salvaged"])
    }
  }

  @Test func `a list of sixteen million nothings in eight bytes is refused`() throws {
    var builder = RealmBuilder()
    let huge = builder.node(code: 0, count: 0xFF_FFFF, payload: [])
    let leaf = builder.references([huge])
    builder.addClass("class_Bomb", rows: 1, [.init(name: "zeros", type: 0, attributes: 32, leaf: leaf)])
    try withStore(builder.finish()) { (_: RealmStore, connection: Connection) throws in
      #expect(failure(connection, "SELECT * FROM \"Bomb.zeros\"").contains("a leaf with more elements than any real one"))
    }
  }

  @Test func `a tree of objects that goes in circles loses no object in silence`() throws {
    var builder = RealmBuilder()
    let circle = Int64(builder.bytes.count)
    _ = builder.references([0, 3, 9, circle, circle], inner: true)
    builder.addClass("class_Loop", rows: 0, [], clusters: circle)
    try withStore(builder.finish()) { (store: RealmStore, connection: Connection) throws in
      #expect(store.findings.first?.id == "realm-damaged")
      #expect(failure(connection, "SELECT * FROM Loop").contains("objects of 'Loop' cannot be read"))
    }
  }

  @Test func `a column with fewer values than there are objects fails where it is read`() throws {
    var builder = RealmBuilder()
    let short = builder.integers([1, 2]), whole = builder.integers([1, 2, 3])
    builder.addClass("class_Gap", rows: 3, [.init(name: "bad", type: 0, leaf: short), .init(name: "good", type: 0, leaf: whole)])
    let bytes = builder.finish()
    try withStore(bytes) { (_: RealmStore, connection: Connection) throws in
      #expect(try connection.count("SELECT sum(good) FROM Gap") == 6)
      #expect(
        failure(connection, "SELECT bad FROM Gap").contains("'Gap.bad' cannot be read: a column with another number of rows"))
    }
    try withStore(bytes, salvage: true) { (store: RealmStore, connection: Connection) throws in
      #expect(try connection.rows("SELECT count(bad), count(good) FROM Gap") == [[.integer(0), .integer(3)]])
      #expect(try store.examine(on: connection, prefix: "").first?.count == 3)
    }
  }

  @Test func `what cannot be carried over is counted once for each property`() throws {
    var builder = RealmBuilder()
    let numbers = builder.doubles([1.5, .nan, .infinity])
    // 123456789 ns near 2016 are more than a double holds; 123 ms are not. The first element of the seconds is the null.
    let dates = builder.references([
      builder.integers([0, 1_450_000_000, 1_450_000_000, 1_450_000_000]), builder.integers([0, 123_000_000, 123_456_789]),
    ])
    // Key + 1; -3 is the key -4 of a tombstone.
    let links = builder.integers([0, 2, -3])
    let list = builder.references([builder.integers([0, -2, 1]), 0, 0])
    builder.addClass(
      "class_Odd", rows: 3,
      [
        .init(name: "number", type: 10, leaf: numbers), .init(name: "at", type: 8, leaf: dates),
        .init(name: "peer", type: 12, leaf: links, target: 0),
        .init(name: "peers", type: 13, attributes: 32, leaf: list, target: 0),
      ])
    try withStore(builder.finish()) { (store: RealmStore, connection: Connection) throws in
      #expect(
        try store.examine(on: connection, prefix: "").map { "\($0.id): \($0.message)" } == [
          "realm-nan: 'Odd.number' is not a number in one value",
          "realm-date-rounded: 'Odd.at' has one date with more nanoseconds than a double can hold",
          "realm-unresolved-links: 'Odd.peer' has one link to objects that are not there",
          "realm-unresolved-links: 'Odd.peers' has one link to objects that are not there",
        ])
      #expect(try connection.rows("SELECT number FROM Odd") == [[.real(1.5)], [.null], [.real(.infinity)]])
      #expect(try connection.rows("SELECT peer FROM Odd") == [[.null], [.integer(1)], [.null]])
      #expect(
        try connection.rows("SELECT * FROM \"Odd.peers\"") == [
          [.integer(0), .integer(0), .integer(0)], [.integer(0), .integer(1), .integer(2)],
        ])
    }
  }

  @Test func `a key of a dictionary without an object has no row, and is counted`() throws {
    var builder = RealmBuilder()
    // Typed links (type 16, pairs in array 2) to objects 0 and 1 of table 0, with nothing between them.
    let pairs = builder.integers([0, 0, 0, 1])
    let values = builder.references([builder.integers([17 | 2 << 5, 0, 17 | 2 << 5 | 1 << 8]), 0, pairs, 0, 0, 0])
    let dictionary = builder.references([builder.texts(["a", "b", "c"]), values])
    let leaf = builder.references([dictionary, 0])
    // Dictionary of links with texts as keys: the type of the keys, 2, stands above 16 bits.
    builder.addClass("class_Box", rows: 2, [.init(name: "peers", type: 2 << 16 | 12, attributes: 64 | 16, leaf: leaf, target: 0)])
    try withStore(builder.finish()) { (store: RealmStore, connection: Connection) throws in
      #expect(
        try connection.rows("SELECT owner, target, position, key FROM \"Box.peers\"") == [
          [.integer(0), .integer(0), .null, .text("a")], [.integer(0), .integer(1), .null, .text("c")],
        ])
      #expect(
        try store.examine(on: connection, prefix: "").map { "\($0.id): \($0.message)" } == [
          "realm-key-without-object: 'Box.peers' has one key without an object"
        ])
    }
  }

  @Test func `names that differ in case alone, or are SQLite's own, are told apart`() throws {
    var builder = RealmBuilder()
    let leaf = builder.integers([1])
    builder.addClass(
      "class_Note", rows: 1,
      [.init(name: "a", type: 0, leaf: leaf), .init(name: "A", type: 0, leaf: leaf), .init(name: "_id", type: 0, leaf: leaf)])
    builder.addClass("class_note", rows: 1, [.init(name: "", type: 0, leaf: leaf)])
    builder.addClass("class_sqlite_master", rows: 1, [.init(name: "x", type: 0, leaf: leaf)])
    try withStore(builder.finish()) { (store: RealmStore, connection: Connection) throws in
      #expect(store.schema.entities.map(\.name.text) == ["Note", "note_1", "_sqlite_master"])
      #expect(store.schema["Note"]?.attributes.map(\.name.text) == ["a", "A_1", "_id"])
      #expect(store.findings.allSatisfy { $0.id == "realm-renamed" } && store.findings.count == 4)
      #expect(try connection.columns(of: "Note", in: "temp") == ["_id", "_entity", "a", "A_1", "_id_"])
    }
  }
}
