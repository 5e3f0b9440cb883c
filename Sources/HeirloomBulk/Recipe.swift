internal import HeirloomBytes

extension BulkRun {
  /// The SHA-256, in hex, of what decides how a store is converted; another one makes `--resume` convert it anew.
  ///
  /// - Parameters:
  ///   - mapping: the digest of the mapping with its schema.
  ///   - options: the words that each conversion is given; the mapping's own path does not matter.
  ///   - files: templates and models, whose content counts; of a folder (a model bundle) its name alone.
  package static func recipe(mapping: String, options: [String], files: [String]) -> String {
    let words = options.filter { !$0.hasPrefix("--mapping=") }.sorted()
    let contents = files.map { ItemProcess.digest(of: $0) ?? $0 }
    return Digest.hex(Digest.sha256(Array(([mapping] + words + contents).joined(separator: "\0").utf8)))
  }
}
