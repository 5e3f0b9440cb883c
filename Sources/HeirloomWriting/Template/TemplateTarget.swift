package import HeirloomFindings
package import HeirloomSQLite
package import HeirloomSchema

/// A target that starts from a store which the new app created itself.
///
/// The copy keeps its metadata, entity numbers, tables and indexes; rows are added, and the keys in use brought up to date.
package final class TemplateTarget: TargetWriter {
  /// Known once `begin` has read the template.
  package var layout: StorageLayout { draft.layout }
  package var destination: String? { draft.destination }
  package var draftPath: String { draft.path }
  package var findings: [Finding] { draft.mismatches + told }

  private let schema: Schema
  private let template: String
  private let draft: TargetDraft<TemplateStore>
  private var told: [Finding] = []
  private var external: ExternalValues?

  /// - Parameters:
  ///   - template: an empty store of the schema; it is read and not changed.
  ///   - destination: nil for a trial run.
  package init(_ schema: Schema, template: String, at destination: String?, overwrites: Bool = false) {
    self.schema = schema
    self.template = template
    draft = TargetDraft(at: destination, overwrites: overwrites, copying: template)
  }

  /// - Throws: `template-unreadable`, `template-not-empty`, and `template-differs`, of which `findings` then holds one for each
  ///   difference; besides what every target throws.
  package func begin() throws -> Connection {
    try draft.begin { draft in
      let store = try TemplateStore(copying: template, to: draft.path, for: schema)
      if let table = try store.tablesWithRecords().first {
        throw Finding(.templateNotEmpty, "the template holds records already, in '\(table)' for one", at: .file(template))
      }
      self.draft.layout = store.layout
      told = store.layout.propertiesWithoutPlace(of: schema) + store.derivedFindings(template)
      let external = ExternalValues(folder: SupportFolder.values(of: draft.path))
      try external.register(on: store.connection)
      self.external = external
      return store
    }.connection
  }

  package func finish() throws { try draft.work { _, store in try store.finish() } }

  package func publish() throws { try draft.publish(withSupport: true) }

  package func abandon() { draft.abandon() }
}
