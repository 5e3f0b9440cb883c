internal import HeirloomArchive
internal import HeirloomReading

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

  public init(member: String? = nil, password: String? = nil) {
    self.member = member
    self.password = password
  }

  func apply(to options: inout OpenOptions) {
    options.member = member
    options.password = password
    if let maximumRatio { options.limits.ratio = Int64(maximumRatio) }
    if let maximumEntries { options.limits.entries = maximumEntries }
    if let maximumUnpackedBytes { options.limits.unpackedBytes = Int64(maximumUnpackedBytes) }
  }
}
