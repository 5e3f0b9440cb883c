internal import HeirloomFindings
internal import HeirloomReading
public import HeirloomReporting
internal import HeirloomSchema

extension Store {
  /// Counts every entity's records and every relationship's links.
  ///
  /// Cost: a pass over each table and a join for each relationship.
  /// - Throws: a `Finding` when the store turns out to be damaged, or changed in the meantime.
  public func inspect() throws -> InspectionReport {
    let census = try Census(of: legacy, on: connection)
    try legacy.confirmUnchanged()
    let identity = legacy.identity
    var links: [InspectionReport.RelationshipKey: InspectionReport.Links] = [:]
    for (entity, relationships) in census.links {
      for (property, counted) in relationships {
        links[.init(entity, property)] = .init(links: counted.links, dangling: counted.dangling)
      }
    }
    var about = InspectionReport.Store(
      path: identity.path, kind: identity.kind.rawValue, formatVersion: identity.formatVersion,
      modelVersions: identity.modelVersions, bytes: identity.bytes)
    about.versionHashes = versionHashes
    return InspectionReport(
      store: about, schema: legacy.schema, records: census.records, links: links, findings: findings + census.findings)
  }
}
