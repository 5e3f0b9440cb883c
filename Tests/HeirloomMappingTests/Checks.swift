internal import HeirloomFindings
internal import HeirloomMapping
internal import HeirloomSchema
internal import HeirloomSwiftSource
import Testing

/// The notes of the tests of this room: an old app's store and the schema of its successor.
enum Notes {
  static let legacy = """
    enum Mood: String, Codable { case good, bad }
    @Model final class Note { var identifier: UUID?; var title: String?; var body: String?; var flag: Int?; var stars: Int; var weight: Double
      var modified: Date; var price: Decimal?; var mood: Mood?; var trashed: Bool?; var seen: Bool; var data: Data?; var notebook: Notebook?
      var labels: [Label]; init() {} }
    @Model final class Notebook { var name: String; var owner: Person?; @Relationship(inverse: \\Note.notebook) var notes: [Note]; init() {} }
    @Model final class Label { var text: String; @Relationship(inverse: \\Note.labels) var notes: [Note]; init() {} }
    @Model final class Person { var fullName: String; init() {} }
    """
  static let target = """
    enum Mood: String, Codable { case good, bad }
    enum Level: Int, Codable { case low, high }
    struct Origin: Codable { var place: String?; var year: Int? }
    @Model final class Note { var title: String; var content: String?; var stars: Int; var rank: Int16; var mood: Mood; var level: Level?
      var origin: Origin?; var tags: [Tag]; var folder: Folder?; init() {} }
    @Model final class Folder { @Attribute(.unique) var name: String; @Relationship(inverse: \\Note.folder) var notes: [Note]; init() {} }
    @Model final class Tag { var name: String; @Relationship(inverse: \\Note.tags) var notes: [Note]; init() {} }
    """

  private static let schemas = Result { (try Schema(parsing: legacy), try Schema(parsing: target)) }

  /// Checks a mapping from the one schema to the other.
  static func check(_ mapping: String) throws -> [Finding] {
    let (source, target) = try schemas.get()
    var checker = Checker(source: source, target: target, allowsUnmapped: true)
    _ = checker.check(MappingFile.read(mapping, path: "notes.mapping.swift"))
    return checker.findings
  }

  static func check(_ mapping: String, legacy: String = legacy, target: String = target, allowsUnmapped: Bool = true) throws -> [Finding] {
    var checker = Checker(source: try Schema(parsing: legacy), target: try Schema(parsing: target), allowsUnmapped: allowsUnmapped)
    _ = checker.check(MappingFile.read(mapping, path: "notes.mapping.swift"))
    return checker.findings
  }

  /// The drawings of all findings but those about what is not mapped.
  static func drawings(_ mapping: String, legacy: String = legacy, target: String = target) throws -> [String] {
    let quiet = ["unmapped-entity", "unmapped-property"]
    return try check(mapping, legacy: legacy, target: target).filter { !quiet.contains($0.id) }.map { $0.drawing() }
  }

  /// What is said of one assignment in the rule for notes, which is otherwise right.
  static func assignment(_ text: String) throws -> [String] {
    let lines = text.split(separator: "\n").map { "  \($0)" }.joined(separator: "\n")
    var rest: [String] = []
    for (name, value) in [("title", "\"t\""), ("rank", "1"), ("mood", ".good")] where !text.contains("\(name) = ") {
      rest.append("\(name) = \(value)")
    }
    return try drawings(
      "Map(\"Note\", to: Note.self) { old in\n\(lines)\n\(rest.joined(separator: "\n"))\n}\nDrop(\"Person\", because: \"gone\")",
      target: target.replacing("@Attribute(.unique) ", with: ""))
  }
}

extension Schema {
  init(parsing source: String) throws {
    self = try #require(SwiftDataSource.read(files: [SourceText(path: "Schema.swift", text: source)]).versions.last)
  }
}

/// A spot that is marked with `«…»` in a mapping, and what is expected to be said of it.
struct Marked: Sendable, CustomTestStringConvertible {
  var text: String
  var id: String
  var message: String
  var help: String?

  init(_ text: String, _ id: String, _ message: String, help: String? = nil) {
    (self.text, self.id, self.message, self.help) = (text, id, message, help)
  }
  var testDescription: String { text }
}

extension Notes {
  /// Checks an assignment whose faulty spot is marked: exactly one finding, drawn whole, with its caret under the mark.
  static func expect(_ marked: Marked, sourceLocation: SourceLocation = #_sourceLocation) throws {
    let plain = marked.text.replacing("«", with: "").replacing("»", with: "")
    let found = try assignment(plain)
    let lines = marked.text.split(separator: "\n")
    let number = try #require(lines.firstIndex { $0.contains("«") }), line = lines[number]
    let before = line.prefix { $0 != "«" }.count, covered = line.drop { $0 != "«" }.dropFirst().prefix { $0 != "»" }.count
    let severity = ["never-nil", "unused-name"].contains(marked.id) ? "note" : ["loses-precision", "optional-to-required"].contains(marked.id) ? "warning" : "error"
    var expected = """
      notes.mapping.swift:\(number + 2):\(before + 3): \(severity)[\(marked.id)]: \(marked.message)
      \(number + 2) |   \(plain.split(separator: "\n")[number])
        |   \(String(repeating: " ", count: before))^\(String(repeating: "~", count: max(0, covered - 1)))
      """
    if let help = marked.help { expected += "\n  = help: \(help)" }
    #expect(found == [expected], sourceLocation: sourceLocation)
  }
}
