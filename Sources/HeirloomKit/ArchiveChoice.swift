internal import Foundation
internal import HeirloomArchive
internal import HeirloomReading
internal import HeirloomSchema

/// Which store or file of an archive is meant, its password, and the limits past which it is taken for hostile.
public struct ArchiveChoice: Sendable, Hashable {
  /// A path within the archive, the end of one, or a name.
  public var member: String?
  /// It is never shown.
  public var password: String?
  /// Unpacked bytes for each byte of the archive; nil is the usual limit of 1,000.
  public var maximumRatio: Int?
  /// Members; nil is the usual limit of a million.
  public var maximumEntries: Int?
  /// Bytes of all members together; nil is the usual limit of a tebibyte.
  public var maximumUnpackedBytes: Int?

  /// The sign between the values of tables, an ASCII character; nil to detect it.
  public var delimiter: Character?
  /// Of equal keys in a JSON object the last counts, with a warning; else they end the reading.
  public var allowsDuplicateKeys = false
  /// Which of several schemas beside the data is meant, by its name or its file's; `none` for none of them.
  public var dataSchema: String?

  /// Where records are staged while they are read; nil is the system's folder for temporary files. Beside a target there is
  /// most room.
  public var temporaryFolder: String?

  public init(member: String? = nil, password: String? = nil) {
    self.member = member
    self.password = password
  }

  /// Stages records in the folder of a target, where room is needed anyway, unless another was named or nobody can write there.
  mutating func stage(beside target: String) {
    let folder = URL(fileURLWithPath: target).deletingLastPathComponent().path
    if temporaryFolder == nil, !target.isEmpty, FileManager.default.isWritableFile(atPath: folder) { temporaryFolder = folder }
  }

  func apply(to options: inout OpenOptions) {
    options.member = member
    options.password = password
    options.temporaryFolder = temporaryFolder
    options.delimiter = delimiter?.asciiValue
    options.allowsDuplicateKeys = allowsDuplicateKeys
    options.schemaName = dataSchema
    options.readSchemas = { try VersionedSource.reading($0).versions }
    if let maximumRatio { options.limits.ratio = Int64(maximumRatio) }
    if let maximumEntries { options.limits.entries = maximumEntries }
    if let maximumUnpackedBytes { options.limits.unpackedBytes = Int64(maximumUnpackedBytes) }
  }
}
