internal import HeirloomCoreDataModel
internal import HeirloomFindings
internal import HeirloomSchema
internal import HeirloomSwiftSource

extension VersionedSource {
  /// Reads versions from SwiftData source, files or folders, and from Core Data's model files.
  ///
  /// All Swift files are read together. Of a model bundle the current version comes last, as that of a plan does.
  static func reading(_ paths: [String]) throws -> VersionedSource {
    let models = paths.filter { ModelFile.isModel($0) }, sources = paths.filter { !ModelFile.isModel($0) }
    var result = sources.isEmpty ? VersionedSource() : try SwiftDataSource.read(paths: sources)
    for path in models {
      let contents = try ModelFile.read(path)
      result.findings += contents.findings
      result.versions += contents.versions.filter { $0.name != contents.current } + contents.versions.filter { $0.name == contents.current }
    }
    return result
  }
}
