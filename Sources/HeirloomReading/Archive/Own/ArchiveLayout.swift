internal import Foundation
internal import HeirloomFindings
internal import HeirloomSchema

/// Where things stand in an archive that Heirloom wrote: docs/formats/archives.md.
enum ArchiveLayout {
  static let schemaFile = "schema.json"
  static func entity(_ name: EntityName, _ ending: String) -> String { "entities/\(part(name.text)).\(ending)" }
  static func links(_ name: PropertyName, of entity: EntityName, _ ending: String) -> String {
    "links/\(part(entity.text)).\(part(name.text)).\(ending)"
  }
  static func values(_ name: PropertyName, of entity: EntityName, _ ending: String) -> String {
    "values/\(part(entity.text)).\(part(name.text)).\(ending)"
  }
  static func blob(_ property: String, of entity: EntityName, _ key: String) -> String {
    "blobs/\(part(entity.text)).\(part(property))/\(key)"
  }

  /// A name as part of a path: what a path or a disk may take amiss is written as `%2F`.
  static func part(_ name: String) -> String {
    var allowed = CharacterSet.alphanumerics
    allowed.insert(charactersIn: "_-+ ")
    return name.addingPercentEncoding(withAllowedCharacters: allowed) ?? name
  }
}

/// What `schema.json` holds.
struct ArchiveManifest: Codable {
  struct Mark: Codable {
    /// The version of the layout.
    var archive: Int
  }
  var heirloom: Mark
  /// What the store was: `coredata`, `realm`.
  var kind: String
  var format: String
  var schema: SchemaJSON

  static let version = 1

  init(schema: Schema, kind: String, format: String) {
    heirloom = Mark(archive: ArchiveManifest.version)
    self.kind = kind
    self.format = format
    self.schema = SchemaJSON(schema)
  }

  /// Keys in order of their names, so that the bytes depend on the schema alone.
  func json() throws -> [UInt8] {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
    return [UInt8](try encoder.encode(self)) + [0x0A]
  }

  init(_ bytes: [UInt8], file: String) throws {
    do { self = try JSONDecoder().decode(ArchiveManifest.self, from: Data(bytes)) } catch {
      throw Finding(.archiveSchemaFaulty, "the schema of the archive cannot be read", at: .file(file))
    }
    guard heirloom.archive == ArchiveManifest.version else {
      throw Finding(
        .archiveSchemaFaulty, "the archive's layout is version \(heirloom.archive), not \(ArchiveManifest.version)",
        at: .file(file))
    }
  }
}
