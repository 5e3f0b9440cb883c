package import HeirloomFindings
package import HeirloomSQLite
package import HeirloomSchema

/// A Realm file as a legacy store: read by itself, without Realm's library, straight from the mapped file.
///
/// Formats 2 to 11 and 20 to 24, plain and encrypted. Opening reads the schema and the places of the objects, a few bytes for
/// each; values are read when a relation is asked for them. See docs/formats/realm.md.
package final class RealmStore: LegacyStore {
  package let identity: StoreIdentity
  package let schema: Schema
  package let findings: [Finding]
  private let file: RealmFile
  private let classes: [RealmClass]

  /// - Parameters:
  ///   - key: the 64 bytes of an encrypted file's key.
  ///   - internalTables: present the tables that are no class of an app too: those of Realm's own and of its tests.
  ///   - salvage: present a damaged value as NULL and leave out damaged collections and objects, instead of failing where a
  ///     statement meets them. `examine` counts them either way, then as `realm-salvaged`.
  /// - Throws: a `Finding` of `FindingKind.realm` when the file cannot be read: not a Realm, encrypted, damaged, unsupported.
  package static func open(
    path: String, key: [UInt8]? = nil, internalTables: Bool = false, salvage: Bool = false
  ) throws -> RealmStore {
    let file = try RealmFile(path, key: key, salvage: salvage)
    return try RealmStore(file, internalTables: internalTables)
  }

  private init(_ file: RealmFile, internalTables: Bool) throws {
    self.file = file
    let model = RealmModel(file, internalTables: internalTables)
    if let unfinished = model.findings.first(where: { $0.kind == .realmHalfUpgraded }) { throw unfinished }
    schema = model.schema
    classes = model.classes
    findings = file.findings + model.findings
    identity = StoreIdentity(
      kind: .realm, path: file.path, formatVersion: String(file.header.version),
      modelVersions: file.schemaVersion.map { [String($0)] } ?? [], bytes: Int64(file.size))
  }

  package func examine(on connection: Connection, prefix: String) throws -> [Finding] { RealmSurvey(classes, file).findings }

  package func confirmUnchanged() throws {
    guard try FileStamp(of: file.path) == file.stamp else {
      throw Finding(.sourceChanged, "'\(file.path)' changed while it was being read", at: .file(file.path))
    }
  }

  package func present(on connection: Connection, prefix: String) throws {
    if schema.entities.contains(where: { $0.attributes.contains { $0.type == .objectID } }) {
      try ObjectIDFunction.register(on: connection)
    }
    for realmClass in classes {
      guard let entity = schema[realmClass.name] else { continue }
      try connection.addTable(
        CanonicalRelation.entity(entity.name, prefix: prefix), ObjectRelation(realmClass, entity, file))
      for property in realmClass.properties where property.column.collection != nil {
        let name = CanonicalRelation.collection(property.name, of: entity.name, prefix: prefix)
        try connection.addTable(name, CollectionRelation(realmClass, property, file))
      }
    }
  }
}
