internal import Foundation
internal import HeirloomArchive
internal import HeirloomFindings
internal import HeirloomSchema

/// Opens archives, folders and files of exported data as stores.
package enum ArchiveStore {
  /// Opens what the archive holds: the one store in it, or its data files together as one store.
  ///
  /// - Parameter openStore: opens a store that lies on disk; called with the unpacked store of an archive.
  /// - Throws: a finding; `archive-ambiguous` lists what there is when it is not clear which is meant.
  package static func open(
    _ path: String, options: ArchiveOptions = ArchiveOptions(), openStore: (String) throws -> any LegacyStore
  ) throws -> any LegacyStore {
    let archive = try ArchiveReader(path, password: options.password, limits: options.limits)
    let contents = try ArchiveContents(of: archive)
    switch try contents.choose(options.member) {
    case .store(let item): return try open(item, of: archive, contents, options, openStore)
    case .nested(let item, let rest): return try open(nested: item, rest, of: archive, contents, options, openStore)
    case .data(let items): return try DataArchive(archive, contents, items, options).open()
    }
  }

  /// What an archive or folder holds that can be read, one line each: `Library/Notes.sqlite (Core Data store)`.
  package static func listing(of path: String, options: ArchiveOptions = ArchiveOptions()) throws -> [String] {
    try ArchiveContents(of: try ArchiveReader(path, password: options.password, limits: options.limits)).listing
  }

  private static func open(
    _ item: ArchiveItem, of archive: ArchiveReader, _ contents: ArchiveContents, _ options: ArchiveOptions,
    _ openStore: (String) throws -> any LegacyStore
  ) throws -> any LegacyStore {
    if item.kind == .xmlStore || item.kind == .binaryStore { return try AtomicStore.open(item, of: archive, options) }
    if archive.shape == .file { return try openStore(archive.path) }
    // A folder's store is opened where it is: no copy, and its side files beside it.
    if archive.shape == .folder {
      let store = try openStore(archive.path + "/" + item.entry.path)
      return EnclosedStore(store, path: archive.path, folder: nil, contents.findings(besides: item))
    }
    let wanted = contents.withSideFiles(item)
    let folder = try archive.unpack(in: options.temporaryFolder) { wanted.contains($0.path) }
    let way = UnpackedPath(folder.path, standsFor: archive.path)
    let store = try way.told { try openStore(folder.path + "/" + item.entry.path) }
    return EnclosedStore(store, path: archive.path, folder: folder, contents.findings(besides: item) + archive.findings)
  }
}

/// What an archive holds, surveyed by the first bytes of each member.
struct ArchiveContents {
  let items: [ArchiveItem]
  private let path: String
  private let shape: ArchiveReader.Shape

  init(of archive: ArchiveReader) throws {
    var items: [ArchiveItem] = []
    try archive.visit { entry, content in
      let head = try HeadedStream(content, head: ArchiveItem.headSize).head
      items.append(ArchiveItem(entry, head: head))
      return .goOn
    }
    self.items = items
    path = archive.path
    shape = archive.shape
  }

  enum Choice {
    case store(ArchiveItem)
    case data([ArchiveItem])
    /// An archive within, and what is meant of it.
    case nested(ArchiveItem, String?)
  }

  var listing: [String] {
    (items.filter(\.kind.isStore) + items.filter(\.kind.isData) + nested).map { "\($0.entry.path) (\($0.kind.rawValue))" }
  }

  /// Archives within this one.
  var nested: [ArchiveItem] { items.filter { $0.kind == .archive } }

  func choose(_ member: String?) throws -> Choice {
    var stores = items.filter { $0.kind.isStore }, data = items.filter { $0.kind.isData }
    if let member {
      let wanted = member.hasSuffix("/") ? String(member.dropLast()) : member
      func isMeant(_ item: ArchiveItem) -> Bool {
        let path = item.entry.path
        return path == wanted || path.hasSuffix("/" + wanted) || path.hasPrefix(wanted + "/") || path.contains("/" + wanted + "/")
          || item.entry.stem == wanted
      }
      // An exact path is meant before anything else.
      if let exact = (stores + data).first(where: { $0.entry.path == wanted }) {
        return exact.kind.isStore ? .store(exact) : .data([exact])
      }
      for item in nested where wanted == item.entry.path || wanted.hasPrefix(item.entry.path + "/") {
        let rest = wanted.dropFirst(item.entry.path.count + 1)
        return .nested(item, rest.isEmpty ? nil : String(rest))
      }
      stores = stores.filter(isMeant)
      data = data.filter(isMeant)
      if stores.isEmpty, data.isEmpty {
        throw Finding(.archiveNoSuchMember, "'\(path)' holds nothing named '\(member)'", at: .file(path), help: help)
      }
    }
    // A database that is none of Core Data's is a cache of the app or the system, unless it is all there is.
    let known = stores.filter { $0.kind != .sqlite }
    if !known.isEmpty { stores = known }
    if stores.count > 1 {
      throw Finding(.archiveAmbiguous, "'\(path)' holds \(stores.count) stores", at: .file(path), help: help)
    }
    if let store = stores.first { return .store(store) }
    if data.isEmpty, let first = nested.first, !items.contains(where: { $0.kind == .schema }) {
      let count = nested.count == 1 ? "an archive" : "\(nested.count) archives"
      throw Finding(
        .archiveNested,
        "'\(path)' holds no data itself, but \(count) within: \(nested.prefix(20).map(\.entry.path).joined(separator: ", "))",
        at: .file(path),
        help: "open one with --member \(first.entry.path), or what it holds with --member \(first.entry.path)/NAME")
    }
    if data.isEmpty, !items.contains(where: { $0.kind == .schema }) {
      throw Finding(.archiveHoldsNothing, "'\(path)' holds no data that can be read", at: .file(path))
    }
    return .data(data)
  }

  private var help: String {
    let lines = listing
    return "it holds " + lines.prefix(20).joined(separator: ", ") + (lines.count > 20 ? " and \(lines.count - 20) more" : "")
  }

  /// The paths of a store and of what belongs to it: its log, and the folder of its external blobs.
  func withSideFiles(_ item: ArchiveItem) -> Set<String> {
    let path = item.entry.path
    let folder = item.entry.folder.isEmpty ? "" : item.entry.folder + "/"
    let support = "\(folder).\(item.entry.stem)_SUPPORT/"
    let sides = items.map(\.entry.path).filter {
      $0 == path + "-wal" || $0 == path + "-shm" || $0 == path + "-journal" || $0.hasPrefix(support)
    }
    return Set([path] + sides)
  }

  /// What else could have been meant.
  func findings(besides item: ArchiveItem) -> [Finding] {
    let others = items.filter { ($0.kind.isStore || $0.kind.isData) && $0.entry.path != item.entry.path }
    guard !others.isEmpty else { return [] }
    return [
      Finding(
        .archiveMemberIgnored, "the store '\(item.entry.path)' is read; \(others.count) other data files are not",
        at: .file(path),
        help: "choose another with --member; \(help)", count: others.count)
    ]
  }
}
