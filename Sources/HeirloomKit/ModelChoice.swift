internal import HeirloomCoreDataModel
internal import HeirloomFindings
internal import HeirloomSchema

/// The model that a `--model` path stands for.
enum ModelChoice {
  /// The current version of a bundle, or the one model of a file.
  /// - Throws: a finding when there is no model, or it cannot be read.
  static func current(of path: String) throws -> Schema {
    let contents = try ModelFile.read(path)
    let current = contents.versions.first { $0.name == contents.current } ?? contents.versions.last
    guard let current else { throw contents.findings.first ?? Finding(.noSuchInput, "'\(path)' holds no model", at: .file(path)) }
    return current
  }
}
