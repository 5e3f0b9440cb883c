package import HeirloomArchive
package import HeirloomSchema

/// How an archive is to be read; nothing need be said for most.
package struct ArchiveOptions: Sendable {
  /// Which store or file of it: a path within the archive, the end of one, or a name.
  package var member: String?
  /// The password of an encrypted archive.
  package var password: String?
  package var limits = ArchiveLimits()
  /// The schema of the data, where it is known; a `schema.json` of our own inside serves by itself.
  package var schema: Schema?
  /// Where to put temporary files; the system's folder by default. Beside the target there is most room.
  package var temporaryFolder: String?
  /// Called with the number of bytes read since the last call.
  package var progress: (@Sendable (Int64) -> Void)?

  package init(member: String? = nil, password: String? = nil, schema: Schema? = nil, temporaryFolder: String? = nil) {
    self.member = member
    self.password = password
    self.schema = schema
    self.temporaryFolder = temporaryFolder
  }
}
