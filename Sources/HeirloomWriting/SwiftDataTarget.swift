package import HeirloomCoreDataModel
package import HeirloomFindings
package import HeirloomSQLite
package import HeirloomSchema

/// A new store in the layout of SwiftData and Core Data.
///
/// Values of attributes with external storage go through the SQL function `heirloom_store_external`, which the connection knows.
package final class SwiftDataTarget: TargetWriter {
  package let layout: StorageLayout
  package let destination: String?
  package private(set) var findings: [Finding] = []
  package var draftPath: String { draft?.path ?? "" }
  /// How many values were written to files of their own.
  package var externalValueCount: Int { external?.count ?? 0 }

  private let schema: Schema
  /// The identity and version of the store; read when the target is finished.
  package var metadata: StoreMetadata
  private let modelCache: [UInt8]?
  private let keepsHistory: Bool
  private let overwrites: Bool
  private var draft: Draft?
  private var database: DraftDatabase?
  private var external: ExternalValues?

  /// - Parameters:
  ///   - metadata: the identity and version of the store.
  ///   - modelCache: the model as Core Data archives it, from which it later infers migrations; nil to make it of the schema.
  ///   - keepsHistory: the tables of persistent history exist, empty, as SwiftData wants them.
  ///   - style: how indexes are spelled; another than the current one is for comparisons with old stores.
  ///   - destination: nil for a trial run.
  ///   - overwrites: an existing store is replaced once the new one is complete.
  package init(
    _ schema: Schema, metadata: StoreMetadata, modelCache: [UInt8]? = nil, keepsHistory: Bool = true,
    style: StoreStyle = .current, at destination: String?, overwrites: Bool = false
  ) {
    self.schema = schema
    self.metadata = metadata
    self.modelCache = modelCache
    self.keepsHistory = keepsHistory
    self.destination = destination
    self.overwrites = overwrites
    layout = CoreDataLayout.make(for: schema, style: style)
    findings = layout.propertiesWithoutPlace(of: schema)
    findings += CoreDataLayout.indexesLeftOut(of: schema, style: style).map { entity, name in
      Finding(
        .targetIndexLeftOut, "the index '\(name)' of '\(entity)' is not created in the target",
        at: .store(StorePlace(entity: entity.text)))
    }
  }

  package func begin() throws -> Connection {
    let draft = try Draft(for: destination, overwrites: overwrites)
    self.draft = draft
    return try guarding {
      let database = try DraftDatabase(draft.path, incrementalVacuum: true)
      try database.create(layout.tables)
      let external = ExternalValues(folder: SupportFolder.values(of: draft.path))
      try external.register(on: database.connection)
      self.external = external
      self.database = database
      return database.connection
    }
  }

  package func finish() throws {
    guard let database, let draft else { throw Finding(.internalFault, "a target was finished before it was begun") }
    try guarding {
      try database.createIndexes(layout.indexes)
      try StoreBookkeeping.writePrimaryKeys(schema, layout, history: keepsHistory, on: database.connection)
      try StoreBookkeeping.writeMetadata(
        metadata, modelCache: try modelCache ?? ModelCache.write(schema), on: database.connection)
      if keepsHistory { for statement in HistoryTables.statements(for: schema) { try database.connection.run(statement) } }
      try database.seal(draft.path)
    }
  }

  package func publish() throws {
    guard let draft, destination != nil else { return }
    try guarding { try draft.publish(withSupport: true) }
    database = nil
  }

  package func abandon() {
    database = nil
    draft?.abandon()
    draft = nil
  }

  /// Turns every refusal into a finding, and takes the draft away with it.
  private func guarding<R>(_ body: () throws -> R) throws -> R {
    do { return try body() } catch {
      let path = destination ?? draftPath
      abandon()
      throw WritingFault.finding(for: error, writing: path, in: layout)
    }
  }
}

extension StorageLayout {
  /// A finding for each attribute and relationship of the schema that the layout does not store.
  func propertiesWithoutPlace(of schema: Schema) -> [Finding] {
    schema.entities.flatMap { entity -> [Finding] in
      let placement = entities[entity.name]
      let attributes = entity.attributes.filter { attribute in
        !attribute.isTransient && (attribute.columns.isEmpty || attribute.columns.contains { placement?.columns[$0.path] == nil })
      }
      let relationships = entity.relationships.filter { !$0.isTransient && placement?.relationships[$0.name] == nil }
      return (attributes.map(\.name) + relationships.map(\.name)).map { property in
        Finding(
          .targetNoPlace, "'\(entity.name).\(property)' cannot be stored in the target",
          at: .store(StorePlace(entity: entity.name.text, property: property.text)))
      }
    }
  }
}
