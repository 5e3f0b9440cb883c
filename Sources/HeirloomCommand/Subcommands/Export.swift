internal import HeirloomFindings
internal import HeirloomReporting
package import HeirloomKit

extension CommandTable {
  /// Writes a store's content as an open archive.
  ///
  /// - Parameter engine: gets the store, the archive's path, the format of its tables, whether to replace one, and how to open;
  ///   gives what of a damaged store is missing.
  package static func export(
    engine:
      @escaping @Sendable (_ store: String, _ output: String, _ format: String, _ overwrites: Bool, StoreOptions) throws ->
      ExportReport
  ) -> CommandDefinition {
    var output = OptionDefinition.output
    output.summary = "the archive, named .zip, .tar.gz or .tar.zst"
    return CommandDefinition(
      "export", "write a store's content as an open archive",
      operands: [OperandDefinition("STORE", "a legacy store of any kind")],
      options: [
        output, OptionDefinition("format", "FORMAT", "jsonl (the default) or csv", completion: .choice(["jsonl", "csv"])),
        .flag("overwrite", "replace an archive that exists"), .json,
      ] + OptionDefinition.looking
    ) { invocation in
      try invocation.refuseEmptyOutput()
      let report = try engine(
        try invocation.required(0), invocation.arguments.value("output") ?? "", invocation.arguments.value("format") ?? "jsonl",
        invocation.arguments.has("overwrite"), try invocation.storeOptions())
      if invocation.isJSON { try invocation.console.write(report.json.text(indented: true) + "\n") }
      invocation.console.note(report.losses)
      return report.exitStatus
    }
  }
}
