internal import HeirloomFindings
internal import HeirloomKit
internal import HeirloomReporting

/// The engines behind the commands that convert: the library's front door, fed from the command line.
extension CommandTable {
  static let convert = convert { arguments, bar in
    let mapping = try Mapping(contentsOf: arguments.mappings.first ?? "")
    return mapping.convert(arguments.source, to: arguments.output, options: arguments.options) { step in bar.show(step, 0, of: nil) }
  }

  static let check = check { mapping, stores, options, allowsUnmapped in
    try Mapping(contentsOf: mapping).check(against: stores, options: options, allowsUnmapped: allowsUnmapped)
  }

  static let explain = explain { mapping, store, options, allowsUnmapped in
    try Mapping(contentsOf: mapping).explain(store, options: ConversionOptions(source: options, allowsUnmapped: allowsUnmapped))
  }

  static let verify = verify { before, after, mapping, options in
    try Mapping(contentsOf: mapping).verify(before, after, options: ConversionOptions(source: options))
  }
}

extension ConversionArguments {
  var options: ConversionOptions {
    ConversionOptions(
      source: sourceOptions, layout: layout == .sqlite ? .sqlite : .swiftData, templatePath: template, modelPath: model,
      isDryRun: isDryRun, overwrites: overwrites, allowsUnmapped: allowsUnmapped, verifies: verifies, rejectsPath: rejects,
      showsValues: showsValues)
  }
}
