internal import HeirloomFindings

/// Decides which members are let in, and remembers why the others were not.
struct NameRegister {
  private let place: Place
  private let limits: ArchiveLimits
  private(set) var findings: [Finding] = []
  private var seen: Set<String> = []
  private var folded: [String: String] = [:]
  private var count = 0
  private var ordinal = -1

  init(place: Place, limits: ArchiveLimits) {
    self.place = place
    self.limits = limits
  }

  /// The member under its safe name; nil when it is no file, or not let in.
  /// - Throws: a finding when there are too many.
  mutating func admit(_ header: LibarchiveReader.Header) throws -> ArchiveEntry? {
    try countOne()
    switch EntryName(header.name) {
    case .root: return nil
    case .climbs(let shown): note(.archivePathTraversal, "'\(shown)' climbs out of the archive and was left out")
    case .absolute(let shown): note(.archiveAbsolutePath, "'\(shown)' is an absolute path and was left out")
    case .safe(let path):
      if !header.isUTF8 { note(.archiveNameEncoding, "the name '\(EntryName.shown(path))' was not UTF-8") }
      switch header.kind {
      case .folder: return nil
      case .special: note(.archiveSpecialFile, "'\(EntryName.shown(path))' is no regular file")
      case .link(let target, let isHard): judge(linkAt: path, to: target, fromRoot: isHard)
      case .file: return admit(ArchiveEntry(path: path, size: header.size, isEncrypted: header.isEncrypted, ordinal: ordinal))
      }
    }
    return nil
  }

  mutating func countOne() throws {
    ordinal += 1
    count += 1
    if count > limits.entries {
      throw Finding(.archiveTooManyEntries, "there are more than \(limits.entries) members", at: place)
    }
  }

  mutating func judge(linkAt path: String, to target: String, fromRoot: Bool) {
    if EntryName.link(at: path, to: target, staysInside: fromRoot) {
      note(.archiveLinkSkipped, "the link '\(EntryName.shown(path))' was not followed")
    } else {
      note(.archiveLinkLeaves, "the link '\(EntryName.shown(path))' points outside and was not followed")
    }
  }

  mutating func note(_ kind: FindingKind, _ message: String) { findings.append(Finding(kind, message, at: place)) }

  mutating func admit(_ entry: ArchiveEntry) -> ArchiveEntry? {
    guard seen.insert(entry.path).inserted else {
      note(.archiveDuplicateName, "'\(EntryName.shown(entry.path))' is there more than once; the first is read")
      return nil
    }
    let key = EntryName.folded(entry.path)
    if let other = folded[key] {
      note(.archiveCaseCollision, "'\(EntryName.shown(entry.path))' and '\(EntryName.shown(other))' differ in case only")
    } else {
      folded[key] = entry.path
    }
    return entry
  }

  /// The place of the member that was counted last.
  var lastOrdinal: Int { ordinal }
}
