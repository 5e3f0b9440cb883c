internal import HeirloomArchive
internal import HeirloomFindings

extension ArchiveStore {
  /// How many archives may stand within one another; deeper ones are to be unpacked by hand.
  private static let deepest = 3

  /// Opens an archive that is a member of another, unpacked to a private folder; a folder's archive where it is.
  ///
  /// - Parameter rest: what to choose within it.
  static func open(
    nested item: ArchiveItem, _ rest: String?, of archive: ArchiveReader, _ contents: ArchiveContents, _ options: ArchiveOptions,
    _ openStore: (String) throws -> any LegacyStore
  ) throws -> any LegacyStore {
    var inner = options
    inner.member = rest
    inner.nesting += 1
    guard inner.nesting < deepest else {
      throw Finding(
        .archiveNested, "archives within archives go deeper than \(deepest) levels", at: .file(archive.path),
        help: "unpack '\(item.entry.path)' first")
    }
    if archive.shape == .folder {
      let store = try open(archive.path + "/" + item.entry.path, options: inner, openStore: openStore)
      return EnclosedStore(store, path: archive.path, folder: nil, archive.findings)
    }
    let folder = try archive.unpack(in: options.temporaryFolder) { $0.ordinal == item.entry.ordinal }
    let way = UnpackedPath(folder.path, standsFor: archive.path)
    let store = try way.told { try open(folder.path + "/" + item.entry.path, options: inner, openStore: openStore) }
    return EnclosedStore(store, path: archive.path, folder: folder, archive.findings)
  }
}

/// Tells of files in a private folder under the names that the user knows: those of the archive they came from.
struct UnpackedPath {
  private let folder: String
  private let archive: String

  init(_ folder: String, standsFor archive: String) {
    self.folder = folder
    self.archive = archive
  }

  /// Runs a body whose findings may name files of the folder.
  func told<R>(_ body: () throws -> R) throws -> R {
    do { return try body() } catch let finding as Finding { throw told(finding) }
  }

  func told(_ finding: Finding) -> Finding { finding.renaming(folder, to: archive) }
}
