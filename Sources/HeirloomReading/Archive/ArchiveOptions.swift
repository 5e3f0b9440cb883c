package import HeirloomArchive
package import HeirloomSchema

/// How far reading has come: bytes so far, and of how many; nil when that is not known before the end.
package typealias ReadingProgress = @Sendable (_ done: Int64, _ total: Int64?) -> Void

/// Reads the schemas that files declare, of Swift source all together.
package typealias SchemaReading = @Sendable (_ paths: [String]) throws -> [Schema]

/// How an archive is to be read; nothing need be said for most.
package struct ArchiveOptions: Sendable {
  /// Which store or file of it: a path within the archive, the end of one, or a name.
  package var member: String?
  /// The password of an encrypted archive.
  package var password: String?
  package var limits = ArchiveLimits()
  /// The schema of the data, where it is known; a `schema.json` of our own inside serves by itself.
  package var schema: Schema?
  /// Reads the schemas of Swift source files or of a Core Data model; nil to leave those beside the data alone.
  package var readSchemas: SchemaReading?
  /// Which of several schemas beside the data is meant; `none` for none of them.
  package var schemaName: String?
  /// How many archives stand around this one.
  var nesting = 0
  /// Where to put temporary files; the system's folder by default. Beside the target there is most room.
  package var temporaryFolder: String?
  /// Of equal keys in a JSON object the last counts, instead of the reading's end.
  package var allowsDuplicateKeys = false
  /// The sign between the values of tables, where it is not to be detected.
  package var delimiter: UInt8?
  /// Called with the bytes read so far, and with all there are to read when that is known.
  package var progress: ReadingProgress?

  package init(member: String? = nil, password: String? = nil, schema: Schema? = nil, temporaryFolder: String? = nil) {
    self.member = member
    self.password = password
    self.schema = schema
    self.temporaryFolder = temporaryFolder
  }
}
