import Foundation
import HeirloomFindings
@testable import HeirloomKit
import HeirloomReporting
import HeirloomSQLite
import HeirloomTestSupport

/// A private copy of a corpus store, and what a conversion to its own model made of it.
struct RoundTrip {
  let slug: String
  let old: String
  let new: String
  let report: ConversionReport

  /// - Parameter usesTemplate: the rows go into the store itself, emptied, instead of a fresh one.
  /// - Returns: nil for a folder without a store whose model can be read.
  init?(_ slug: String, in temporary: URL, usesTemplate: Bool = false) throws {
    var isFolder: ObjCBool = false
    guard let corpus = Corpus.folder?.appending(path: "coredata/\(slug)"),
      FileManager.default.fileExists(atPath: corpus.path, isDirectory: &isFolder), isFolder.boolValue
    else { return nil }
    let copy = temporary.appending(path: slug)
    try FileManager.default.copyItem(at: corpus, to: copy)
    let files = try FileManager.default.contentsOfDirectory(atPath: copy.path).sorted()
    guard let name = files.first(where: { Self.isSQLite(copy.appending(path: $0)) }) else { return nil }
    old = copy.appending(path: name).path
    for file in [""] + (try FileManager.default.subpathsOfDirectory(atPath: copy.path)) {
      try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: "\(copy.path)/\(file)")
    }
    try Self.foldLog(of: old)

    var options = ConversionOptions()
    var store = try? Store.open(old)
    if store == nil || store?.findings.contains(where: { $0.id == "model-guessed" }) == true {
      store = nil
      let elsewhere = Corpus.compiledModel(of: slug).map { corpus.appending(path: $0) }
      let beside = files.filter { $0.contains(".xcdatamodel") }.map { copy.appending(path: $0) }
      for model in beside + [elsewhere].compactMap({ $0 }) where store == nil {
        options.source = StoreOptions(modelPath: model.path)
        store = try? Store.open(old, options: options.source)
      }
    }
    guard let store else { return nil }
    try Self.provideExternalFiles(of: old)
    self.slug = slug
    new = temporary.appending(path: "new.store").path
    if usesTemplate {
      let template = temporary.appending(path: "template.store").path
      try FileManager.default.copyItem(atPath: old, toPath: template)
      try Self.empty(template)
      options.templatePath = template
    }
    let mapping = Mapping.lightweight(from: store.schema, to: store.schema, isModelFile: true)
    report = mapping.convert(old, to: new, options: options)
  }

  /// Takes all records and links out of a store; its triggers call what only the app has, and come back afterwards.
  private static func empty(_ path: String) throws {
    let store = try Connection(path, .readWrite)
    let triggers = try store.rows("SELECT name, sql FROM sqlite_schema WHERE type = 'trigger' ORDER BY rowid").map {
      ($0[0].text ?? "", $0[1].text ?? "")
    }
    for (name, _) in triggers { try store.run("DROP TRIGGER \(sqlName(name))") }
    for table in try store.tables() where table.hasPrefix("Z") {
      let isKept =
        ["Z_METADATA", "Z_MODELCACHE", "Z_PRIMARYKEY"].contains(table)
        || ["_node", "_parent", "_rowid"].contains(where: table.hasSuffix)
      if !isKept { try store.run("DELETE FROM \(sqlName(table))") }
    }
    for (_, sql) in triggers { try store.run(sql) }
  }

  private static func isSQLite(_ file: URL) -> Bool {
    FileManager.default.contents(atPath: file.path)?.starts(with: Data("SQLite format 3".utf8)) == true
  }

  /// What is in the -wal comes into the file, so that it can be attached.
  private static func foldLog(of path: String) throws {
    let store = try Connection(path, .readWrite)
    _ = try store.value("PRAGMA journal_mode = DELETE")
  }

  /// The corpus has no files of external values; each gets one, larger than any that Core Data keeps in the store.
  private static func provideExternalFiles(of path: String) throws {
    let store = try Connection(path)
    let url = URL(fileURLWithPath: path)
    let folder = url.deletingLastPathComponent().appending(
      path: ".\(url.deletingPathExtension().lastPathComponent)_SUPPORT/_EXTERNAL_DATA")
    for table in try store.tables() where table.hasPrefix("Z") {
      for column in try store.columns(of: table) {
        let markers = try store.rows(
          "SELECT CAST(substr(\(sqlName(column)), 2, 36) AS TEXT) FROM \(sqlName(table)) WHERE typeof(\(sqlName(column))) = 'blob' "
            + "AND length(\(sqlName(column))) = 38 AND substr(\(sqlName(column)), 1, 1) = x'02' AND substr(\(sqlName(column)), 38) = x'00'"
        )
        for case .text(let name) in markers.map({ $0[0] }) {
          try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
          try Data(repeating: 7, count: 150_000 + (name.utf8.first.map(Int.init) ?? 0)).write(to: folder.appending(path: name))
        }
      }
    }
  }
}
