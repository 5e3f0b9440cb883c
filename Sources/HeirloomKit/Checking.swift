internal import HeirloomFindings
internal import HeirloomMapping
internal import HeirloomReading
public import HeirloomReporting

extension Mapping {
  /// Every mistake of the mapping and its schema, all at once, before any run.
  ///
  /// Without a store what depends on its schema cannot be checked: only the mapping's syntax and the target are.
  /// - Throws: a `Finding` when a store cannot be opened.
  public func check(against stores: [String], options: StoreOptions = StoreOptions(), allowsUnmapped: Bool = false) throws -> FindingsReport {
    var findings: [Finding] = stores.isEmpty ? targetFindings + file.findings : []
    for path in stores {
      let store = try openStore(path, options: options.reading())
      for finding in store.findings + plan(for: store, allowsUnmapped: allowsUnmapped).findings where !findings.contains(finding) {
        findings.append(finding)
      }
    }
    return FindingsReport("check", of: path, findings: findings)
  }
}
