internal import Foundation
internal import HeirloomCoreDataModel
internal import HeirloomFindings
internal import HeirloomReading
internal import HeirloomSchema
internal import HeirloomSwiftSource

extension VersionedSource {
  /// Reads versions from SwiftData source, files or folders, and from Core Data's model files.
  ///
  /// All Swift files are read together, and come first; models and stores follow in the order of their paths. Of a model bundle the
  /// current version comes last, as that of a plan does. A store is one version, named after its file.
  static func reading(_ paths: [String]) throws -> VersionedSource {
    let sources = Self.sources(among: paths)
    var result = sources.isEmpty ? VersionedSource() : try SwiftDataSource.read(paths: sources)
    for path in paths where !sources.contains(path) {
      if ModelFile.isModel(path) {
        let contents = try ModelFile.read(path)
        result.findings += contents.findings
        result.versions +=
          contents.versions.filter { $0.name != contents.current } + contents.versions.filter { $0.name == contents.current }
        continue
      }
      let store = try openStore(path)
      var schema = store.schema
      schema.name = path.split(separator: "/").last.map { String($0) } ?? path
      if schema.identifiers.isEmpty { schema.identifiers = store.identity.modelVersions }
      result.versions.append(schema)
    }
    return result
  }

  /// What closures in the Swift files among the paths may call.
  static func closureSources(in paths: [String]) throws -> ClosureSources {
    try ClosureSources.read(paths: sources(among: paths))
  }

  /// Swift files and folders of them; what is not there is told by their reader.
  private static func sources(among paths: [String]) -> [String] {
    paths.filter { [.source, .folder, .missing].contains(SchemaPath($0).kind) }
  }
}
