package import HeirloomFindings
package import HeirloomSQLite
package import HeirloomSchema

/// A target that starts from a store which the new app created itself.
///
/// The copy keeps its metadata, entity numbers, tables and indexes; rows are added, and the keys in use brought up to date.
package final class TemplateTarget: TargetWriter {
  /// Known once `begin` has read the template.
  package private(set) var layout = StorageLayout()
  package let destination: String?
  package private(set) var findings: [Finding] = []
  package var draftPath: String { draft?.path ?? "" }

  private let schema: Schema
  private let template: String
  private let overwrites: Bool
  private var draft: Draft?
  private var store: TemplateStore?
  private var external: ExternalValues?

  /// - Parameters:
  ///   - template: an empty store of the schema; it is read and not changed.
  ///   - destination: nil for a trial run.
  package init(_ schema: Schema, template: String, at destination: String?, overwrites: Bool = false) {
    self.schema = schema
    self.template = template
    self.destination = destination
    self.overwrites = overwrites
  }

  /// - Throws: `template-unreadable`, `template-not-empty`, and `template-differs`, of which `findings` then holds one for each
  ///   difference; besides what every target throws.
  package func begin() throws -> Connection {
    let draft = try Draft(for: destination, overwrites: overwrites)
    self.draft = draft
    return try guarding {
      let store = try TemplateStore(copying: template, to: draft.path, for: schema)
      if let table = try store.tablesWithRecords().first {
        throw Finding(.templateNotEmpty, "the template holds records already, in '\(table)' for one", at: .file(template))
      }
      layout = store.layout
      findings += layout.propertiesWithoutPlace(of: schema)
      if store.hasDerivedAttributes {
        findings.append(Finding(.derivedNotComputed, "derived attributes of the template are not computed", at: .file(template)))
      }
      let external = ExternalValues(folder: SupportFolder.values(of: draft.path))
      try external.register(on: store.connection)
      self.external = external
      self.store = store
      return store.connection
    }
  }

  package func finish() throws {
    guard let store else { throw Finding(.internalFault, "a target was finished before it was begun") }
    try guarding { try store.finish() }
  }

  package func publish() throws {
    guard let draft, destination != nil else { return }
    try guarding { try draft.publish(withSupport: true) }
    store = nil
  }

  package func abandon() {
    store = nil
    draft?.abandon()
    draft = nil
  }

  private func guarding<R>(_ body: () throws -> R) throws -> R {
    do { return try body() } catch {
      let path = destination ?? draftPath
      abandon()
      if let mismatch = error as? TemplateMismatch {
        findings += mismatch.findings
        throw mismatch.summary(template)
      }
      throw WritingFault.finding(for: error, writing: path, in: layout)
    }
  }
}
