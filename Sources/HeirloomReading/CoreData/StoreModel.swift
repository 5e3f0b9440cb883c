internal import HeirloomCoreDataModel
internal import HeirloomFindings
internal import HeirloomSQLite
internal import HeirloomSchema

/// The model a store is read by: the one that was given, the one it keeps of itself, or what its tables tell.
struct StoreModel {
  let schema: Schema
  let findings: [Finding]

  init(_ connection: Connection, _ tables: StoreTables, _ numbers: EntityNumbers, given: Schema?, path: String) throws {
    if let given {
      schema = given
      findings = StoreModel.differences(of: given, from: numbers, path: path)
      return
    }
    var found: [Finding] = []
    do {
      if let (cached, about) = try StoreModel.cached(connection, tables) {
        let differences = StoreModel.differences(of: cached, from: numbers, path: path)
        schema = cached
        findings = about + differences
        return
      }
    } catch let error as Finding {
      found.append(
        Finding(.modelUnreadable, "the model that the store keeps of itself cannot be read: \(error.message)", at: .file(path)))
    }
    let fallback = try FallbackModel(connection, numbers, tables, path: path)
    schema = fallback.schema
    findings = found + fallback.findings
  }

  /// The model of `Z_MODELCACHE`; nil when there is none.
  private static func cached(_ connection: Connection, _ tables: StoreTables) throws -> (Schema, [Finding])? {
    guard tables["Z_MODELCACHE"] != nil else { return nil }
    guard let content = try connection.value("SELECT Z_CONTENT FROM Z_MODELCACHE LIMIT 1").blob, !content.isEmpty else {
      return nil
    }
    return try ModelCache.read(content)
  }

  /// Entities that only the model or only the store has.
  private static func differences(of schema: Schema, from numbers: EntityNumbers, path: String) -> [Finding] {
    let unknown = numbers.ofTheApp.map(\.name).filter { schema[$0] == nil }
    if unknown.isEmpty { return [] }
    return [
      Finding(
        .modelDiffers, "the store has \(listing(unknown.map(\.text))), of which the model knows nothing", at: .file(path),
        count: unknown.count)
    ]
  }
}
