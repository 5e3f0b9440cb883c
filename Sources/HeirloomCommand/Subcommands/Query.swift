internal import HeirloomFindings
internal import HeirloomKit
internal import HeirloomReporting

extension CommandTable {
  static let query = CommandDefinition(
    "query", "ask a store anything in SQL, under its model's own names",
    discussion: """
      Every entity is a relation: "Note" with _id, _entity, its attributes and its to-one relationships; every to-many
      relationship is one too: "Note.tags" with owner, target and position. Dates are seconds since 2001-01-01 UTC,
      UUIDs 16 bytes. Only statements that read are taken.
      """,
    operands: [
      OperandDefinition("STORE", "a legacy store of any kind"),
      OperandDefinition(
        "SQL", "the question, such as 'SELECT title FROM Note'; - reads it from standard input", completion: .none),
    ],
    options: [.json, .flag("csv", "answer as comma-separated values")] + OptionDefinition.looking
  ) { invocation in
    if invocation.isJSON, invocation.arguments.has("csv") {
      throw UsageProblem([Finding(.badValue, "'--json' and '--csv' exclude each other")], command: invocation.command.name)
    }
    let console = invocation.console
    let format: RowPrinter.Format = invocation.isJSON ? .json : invocation.arguments.has("csv") ? .csv : .table
    let store = try Store.open(try invocation.required(0), options: invocation.storeOptions())
    var sql = try invocation.required(1)
    if sql == "-" {
      sql = ""
      while let line = readLine(strippingNewline: false) { sql += line }
    }
    console.note(store.findings.filter { $0.severity == .error })
    var printer = RowPrinter(format, columns: [])
    var text = ""
    try store.query(sql) { columns in
      printer = RowPrinter(format, columns: columns, style: console.outputStyle)
      text = printer.start()
    } row: { cells in
      text += printer.add(cells)
      if text.utf8.count > 1 << 16 {
        try console.write(text)
        text = ""
      }
      return !console.isReaderGone
    }
    try console.write(text + printer.finish())
    return try invocation.tellLosses(of: store)
  }
}
