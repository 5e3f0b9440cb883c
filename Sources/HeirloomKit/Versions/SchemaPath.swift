internal import Foundation
internal import HeirloomCoreDataModel
internal import HeirloomReading
internal import HeirloomSwiftSource

/// A path where a schema is asked for, and what its name and place tell of it.
struct SchemaPath {
  enum Kind {
    /// A file named `.swift`.
    case source
    /// A Core Data model, a file or a bundle.
    case model
    /// Swift source, or exported data.
    case folder
    /// Any other file.
    case store
    case missing
  }

  let path: String
  let kind: Kind

  init(_ path: String) {
    self.path = path
    var isFolder: ObjCBool = false
    kind =
      path.hasSuffix(".swift")
      ? .source
      : ModelFile.isModel(path)
        ? .model
        : !FileManager.default.fileExists(atPath: path, isDirectory: &isFolder)
          ? .missing : isFolder.boolValue ? .folder : .store
  }

  /// The store at the path; nil for source and models.
  ///
  /// A folder that has versions in Swift source is that source, whatever else is in it (an app's catalogs are JSON, too), unless
  /// it holds data that the source describes: exports may have their schema beside them.
  /// - Throws: a `Finding` when there is a store, or nothing else, and it cannot be opened.
  func store(_ options: StoreOptions) throws -> Store? {
    switch kind {
    case .source, .model: return nil
    case .store, .missing: return try Store.open(path, options: options)
    case .folder:
      let files = try SourceText.load([path])
      if files.isEmpty { return try Store.open(path, options: options) }
      let hasVersions = !SwiftDataSource.read(files: files).versions.isEmpty
      guard let store = try? Store.open(path, options: options),
        !hasVersions || store.findings.contains(where: { $0.kind == .archiveSchemaUsed })
      else { return nil }
      return store
    }
  }
}
