public import HeirloomFindings
internal import HeirloomCoreDataModel
public import HeirloomReporting
internal import HeirloomSchema
internal import HeirloomSwiftSource
internal import HeirloomSwiftText
internal import HeirloomVersions

extension SchemaReport {
  /// Two versions as SwiftData source with the migration plan between them: this report's last one, and a next one.
  ///
  /// The stage is lightweight where that is enough; otherwise it is custom, with closures whose comments say what there is to do.
  /// - Parameter next: Swift source or a Core Data model.
  /// - Throws: a `Finding` when the next version cannot be read.
  public func planSource(to next: String) throws -> (text: String, findings: [Finding]) {
    guard var old = versions.last?.schema else { return ("", findings) }
    let migration = try Migration(plan: [next])
    guard var new = migration.versions(of: migration.plan(with: nil)).last else {
      throw Finding(.noSuchVersion, "'\(next)' lists no version", at: .file(next))
    }
    let difference = SchemaDifference(from: old, to: new)
    (old.name, old.identifiers) = (
      old.name.isEmpty || old.name == new.name || !SwiftWord.isIdentifier(old.name) ? "AppSchemaV1" : old.name, ["1.0.0"]
    )
    (new.name, new.identifiers) = (SwiftWord.isIdentifier(new.name) && new.name != old.name ? new.name : "AppSchemaV2", ["2.0.0"])
    var told: [Finding] = []
    if difference.haveSameChecksum {
      told.append(
        Finding(
          .duplicateChecksum, "the two versions have the same checksum: SwiftData needs no new version for this",
          severity: .warning))
    }
    let stage = MigrationStage(kind: difference.verdict == .custom ? .custom : .lightweight, from: old.name, to: new.name)
    let notes = difference.changes.filter { $0.need == .custom }.map { "\($0.message): \($0.why)" }
    let written = SwiftDataSource.writePlan(
      named: "AppMigrationPlan", versions: [old, new], stages: [stage], notes: [new.name: notes])
    return (written.text, told + written.findings)
  }
}
