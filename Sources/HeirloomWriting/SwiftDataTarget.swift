internal import HeirloomCoreDataModel
package import HeirloomFindings
package import HeirloomSQLite
package import HeirloomSchema

/// A new store in the layout of SwiftData and Core Data.
///
/// Values of attributes with external storage go through the SQL function `heirloom_store_external`, which the connection knows.
package final class SwiftDataTarget: TargetWriter {
  package let layout: StorageLayout
  package private(set) var findings: [Finding] = []
  package var destination: String? { draft.destination }
  package var draftPath: String { draft.path }
  /// How many values were written to files of their own.
  package var externalValueCount: Int { external?.count ?? 0 }

  private let schema: Schema
  /// The identity and version of the store; read when the target is finished.
  package var metadata: StoreMetadata
  private let modelCache: [UInt8]?
  private let history: HistoryTables?
  private let spatialIndexes: [SpatialIndex]
  private let draft: TargetDraft<DraftDatabase>
  private var external: ExternalValues?

  /// - Parameters:
  ///   - metadata: the identity and version of the store. Its `frameworkVersion` decides whose layout the store gets.
  ///   - modelCache: the model as Core Data archives it, from which it later infers migrations; nil to make it of the schema.
  ///   - keepsHistory: the tables of persistent history exist, empty, as SwiftData wants them.
  ///   - destination: nil for a trial run.
  ///   - overwrites: an existing store is replaced once the new one is complete.
  package init(
    _ schema: Schema, metadata: StoreMetadata, modelCache: [UInt8]? = nil, keepsHistory: Bool = true,
    at destination: String?, overwrites: Bool = false
  ) {
    let style = metadata.style
    self.schema = schema
    self.metadata = metadata
    self.modelCache = modelCache
    history = keepsHistory ? HistoryTables(for: schema, style) : nil
    layout = CoreDataLayout.make(for: schema, style: style)
    let names = CoreDataNames(schema, style: style)
    spatialIndexes = SpatialIndex.all(in: names)
    draft = TargetDraft(at: destination, overwrites: overwrites)
    draft.layout = layout
    findings = layout.propertiesWithoutPlace(of: schema)
    findings += CoreDataLayout.indexesLeftOut(of: schema, style: style).map { entity, name in
      Finding(
        .targetIndexLeftOut, "the index '\(name)' of '\(entity)' is not created in the target",
        at: .store(StorePlace(entity: entity.text)))
    }
    findings += spatialIndexes.filter { !$0.isSeen }.map { index in
      Finding(
        .targetIndexInferred, "the R-tree index '\(index.name)' of '\(index.entity)' is created as '\(index.tree)'",
        at: .store(StorePlace(entity: index.entity.text)))
    }
    findings += names.joins.filter { $0.winner.entity == $0.other.entity && !$0.isReflexive }.map { join in
      let (entity, name) = (join.winner.entity, join.winner.relationship)
      return Finding(
        .targetJoinInferred,
        "the links of '\(entity).\(name)' and its inverse '\(join.other.relationship)' stand in '\(join.name)'",
        at: .store(StorePlace(entity: entity.text, property: name.text)))
    }
    findings += DerivedAttributes(of: schema, in: layout).findings()
  }

  package func begin() throws -> Connection {
    try draft.begin { draft in
      let database = try DraftDatabase(draft.path, incrementalVacuum: true)
      try database.create(layout.tables)
      let external = ExternalValues(folder: SupportFolder.values(of: draft.path))
      try external.register(on: database.connection)
      self.external = external
      return database
    }.connection
  }

  package func finish() throws {
    try draft.work { draft, database in
      let connection = database.connection
      let derived = DerivedAttributes(of: schema, in: layout)
      try derived.compute(on: connection, creating: layout.indexes)
      for index in spatialIndexes {
        try connection.run(index.creation)
        try connection.run(index.filling)
        for trigger in index.triggers { try connection.run(trigger) }
      }
      try StoreBookkeeping.writePrimaryKeys(schema, layout, history: history, on: connection)
      let cache = metadata.style.hasModelCache ? try modelCache ?? ModelCache.write(schema) : nil
      try StoreBookkeeping.writeMetadata(metadata, history: history, modelCache: cache, on: connection)
      for statement in history?.statements ?? [] { try connection.run(statement) }
      for trigger in derived.triggers { try connection.run(trigger) }
      try database.seal(draft.path)
    }
  }

  package func publish() throws { try draft.publish(withSupport: true) }

  package func abandon() { draft.abandon() }
}
