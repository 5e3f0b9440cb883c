internal import HeirloomFindings
package import HeirloomKit

/// What the user asks of a conversion, as the command line says it.
package struct ConversionArguments: Sendable, Hashable {
  package var source: String
  package var sourceOptions: StoreOptions
  /// The mapping file; `migrate` takes several or none.
  package var mappings: [String]
  package var output: String
  /// A store that the new app itself created, whose metadata and tables are kept.
  package var template: String?
  /// The app's compiled model, whose version hashes are written.
  package var model: String?
  package var layout: Layout
  /// Everything is done on the real data and nothing is written.
  package var isDryRun: Bool
  package var overwrites: Bool
  /// Where refused records go, one JSON object a line.
  package var rejects: String?
  /// What the mapping leaves out is a warning and no error.
  package var allowsUnmapped: Bool
  /// Findings and rejects may hold the values of records.
  package var showsValues: Bool
  package var verifies: Bool

  package enum Layout: String, Sendable, CaseIterable { case swiftdata, sqlite }
}

extension OptionDefinition {
  static let output = OptionDefinition(
    "output", "OUT", "where the new store goes; it appears whole or not at all", short: "o", required: true, completion: .file)
  static let mapping = OptionDefinition("mapping", "M", "the mapping file", short: "m", required: true, completion: .file)
  static let allowUnmapped = OptionDefinition.flag(
    "allow-unmapped", "what the mapping neither maps nor drops is a warning, not an error")

  /// The options by which every conversion is steered, of one store or of many.
  static let steering: [OptionDefinition] = [
    OptionDefinition(
      "template", "STORE", "keep metadata and tables of this store, which the new app itself made", completion: .file),
    OptionDefinition("model", "MODEL", "write the version hashes of this compiled model (.momd, .mom)", completion: .file),
    OptionDefinition(
      "layout", "LAYOUT", "swiftdata (the default) or sqlite, plain tables with foreign keys",
      completion: .choice(ConversionArguments.Layout.allCases.map(\.rawValue))),
    .allowUnmapped,
    .flag("no-verify", "do not read the result again and compare it with the source"),
    .flag("show-values", "findings and rejects may hold the values of records"),
    .flag("overwrite", "replace a target that exists, once the new one is complete"),
  ]

  static let reporting: [OptionDefinition] = [
    .flag("dry-run", "do everything on the real data and write nothing"),
    OptionDefinition(
      "report", "FILE", "write the report to a file; its extension chooses json, md, html or txt", repeats: true,
      completion: .file),
    OptionDefinition("rejects", "FILE", "write refused records to a file, one JSON object a line", completion: .file),
    .json,
  ]
}

extension Invocation {
  /// - Throws: `UsageProblem` when options exclude each other.
  func conversion() throws -> ConversionArguments {
    if arguments.value("template") != nil, arguments.value("model") != nil {
      throw UsageProblem([Finding(.badValue, "'--template' and '--model' exclude each other")], command: command.name)
    }
    return ConversionArguments(
      source: try required(0), sourceOptions: try storeOptions(), mappings: arguments.values("mapping"),
      output: arguments.value("output") ?? "", template: arguments.value("template"), model: arguments.value("model"),
      layout: arguments.value("layout").flatMap(ConversionArguments.Layout.init) ?? .swiftdata,
      isDryRun: arguments.has("dry-run"),
      overwrites: arguments.has("overwrite"), rejects: arguments.value("rejects"),
      allowsUnmapped: arguments.has("allow-unmapped"),
      showsValues: arguments.has("show-values"), verifies: !arguments.has("no-verify"))
  }
}
