internal import HeirloomFindings
internal import HeirloomKit
internal import HeirloomReporting

extension CommandTable {
  static let schema = CommandDefinition(
    "schema", "show the schema of a store, a model file or SwiftData source",
    discussion: """
      A store has one version; a model bundle or Swift source has as many as it declares. Version hashes are those
      that a store records of itself, or that the schema's own text gives. Folders are searched for Swift files.
      """,
    operands: [
      OperandDefinition("X", "stores, models (.momd, .mom, .xcdatamodeld), Swift files or folders", count: .oneOrMore)
    ],
    options: [
      .json, .flag("swift", "as SwiftData source that compiles"),
      OptionDefinition("mapping", "TARGET.swift", "a first mapping from a store to this target schema", completion: .file),
      OptionDefinition(
        "plan", "NEXT.swift", "as SwiftData source with the next version and the migration plan between them", completion: .file),
    ] + OptionDefinition.looking
  ) { invocation in
    if let target = invocation.arguments.value("mapping") {
      let store = try Store.open(try invocation.required(0), options: invocation.storeOptions())
      invocation.console.note(store.findings.filter { $0.severity != .note })
      try invocation.console.write(store.mappingSkeleton(towards: target))
      return .done
    }
    let report = try SchemaReport.reading(invocation.arguments.operands, options: invocation.storeOptions())
    if let next = invocation.arguments.value("plan") {
      let source = try report.planSource(to: next)
      invocation.console.note(report.findings + source.findings)
      try invocation.console.write(source.text)
      return report.exitStatus
    }
    if invocation.arguments.has("swift") {
      let source = report.swiftSource()
      invocation.console.note(report.findings + source.findings)
      try invocation.console.write(source.text)
      return report.exitStatus
    }
    try invocation.console.show(report, asJSON: invocation.isJSON)
    return report.exitStatus
  }
}
