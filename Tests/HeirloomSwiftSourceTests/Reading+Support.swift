internal import Foundation
internal import HeirloomFindings
internal import HeirloomSchema
internal import HeirloomSwiftSource
internal import HeirloomTestSupport

/// Reads source given in the test itself.
func read(_ text: String, _ path: String = "Models.swift") -> VersionedSource {
  SwiftDataSource.read(files: [SourceText(path: path, text: text)])
}

/// Reads fixtures of fixtures/sources, named without extension.
func readFixtures(_ names: String...) throws -> VersionedSource {
  try SwiftDataSource.read(paths: names.map { Project.fixture("sources/\($0).swift").path })
}

extension Schema {
  /// One line for each attribute and relationship, for whole comparisons.
  func outline(_ entity: EntityName) -> [String] {
    guard let entity = self[entity] else { return ["no such entity"] }
    return entity.attributes.map { "\($0.name): \($0.type.rawValue)\($0.isOptional ? "?" : "")" }
      + entity.relationships.map {
        "\($0.name) -> \($0.destination)\($0.isToMany ? "*" : "")\($0.isOptional ? "?" : "") / \($0.inverse?.text ?? "-") \($0.deleteRule)"
      }
  }
}
