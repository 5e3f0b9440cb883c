internal import HeirloomFindings
internal import HeirloomReporting
package import HeirloomKit

extension CommandTable {
  /// Shows what a mapping would do to a store.
  package static func explain(
    engine: @escaping @Sendable (_ mapping: String, _ store: String, ConversionOptions) throws -> Explanation
  ) -> CommandDefinition {
    CommandDefinition(
      "explain", "show the plan that a mapping makes for a store, and its SQL",
      operands: [OperandDefinition("MAPPING", "the mapping file"), OperandDefinition("STORE", "the store to convert")],
      options: [.json, .allowUnmapped] + OptionDefinition.looking
    ) { invocation in
      let explanation = try engine(
        try invocation.required(0), try invocation.required(1),
        ConversionOptions(source: try invocation.storeOptions(), allowsUnmapped: invocation.arguments.has("allow-unmapped")))
      if invocation.isJSON {
        try invocation.console.write(explanation.json.text(indented: true) + "\n")
        return .done
      }
      let text = explanation.text
      try invocation.console.write(text.hasSuffix("\n") ? text : text + "\n")
      return .done
    }
  }
}
