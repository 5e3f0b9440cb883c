import HeirloomReporting
import Testing

struct RowPrinterTests {
  static let rows: [[QueryCell]] = [[.integer(1), .text("a, \"b\"")], [.integer(.max), .null], [.null, .blob([0, 255])]]

  func printed(_ format: RowPrinter.Format, _ rows: [[QueryCell]], columns: [String] = ["id", "name"]) -> String {
    var printer = RowPrinter(format, columns: columns)
    var text = printer.start()
    for row in rows { text += printer.add(row) }
    return text + printer.finish()
  }

  @Test func `a table lines numbers up to the right`() {
    #expect(
      printed(.table, Self.rows) == """
                         id  name
                          1  a, "b"
        9223372036854775807  NULL
                       NULL  x'00ff'

        """)
  }

  @Test func `CSV follows RFC 4180`() {
    #expect(printed(.csv, Self.rows) == "id,name\r\n1,\"a, \"\"b\"\"\"\r\n9223372036854775807,\r\n,00ff\r\n")
  }

  @Test func `JSON is one array with a row to a line`() {
    #expect(
      printed(.json, Self.rows)
        == "[\n{\"id\":1,\"name\":\"a, \\\"b\\\"\"},\n{\"id\":9223372036854775807,\"name\":null},\n{\"id\":null,\"name\":\"00ff\"}\n]\n"
    )
    #expect(printed(.json, []) == "[]\n")
  }

  @Test func `a column name that comes twice is numbered`() {
    #expect(printed(.json, [[.integer(1), .integer(2)]], columns: ["id", "id"]) == "[\n{\"id\":1,\"id:1\":2}\n]\n")
  }

  @Test(arguments: [0, 1, 999, 1000, 1001])
  func `a table loses no row, however many there are`(count: Int) {
    let rows = (0..<count).map { [QueryCell.integer(Int64($0)), .text("x")] }
    #expect(printed(.table, rows).split(separator: "\n").count == count + 1)
  }
}
