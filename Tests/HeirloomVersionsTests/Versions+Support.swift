internal import Foundation
internal import HeirloomFindings
internal import HeirloomSchema
internal import HeirloomSwiftSource
internal import HeirloomTestSupport
internal import HeirloomVersions

func read(_ text: String) -> VersionedSource { SwiftDataSource.read(files: [SourceText(path: "Notes.swift", text: text)]) }

func readFixtures(_ names: String...) throws -> VersionedSource {
  try SwiftDataSource.read(paths: names.map { Project.fixture("sources/\($0).swift").path })
}

/// Two versions whose models are given, and a plan with the stage given between them.
func plan(
  _ old: String, _ new: String, stage: String = ".lightweight(fromVersion: V1.self, toVersion: V2.self)",
  numbers: (String, String) = ("1, 0, 0", "2, 0, 0")
) -> String {
  func names(_ text: String) -> String {
    text.split(separator: "class ").dropFirst().map { "\($0.prefix { $0.isLetter }).self" }.joined(separator: ", ")
  }
  return """
    enum V1: VersionedSchema {
      static let versionIdentifier = Schema.Version(\(numbers.0))
      static var models: [any PersistentModel.Type] { [\(names(old))] }
    \(old)
    }
    enum V2: VersionedSchema {
      static let versionIdentifier = Schema.Version(\(numbers.1))
      static var models: [any PersistentModel.Type] { [\(names(new))] }
    \(new)
    }
    enum Plan: SchemaMigrationPlan {
      static var schemas: [any VersionedSchema.Type] { [V1.self, V2.self] }
      static var stages: [MigrationStage] { [\(stage)] }
    }
    """
}

/// The changes between two sets of models, one line each: need, message.
func changes(_ old: String, _ new: String) -> [String] {
  let source = read(plan(old, new))
  guard source.versions.count == 2 else { return ["not two versions: \(source.findings)"] }
  return SchemaDifference(from: source.versions[0], to: source.versions[1]).changes.map { "\($0.need): \($0.message)" }
}

func lint(_ text: String, cloudKit: Bool = false) -> [Finding] { Lint.run(read(text), options: .init(usesCloudKit: cloudKit)) }

/// A version's one model, with these properties.
func note(_ properties: String) -> String { "  @Model final class Note { \(properties); init() {} }" }
