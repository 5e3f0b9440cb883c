public import HeirloomFindings
public import HeirloomReporting
internal import HeirloomSchema
internal import HeirloomSwiftSource
internal import HeirloomSwiftText

extension SchemaReport {
  /// The schemas as SwiftData source that compiles, and what had no equivalent.
  ///
  /// Versions keep their names where those are Swift names, and are `AppSchemaV1`, `AppSchemaV2` … otherwise.
  /// - Parameter identifier: the number of the version, three numbers; of several versions that of the first, and what the schemas
  ///   say of themselves when nil.
  public func swiftSource(identifier given: String? = nil) -> (text: String, findings: [Finding]) {
    var named = versions.map(\.schema)
    for position in named.indices {
      let schema = named[position]
      if !SwiftWord.isIdentifier(schema.name) { named[position].name = "AppSchemaV\(position + 1)" }
      let own = schema.identifiers.lazy.compactMap(\.versionNumber).first
      let identifier = (position == 0 ? given : nil) ?? own ?? "\(position + 1).0.0"
      named[position].identifiers = [identifier]
    }
    if let plan = plans.first, named.count > 1 {
      let written = SwiftDataSource.writePlan(named: plan.name, versions: named, stages: plan.stages)
      return (written.text, written.findings)
    }
    let written = named.map { SwiftDataSource.write($0, as: $0.name, identifier: $0.identifiers.first ?? "1.0.0") }
    return (written.map(\.text).joined(separator: "\n"), written.flatMap(\.findings))
  }
}

extension String {
  /// Three numbers with points between them, `2.3` with a third; nil for any other text.
  fileprivate var versionNumber: String? {
    let parts = split(separator: ".", omittingEmptySubsequences: false).map { Int($0) }
    guard (1...3).contains(parts.count), parts.allSatisfy({ $0.map { $0 >= 0 } ?? false }) else { return nil }
    return (parts.compactMap { $0 } + [0, 0]).prefix(3).map(String.init).joined(separator: ".")
  }
}
