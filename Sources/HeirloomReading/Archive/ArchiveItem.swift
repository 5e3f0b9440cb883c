internal import HeirloomArchive

/// What one member of an archive is, by its first bytes and its name.
struct ArchiveItem {
  enum Kind: String {
    case coreData = "Core Data store", sqlite = "SQLite database", realm = "Realm file", xmlStore = "Core Data XML store"
    case binaryStore = "Core Data binary store"
    case json = "JSON", jsonLines = "JSON lines", csv = "CSV", propertyList = "property list"
    case schema = "schema"
    case swiftSource = "Swift source", model = "Core Data model", archive = "archive"
    case sideFile, ignored

    var isStore: Bool { [.coreData, .sqlite, .realm, .xmlStore, .binaryStore].contains(self) }
    var isData: Bool { [.json, .jsonLines, .csv, .propertyList].contains(self) }
  }

  var entry: ArchiveEntry
  var kind: Kind

  /// How many first bytes are looked at: the first pages of a database, where its tables' names stand.
  static let headSize = 64 << 10

  init(_ entry: ArchiveEntry, head: [UInt8]) {
    self.entry = entry
    kind = ArchiveItem.judge(entry, head)
  }

  private static func judge(_ entry: ArchiveEntry, _ head: [UInt8]) -> Kind {
    let parts = entry.path.split(separator: "/")
    if parts.contains("__MACOSX") || entry.name.hasPrefix("._") || entry.name == ".DS_Store" { return .ignored }
    if modelDepth(parts) != nil { return .model }
    if entry.name.hasSuffix("-wal") || entry.name.hasSuffix("-shm") || entry.name.hasSuffix("-journal") { return .sideFile }
    if parts.dropLast().contains(where: { $0.hasSuffix("_SUPPORT") && $0.hasPrefix(".") }) { return .sideFile }
    if parts.dropLast().contains(where: { $0.hasSuffix(".realm.management") }) || entry.name.hasSuffix(".realm.lock") {
      return .ignored
    }
    if head.starts(with: Array("SQLite format 3\0".utf8)) { return contains(head, "Z_METADATA") ? .coreData : .sqlite }
    if head.count >= 24, head[16..<20].elementsEqual("T-DB".utf8) { return .realm }
    if head.starts(with: Array("CoreData".utf8)), head.count >= 64 { return .binaryStore }
    switch entry.fileExtension {
    case "realm": return .realm
    case "json": return entry.name == "schema.json" && contains(head, "\"heirloom\"") ? .schema : .json
    case "jsonl", "ndjson": return .jsonLines
    case "csv", "tsv", "tab": return .csv
    case "plist": return .propertyList
    case "swift": return .swiftSource
    default: break
    }
    if FileContent(of: head, size: entry.size ?? 0) == .packed { return .archive }
    if head.starts(with: Array("bplist".utf8)) { return .propertyList }
    let text = head.starts(with: [0xEF, 0xBB, 0xBF]) ? head[3...] : head[...]
    switch text.first(where: { ![0x20, 0x0A, 0x0D, 0x09].contains($0) }) {
    case UInt8(ascii: "<"):
      let start = Array(head.prefix(4096))
      if contains(start, "<!DOCTYPE database") || contains(start, "<databaseInfo>") { return .xmlStore }
      return contains(start, "<plist") ? .propertyList : .ignored
    case UInt8(ascii: "{"), UInt8(ascii: "["): return .json
    default: break
    }
    return .ignored
  }

  /// The path of the model that the member is, or is part of: the outermost bundle.
  var model: String? {
    let parts = entry.path.split(separator: "/")
    return ArchiveItem.modelDepth(parts).map { parts[...$0].joined(separator: "/") }
  }

  private static func modelDepth(_ parts: [Substring]) -> Int? {
    let bundles = [".xcdatamodeld", ".xcdatamodel", ".momd"]
    if let bundle = parts.dropLast().firstIndex(where: { part in bundles.contains { part.hasSuffix($0) } }) { return bundle }
    return parts.last?.hasSuffix(".mom") == true ? parts.count - 1 : nil
  }

  private static func contains(_ bytes: [UInt8], _ text: String) -> Bool {
    let wanted = Array(text.utf8)
    guard let first = wanted.first, bytes.count >= wanted.count else { return false }
    var start = 0
    while let found = bytes[start...].firstIndex(of: first), found + wanted.count <= bytes.count {
      if bytes[found..<found + wanted.count].elementsEqual(wanted) { return true }
      start = found + 1
    }
    return false
  }
}
