internal import HeirloomFindings
internal import HeirloomKit
internal import HeirloomReporting

extension CommandTable {
  static let inspect = CommandDefinition(
    "inspect", "show what a store is and what it holds",
    discussion: """
      Kind, versions, entities with their attributes, records of each, relationships with their links, and what is odd.
      No value of any record is shown. The store is read without being touched, its -wal included.
      """,
    operands: [OperandDefinition("STORE", "a legacy store of any kind")],
    options: [.json] + OptionDefinition.looking
  ) { invocation in
    let report = try Store.open(try invocation.required(0), options: invocation.storeOptions()).inspect()
    try invocation.console.show(report, asJSON: invocation.isJSON)
    return report.exitStatus
  }
}
