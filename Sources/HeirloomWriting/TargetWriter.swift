package import HeirloomFindings
package import HeirloomSQLite
package import HeirloomSchema

/// Builds a target beside its destination and publishes it whole.
///
///     let connection = try writer.begin()          // empty tables, in `main`
///     try connection.run("INSERT INTO main.\"ZNOTE\" (…) SELECT …")
///     try writer.finish()                          // indexes, bookkeeping, on the disk
///     …                                            // verify the store at `writer.draftPath`
///     try writer.publish()                         // one rename
///
/// Whatever fails in between: call `abandon`, and nothing is left behind.
package protocol TargetWriter: AnyObject {
  /// Where the rows go.
  var layout: StorageLayout { get }
  /// Where the target will stand; nil for a trial run, which is never published.
  var destination: String? { get }
  /// The file or folder under construction.
  var draftPath: String { get }
  /// What deserves to be told of the target, such as a property without a place.
  var findings: [Finding] { get }

  /// Creates the draft with its tables, and gives the connection whose `main` it is.
  ///
  /// The draft has no journal, for speed: a statement that fails half-way leaves its rows, and ROLLBACK does nothing. A run that
  /// fails must abandon the draft.
  /// - Throws: `target-exists`, `target-uncreatable`, `leftover-journal`, `target-busy`, `disk-full`.
  func begin() throws -> Connection

  /// Creates the indexes and the bookkeeping, and returns once the draft is on the disk. The connection may only read afterwards.
  /// - Throws: `target-not-unique`, `disk-full`, `input-output`.
  func finish() throws

  /// Puts the draft in its place by one rename: a run killed at any moment leaves what was there before, or the new target.
  /// - Precondition: `finish` has returned. A trial run publishes nothing.
  func publish() throws

  /// Removes the draft. Harmless after `publish`, and more than once.
  func abandon()
}
