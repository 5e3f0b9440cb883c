internal import Foundation
internal import HeirloomBytes
package import HeirloomFindings
package import HeirloomSQLite
package import HeirloomSchema

/// A target that adds to a store which holds records already, without adding any twice.
///
/// The rows go into a staging store of the same layout; `finish` merges it into a copy of the template.
package final class MergeTarget: TargetWriter {
  /// Known once `begin` has read the template.
  package var layout: StorageLayout { draft.layout }
  package var destination: String? { draft.destination }
  package var draftPath: String { draft.path }
  package var findings: [Finding] { draft.mismatches + told }
  /// What became of the records, for each entity; known once `finish` has returned.
  package private(set) var counts: [MergeCount] = []

  /// Entities with the number of their values whose files are not beside the template; known once `finish` has returned.
  package private(set) var missingFiles: [(entity: EntityName, count: Int)] = []

  /// The copy of the template, and where the rows go first.
  private struct Content {
    let store: TemplateStore
    let staging: DraftDatabase
  }

  private let schema: Schema
  private let template: String
  private let rule: MergeRule
  private let draft: TargetDraft<Content>
  private var told: [Finding] = []
  private var external: ExternalValues?

  /// - Parameters:
  ///   - template: a store of the schema; it is read and not changed.
  ///   - rule: which of two records of the same identity stays.
  ///   - destination: nil for a trial run; the template itself may be named, with `overwrites`.
  package init(
    _ schema: Schema, into template: String, rule: MergeRule = .keepExisting, at destination: String?, overwrites: Bool = false
  ) {
    self.schema = schema
    self.template = template
    self.rule = rule
    draft = TargetDraft(at: destination, overwrites: overwrites, copying: template)
  }

  package func begin() throws -> Connection {
    try draft.begin { draft in
      let store = try TemplateStore(copying: template, to: draft.path, for: schema)
      self.draft.layout = store.layout
      told = store.layout.propertiesWithoutPlace(of: schema) + entitiesWithoutKey() + store.derivedFindings(template)
      let staging = try DraftDatabase("\(draft.folder)/staging", incrementalVacuum: false)
      for statement in try store.entityAndJoinTables() { try staging.connection.run(statement) }
      let external = ExternalValues(folder: SupportFolder.values(of: draft.path), salt: try Digest.sha256(ofFile: template))
      try external.register(on: staging.connection)
      try ExternalValues.registerReading(SupportFolder.values(of: draft.path), on: staging.connection)
      self.external = external
      return Content(store: store, staging: staging)
    }.staging.connection
  }

  package func finish() throws {
    try draft.work { draft, content in
      let (store, staging) = (content.store, content.staging)
      _ = try staging.connection.value("PRAGMA main.locking_mode = NORMAL")
      _ = try staging.connection.value("SELECT count(*) FROM main.sqlite_schema")
      try store.connection.attach("\(draft.folder)/staging", as: "staged")
      try ExternalValues.registerReading(SupportFolder.values(of: draft.path), on: store.connection)
      let merge = StoreMerge(connection: store.connection, plan: MergePlan(schema, layout), rule: rule, layout: layout)
      counts = try merge.run()
      try removeUnusedValues(merge, draft.path)
      missingFiles = try countMissingFiles(merge, draft.path)
      try store.connection.run("DETACH DATABASE staged")
      try store.finish()
    }
  }

  package func publish() throws { try draft.publish(withSupport: true) }

  package func abandon() { draft.abandon() }

  /// Takes away the files of values whose records were there already, and of those that gave way to newer ones.
  private func removeUnusedValues(_ merge: StoreMerge, _ path: String) throws {
    for table in merge.plan.tables {
      for column in table.external {
        for value in try merge.unusedExternalValues(in: column, of: table.name) {
          guard let name = ExternalValues.fileName(in: value) else { continue }
          try? FileManager.default.removeItem(atPath: "\(SupportFolder.values(of: path))/\(name)")
        }
      }
    }
  }

  private func countMissingFiles(_ merge: StoreMerge, _ path: String) throws -> [(entity: EntityName, count: Int)] {
    try merge.plan.tables.map { table in
      let names = try table.external.flatMap { try merge.externalValues(in: $0, of: table.name) }.compactMap {
        ExternalValues.fileName(in: $0)
      }
      return (table.root, names.count { !FileWork.exists("\(SupportFolder.values(of: path))/\($0)") })
    }.filter { $0.count > 0 }
  }

  private func entitiesWithoutKey() -> [Finding] {
    schema.entities.filter { entity in !entity.isAbstract && schema.lineage(of: entity.name).allSatisfy { $0.uniqueness.isEmpty }
    }
    .map { entity in
      Finding(
        .mergeWithoutKey, "'\(entity.name)' has no unique attribute: its records are recognised by all their values and links",
        at: .store(StorePlace(entity: entity.name.text)))
    }
  }
}
