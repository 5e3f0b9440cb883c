internal import HeirloomFindings
internal import HeirloomSwiftText
package import HeirloomSchema

/// SwiftData source code as schemas, and schemas as SwiftData source code.
///
/// The source is parsed and never run. What a schema needs but cannot be read from the text is a finding with
/// its line, never a guess. Where the facts come from: docs/formats/swiftdata-source.md.
package enum SwiftDataSource {
  /// Reads the versions and migration plans that the files declare together.
  ///
  /// All files are collected before any is interpreted, so a version in one file may list models of another.
  /// A source without a `VersionedSchema` has one version, `1.0.0`, of all its models, named after the first file
  /// that declares one. Time is linear in the text but for name look-up.
  package static func read(files: [SourceText]) -> VersionedSource {
    Nesting.withDeepStack { readHere(files) } ?? VersionedSource()
  }

  private static func readHere(_ files: [SourceText]) -> VersionedSource {
    var findings: [Finding] = []
    let parsed = files.map { ParsedFile($0) }
    for file in parsed { findings += file.syntaxFindings() }
    let catalog = Catalog(files: parsed, findings: &findings)
    var reader = SchemaReader(catalog: catalog, findings: findings)
    var source = reader.read()
    // Classes for Realm's SDK count where there is nothing of SwiftData's: an app in transition has both.
    if source.versions.isEmpty {
      var realm = RealmSource(catalog: catalog)
      source.versions = realm.read().map { [$0] } ?? []
      source.findings += realm.findings
    }
    return source
  }

  /// Reads Swift files and all Swift files of folders.
  /// - Throws: a `Finding` when a path does not exist or cannot be read.
  package static func read(paths: [String]) throws -> VersionedSource {
    read(files: try SourceText.load(paths))
  }
}
