internal import HeirloomFindings
internal import HeirloomKit
internal import HeirloomReporting

/// The engines behind the commands that convert: the library's front door, fed from the command line.
extension CommandTable {
  static let convert = convert { arguments, bar in
    let mapping = try Mapping(contentsOf: arguments.mappings.first ?? "")
    return mapping.convert(arguments.source, to: arguments.output, options: arguments.options) { bar.show($0) }
  }

  static let migrate = migrate { plan, options, arguments, bar in
    try Migration(plan: plan, mappings: arguments.mappings)
      .migrate(arguments.source, to: arguments.output, options: options) { bar.show($0) }
  }

  static let check = check { mapping, stores, options, allowsUnmapped in
    try Mapping(contentsOf: mapping).check(against: stores, options: options, allowsUnmapped: allowsUnmapped)
  }

  static let lint = lint { sources, usesCloudKit, stores, options in
    try FindingsReport.linting(sources, usesCloudKit: usesCloudKit, stores: stores, options: options)
  }

  static let explain = explain { mapping, store, options in try Mapping(contentsOf: mapping).explain(store, options: options) }

  static let export = export { store, output, format, overwrites, options in
    let opened = try Store.open(store, options: options)
    let counts = try opened.export(to: output, format: ExportFormat(rawValue: format) ?? .jsonLines, overwrite: overwrites)
    return ExportReport(of: opened, to: output, counts, losses: options.salvages ? try opened.losses() : [])
  }

  static let verify = verify { before, after, mapping, options in
    try Mapping(contentsOf: mapping).verify(before, after, options: options)
  }
}
