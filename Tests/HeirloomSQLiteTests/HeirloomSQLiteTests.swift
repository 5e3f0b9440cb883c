import HeirloomSQLite
import Testing

@Suite struct VirtualTableTests {
  @Test func `a Swift table joins with a native one and is looked up by key`() throws {
    let connection = try Connection.inMemory()
    try connection.addTable("Squares", Squares(count: 1000))
    try connection.script("CREATE TABLE wanted(n); INSERT INTO wanted VALUES (3), (999), (1000)")
    // 3² and 999²; 1000 is past the end.
    let rows = try connection.rows("SELECT square FROM wanted JOIN Squares ON number = n ORDER BY 1")
    #expect(rows == [[.integer(9)], [.integer(998_001)]])
    #expect(try connection.count("SELECT count(*) FROM Squares") == 1000)
  }

  @Test func `a scalar function and an aggregate answer in SQL`() throws {
    let connection = try Connection.inMemory()
    try connection.addFunction("shout", arguments: 1) { $1.set($0.text(0).uppercased()) }
    try connection.addAggregate("longest", arguments: 1) { Longest() }
    #expect(try connection.value("SELECT shout('ab' || 'c')") == .text("ABC"))
    #expect(try connection.value("SELECT longest(value) FROM json_each('[\"a\",\"ccc\",\"bb\"]')") == .text("ccc"))
    #expect(try connection.value("SELECT longest(1) WHERE 0") == .text(""))
  }

  @Test func `a text with a quote and a NUL survives as a literal`() throws {
    let connection = try Connection.inMemory()
    #expect(try connection.value("SELECT \(SQLiteValue.text("it's\0so").literal)") == .text("it's\0so"))
    #expect(try connection.value("SELECT \(SQLiteValue.integer(.min).literal)") == .integer(.min))
  }
}

private final class Longest: Aggregate {
  var text = ""
  func add(_ arguments: FunctionArguments) { if arguments.text(0).count > text.count { text = arguments.text(0) } }
  func finish(_ result: ResultSlot) { result.set(text) }
}

private final class Squares: VirtualTable {
  let count: Int64
  init(count: Int64) { self.count = count }
  var columnDeclarations: String { "number INTEGER, square INTEGER" }
  var estimatedRows: Int64 { count }
  var lookups: [Lookup] { [Lookup(column: 0)] }
  func makeCursor() -> any VirtualCursor { Cursor(count) }

  final class Cursor: VirtualCursor {
    let count: Int64
    var now: Int64 = 0
    var end: Int64 = 0
    init(_ count: Int64) { self.count = count }
    func scan() { (now, end) = (0, count) }
    func find(column: Int, _ value: SQLiteValue) {
      now = value.integer ?? -1
      end = (0..<count).contains(now) ? now + 1 : now
    }
    func next() { now += 1 }
    var isAtEnd: Bool { now >= end }
    var rowID: Int64 { now }
    func column(_ index: Int, _ slot: ResultSlot) { slot.set(index == 0 ? now : now * now) }
  }
}
