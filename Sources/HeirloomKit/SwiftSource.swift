public import HeirloomFindings
public import HeirloomReporting
internal import HeirloomSchema
internal import HeirloomSwiftSource

extension SchemaReport {
  /// The schemas as SwiftData source that compiles, and what had no equivalent.
  ///
  /// Versions keep their names where those are Swift names, and are `AppSchemaV1`, `AppSchemaV2` … otherwise.
  public func swiftSource() -> (text: String, findings: [Finding]) {
    var named = versions.map(\.schema)
    for position in named.indices {
      let schema = named[position]
      if !schema.name.isSwiftName { named[position].name = "AppSchemaV\(position + 1)" }
      let identifier = schema.identifiers.first { $0.isVersionNumber } ?? "\(position + 1).0.0"
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
  var isSwiftName: Bool {
    guard let first = unicodeScalars.first, first.properties.isXIDStart || first == "_" else { return false }
    return unicodeScalars.allSatisfy { $0.properties.isXIDContinue }
  }

  /// Three numbers with points between them.
  fileprivate var isVersionNumber: Bool {
    let parts = split(separator: ".", omittingEmptySubsequences: false)
    return parts.count == 3 && parts.allSatisfy { Int($0).map { $0 >= 0 } ?? false }
  }
}
