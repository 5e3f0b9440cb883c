internal import HeirloomFindings
package import HeirloomKit

/// What the user asks of a conversion, as the command line says it.
package struct ConversionArguments: Sendable {
  package var source: String
  /// The mapping file; `migrate` takes several or none.
  package var mappings: [String]
  package var output: String
  package var options: ConversionOptions
}

extension OptionDefinition {
  /// A dry run can do without, as it writes nothing.
  static let output: OptionDefinition = {
    var option = OptionDefinition(
      "output", "OUT", "where the new store goes; it appears whole or not at all", short: "o", required: true, completion: .file)
    option.waiver = "dry-run"
    return option
  }()
  static let mapping = OptionDefinition("mapping", "M", "the mapping file", short: "m", required: true, completion: .file)
  static let allowUnmapped = OptionDefinition.flag(
    "allow-unmapped", "what the mapping neither maps nor drops is a warning, not an error")
  static let onlyRejects = OptionDefinition(
    "only-rejects", "FILE", "convert only the records of this file, which --rejects wrote", completion: .file)
  static let rejectMissingFiles = OptionDefinition.flag(
    "reject-missing-files", "refuse records whose external files are missing, instead of the whole store")

  /// The options by which every conversion is steered, of one store or of many.
  static let steering: [OptionDefinition] = [
    OptionDefinition(
      "template", "STORE", "keep metadata and tables of this store, which the new app itself made", completion: .file),
    .flag("merge", "merge into the template, which may hold records already, by unique keys"),
    OptionDefinition(
      "newer-by", "ENTITY.DATE",
      "with --merge: of two records the newer stays, by this date or number",
      repeats: true),
    .flag("keep-metadata", "carry over the entries of the source's metadata that are the app's own"),
    OptionDefinition("model", "MODEL", "write the version hashes of this compiled model (.momd, .mom)", completion: .file),
    OptionDefinition(
      "model-version", "NAME", "which version of the compiled model (the one that is the target's, else the current one)"),
    OptionDefinition(
      "target", "KIND", "swiftdata (the default), sqlite (plain tables with foreign keys) or archive",
      completion: .choice(ConversionOptions.Layout.allCases.map(\.rawValue))),
    .allowUnmapped,
    .rejectMissingFiles,
    .flag("no-verify", "do not read the result again and compare it with the source"),
    .flag("show-values", "findings and rejects may hold the values of records"),
    .flag("overwrite", "replace a target that exists, once the new one is complete"),
  ]

  static let reporting: [OptionDefinition] = [
    .flag("dry-run", "do everything on the real data and write nothing"),
    OptionDefinition(
      "report", "FILE", "write the report to a file; its extension chooses json, md, html or txt", repeats: true,
      completion: .file),
    .onlyRejects,
    OptionDefinition("rejects", "FILE", "write refused records to a file, one JSON object a line", completion: .file),
    .json,
  ]
}

extension Invocation {
  /// A variable that was not set, as a rule: `-o "$OUT"`.
  func refuseEmptyOutput() throws {
    guard arguments.value("output")?.isEmpty == true else { return }
    throw UsageProblem(
      [Finding(.badValue, "'--output' is empty", help: "say where the new store goes")], command: command.name)
  }

  /// Options that would be passed over in silence beside others.
  func refuseContradictions() throws {
    let has = { (name: String) in arguments.value(name) != nil }
    let target = arguments.value("target") ?? "swiftdata", isStore = target == "swiftdata"
    let message: String? =
      switch true {
      case has("template") && has("model"): "'--template' and '--model' exclude each other"
      case has("template") && !isStore: "'--template' is a store, and '--target \(target)' is none"
      case has("model") && !isStore: "'--model' gives a store its version hashes, and '--target \(target)' has none"
      case has("model-version") && !has("model"): "'--model-version' needs '--model'"
      case !arguments.values("newer-by").isEmpty && !arguments.has("merge"): "'--newer-by' is a rule for '--merge'"
      case arguments.has("keep-metadata") && (has("template") || !isStore):
        "'--keep-metadata' is for a new store: a template has its own metadata, and other targets have none"
      default: nil
      }
    if let message { throw UsageProblem([Finding(.badValue, message)], command: command.name) }
  }

  /// - Throws: `UsageProblem` when options exclude each other.
  func conversion() throws -> ConversionArguments {
    try refuseEmptyOutput()
    try refuseContradictions()
    var options = ConversionOptions(
      source: try storeOptions(), layout: arguments.value("target").flatMap(ConversionOptions.Layout.init) ?? .swiftData,
      templatePath: arguments.value("template"), merges: arguments.has("merge"), modelPath: arguments.value("model"),
      modelVersion: arguments.value("model-version"), isDryRun: arguments.has("dry-run"),
      overwrites: arguments.has("overwrite"), allowsUnmapped: arguments.has("allow-unmapped"),
      verifies: !arguments.has("no-verify"), rejectsPath: arguments.value("rejects"),
      onlyRejectsPath: arguments.value("only-rejects"), showsValues: arguments.has("show-values"),
      keepsMetadata: arguments.has("keep-metadata"))
    options.newerBy = arguments.values("newer-by")
    options.rejectsMissingFiles = arguments.has("reject-missing-files")
    return ConversionArguments(
      source: try required(0), mappings: arguments.values("mapping"), output: arguments.value("output") ?? "", options: options)
  }
}
