import Foundation
import HeirloomCoreDataModel
import HeirloomFindings
import HeirloomReading
import HeirloomSchema
import HeirloomTestSupport
import Testing

@Suite struct ArchivePropertyListTests {
  private let notes: [[String: Any]] = [
    [
      "title": "a", "stars": 1, "done": true, "made": Date(timeIntervalSinceReferenceDate: 5), "raw": Data([1, 2]),
      "tags": ["x", "y"],
    ],
    [
      "title": "b", "stars": 2, "done": false, "made": Date(timeIntervalSinceReferenceDate: 6), "raw": Data(), "tags": [String](),
    ],
  ]

  @Test(arguments: [PropertyListSerialization.PropertyListFormat.xml, .binary])
  func `an array of dictionaries is an entity`(_ format: PropertyListSerialization.PropertyListFormat) throws {
    try withTemporaryFolder { folder in
      let file = folder.appending(path: "Note.plist")
      try PropertyListSerialization.data(fromPropertyList: notes, format: format, options: 0).write(to: file)
      let export = try OpenedExport(file.path)
      #expect(export.shape("Note") == ["done: Bool", "made: Date", "raw: Data", "stars: Int", "tags: String[]", "title: String"])
      #expect(try export.rows("SELECT title, stars, done, made, raw FROM \"Note\"") == ["a|1|1|5.0|x0102", "b|2|0|6.0|x"])
    }
  }

  @Test func `a dictionary of arrays has an entity for each`() throws {
    try withTemporaryFolder { folder in
      let file = folder.appending(path: "data.plist")
      try PropertyListSerialization.data(fromPropertyList: ["notes": notes, "version": 2], format: .binary, options: 0).write(
        to: file)
      let export = try OpenedExport(file.path)
      #expect(export.store.schema.entities.map(\.name.text) == ["notes", "data"])
      #expect(try export.rows("SELECT version FROM data") == ["2"])
    }
  }

  @Test func `lists that share their lists over and over are read to an end, with a finding`() throws {
    var writer = KeyedArchiveWriter()
    var list = writer.add("lol")
    // 10^12 texts in a file of less than a kilobyte.
    for _ in 0..<12 { list = writer.array(Array(repeating: list, count: 10)) }
    try withTemporaryFolder { folder in
      let file = folder.appending(path: "lists.archive")
      try Data(writer.finish(root: list)).write(to: file)
      let export = try OpenedExport(file.path)
      #expect(export.store.findings.contains { $0.id == "archive-too-deep" })
    }
  }

  @Test func `a keyed archive is records by class, with its cycles`() throws {
    var writer = KeyedArchiveWriter()
    let ann = writer.reserve(), bob = writer.reserve()
    let name = writer.add("Ann"), other = writer.add("Bob")
    writer.fill(ann, ["App.Person", "NSObject"], ["name": .uid(name.number), "friend": .uid(bob.number), "age": .integer(40)])
    writer.fill(bob, ["App.Person", "NSObject"], ["name": .uid(other.number), "friend": .uid(ann.number), "age": .integer(41)])
    let root = writer.array([ann, bob])
    try withTemporaryFolder { folder in
      let file = folder.appending(path: "people.archive")
      try Data(writer.finish(root: root)).write(to: file)
      let export = try OpenedExport(file.path)
      #expect(export.shape("Person") == ["age: Int", "name: String", "friend -> Person"])
      #expect(
        try export.rows("SELECT a.name, a.age, b.name FROM \"Person\" a JOIN \"Person\" b ON b._id = a.friend ORDER BY 1")
          == ["Ann|40|Bob", "Bob|41|Ann"])
    }
  }

  @Test func `a damaged property list is a finding`() throws {
    let good = [UInt8](try PropertyListSerialization.data(fromPropertyList: notes, format: .binary, options: 0))
    var random = SeededGenerator(seed: 3)
    try withTemporaryFolder { folder in
      let file = folder.appending(path: "Note.plist")
      for _ in 0..<200 {
        var bad = good
        for _ in 0..<Int.random(in: 1...4, using: &random) {
          bad[Int.random(in: 0..<bad.count, using: &random)] = UInt8.random(in: 0...255, using: &random)
        }
        try Data(bad).write(to: file)
        do { _ = try OpenedExport(file.path) } catch is Finding {}
      }
      try Data("<?xml version=\"1.0\"?><plist><array>".utf8).write(to: file)
      #expect(thrownID { _ = try OpenedExport(file.path) } == "property-list-damaged")
    }
  }
}
