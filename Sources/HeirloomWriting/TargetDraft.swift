internal import HeirloomFindings
internal import HeirloomSQLite
internal import HeirloomSchema

/// The draft of a target and what every writer does with it: begin it, turn refusals into findings, publish it once, or take it away.
///
/// `Content` is what the writer has open in the draft, closed before the draft goes.
final class TargetDraft<Content> {
  let destination: String?
  /// In its words a violated constraint is told.
  var layout = StorageLayout()
  /// All the ways in which a template is unfit, when that was why the draft could not be begun.
  private(set) var mismatches: [Finding] = []
  private(set) var content: Content?
  private let overwrites: Bool
  /// The store that the draft is a copy of.
  private let template: String?
  private var draft: Draft?

  /// The file under construction; empty before it is begun and after it is taken away.
  var path: String { draft?.path ?? "" }

  init(at destination: String?, overwrites: Bool, copying template: String? = nil) {
    self.destination = destination
    self.template = template
    self.overwrites = overwrites
  }

  /// Makes the draft's folder, and in it what `make` makes.
  func begin(_ make: (Draft) throws -> Content) throws -> Content {
    let draft = try Draft(for: destination, overwrites: overwrites)
    self.draft = draft
    let content = try guarding { try make(draft) }
    self.content = content
    return content
  }

  /// Works on a draft that was begun.
  func work<R>(_ body: (Draft, Content) throws -> R) throws -> R {
    guard let draft, let content else { throw Finding(.internalFault, "a target was finished before it was begun") }
    return try guarding { try body(draft, content) }
  }

  /// Puts the draft in its place, if it has one.
  func publish(withSupport: Bool = false) throws {
    guard let draft, destination != nil else { return }
    try guarding { try draft.publish(withSupport: withSupport) }
    content = nil
  }

  func abandon() {
    content = nil
    draft?.abandon()
    draft = nil
  }

  /// Turns every refusal into a finding, and takes the draft away with it.
  private func guarding<R>(_ body: () throws -> R) throws -> R {
    do { return try body() } catch {
      let place = destination ?? path
      abandon()
      if let mismatch = error as? TemplateMismatch {
        mismatches = mismatch.findings
        throw mismatch.summary
      }
      if let template, let error = error as? SQLiteError, error.isDamage {
        throw TemplateStore.unreadable(template, "it is damaged: \(error.message)")
      }
      throw WritingFault.finding(for: error, writing: place, in: layout)
    }
  }
}
