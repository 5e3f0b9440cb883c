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
      OptionDefinition("version", "NUMBER", "with --swift: the version's number, such as 2.0.0"),
      OptionDefinition(
        "mapping", "TARGET.swift", "a first mapping from X to this target; PATH@VERSION names one of several versions",
        completion: .file),
      OptionDefinition(
        "plan", "NEXT.swift", "as SwiftData source with the next version and the migration plan between them", completion: .file),
    ] + OptionDefinition.looking
  ) { invocation in
    if let target = invocation.arguments.value("mapping") {
      let skeleton = try SchemaReport.mappingSkeleton(
        from: try invocation.required(0), to: target, options: invocation.storeOptions())
      invocation.console.note(skeleton.findings)
      try invocation.console.write(skeleton.text)
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
      let source = report.swiftSource(identifier: try invocation.versionNumber())
      invocation.console.note(report.findings + source.findings)
      try invocation.console.write(source.text)
      return report.exitStatus
    }
    try invocation.console.show(report, asJSON: invocation.isJSON)
    return report.exitStatus
  }
}

extension Invocation {
  fileprivate func versionNumber() throws -> String? {
    guard let text = arguments.value("version") else { return nil }
    let parts = text.split(separator: ".", omittingEmptySubsequences: false)
    if parts.count == 3, parts.allSatisfy({ Int($0).map { $0 >= 0 } ?? false }) { return text }
    throw refusal(of: "version", "three numbers such as 2.0.0")
  }
}
