import Foundation
import HeirloomFindings
import HeirloomKit
import HeirloomReporting
import HeirloomSchema
import HeirloomSwiftSource
import HeirloomTestSupport
import Testing

/// Plans of our own, from stores at every version to the last.
struct MigrationPlanTests {
  static let notes = Project.fixture("plans/notes.swift").path, trips = Project.fixture("plans/trips.swift").path
  static let notesStore = Project.fixture("notes/Notes.sqlite").path

  // The store has 120 notes, every 40th without a title, flags n % 6, three labels each; 12 labels, all of the first word "label"; 6 folders.
  @Test func `notes go through five versions, closures and all`() throws {
    try withTemporaryFolder { folder in
      let output = folder.path + "/n.store"
      let report = try migrate(Self.notesStore, Self.notes, to: output)
      #expect(report.exitStatus == .done, "\(report.findings)")
      #expect(report.migration?.from == "NotesV1" && report.migration?.foundBy == "hashes")
      #expect(report.migration?.hops.map(\.means) == [.lightweight, .closures, .closures, .lightweight])
      #expect(try texts("SELECT title FROM Note WHERE _id % 40 = 0", in: output) == ["Untitled", "Untitled", "Untitled"])
      #expect(try texts("SELECT name FROM Label", in: output) == ["label"])
      #expect(try number("SELECT count(*) FROM \"Note.labels\"", in: output) == 120)
      // 120 flags from 0 to 5: 20 of 0, 40 of 1 and 2, 60 of the rest.
      #expect(try texts("SELECT count(*) FROM Note GROUP BY priority ORDER BY priority", in: output) == ["60", "40", "20"])
      #expect(try texts("SELECT text FROM Summary ORDER BY _id LIMIT 1", in: output) == ["Folder 1: 0 of high priority"])
      #expect(try number("SELECT count(*) FROM Note AS n JOIN Folder AS f ON f._id = n.folder", in: output) == 120)
    }
  }

  @Test func `the report has each hop and the whole`() throws {
    try withTemporaryFolder { folder in
      let report = try migrate(Self.notesStore, Self.notes, to: folder.path + "/n.store")
      let labels = report.entities.first { $0.target == "Label" }
      #expect(labels == EntityLedger(source: "Label", target: "Label", read: 12, skipped: 11, written: 1, verified: 1))
      #expect(report.entities.first { $0.target == "Summary" }?.source == "didMigrate to NotesV4")
      #expect(
        report.dropped.map { "\($0.name) \($0.count ?? -1): \($0.reason)" } == [
          "Note.legacyFlags 120: removed in NotesV2", "SyncLog 20: removed in NotesV2", "Note.flag 120: removed in NotesV5",
          "Note.trashed 120: removed in NotesV5",
        ])
      #expect(
        report.migration?.hops[1].closures == [
          ClosureLedger(closure: "willMigrate", entity: "Label", before: 12, deleted: 11, changed: 1, after: 1),
          ClosureLedger(closure: "willMigrate", entity: "Note", before: 120, changed: 3, after: 120),
        ])
      #expect(report.isBalanced)
      #expect(report.rendered(as: .json).contains("\"migration\""))
    }
  }

  @Test func `a mapping takes the place of a closure, with the same labels`() throws {
    try withTemporaryFolder { folder in
      let (mapped, interpreted) = (folder.path + "/m.store", folder.path + "/i.store")
      let report = try migrate(
        Self.notesStore, Self.notes, to: mapped, version: "3", mappings: [Project.fixture("plans/notes3.mapping.swift").path])
      #expect(report.exitStatus == .done, "\(report.findings)")
      #expect(report.migration?.hops.map(\.means) == [.lightweight, .mapping])
      #expect(report.entities.first { $0.target == "Label" }?.merged == 11)
      _ = try migrate(Self.notesStore, Self.notes, to: interpreted, version: "NotesV3")
      #expect(try dump(mapped) == dump(interpreted))
    }
  }

  @Test func `records that a stage refuses are in the report and in the file, and the run ends with 1`() throws {
    try withTemporaryFolder { folder in
      let mapping = folder.path + "/m.mapping.swift", rejects = folder.path + "/rejects.jsonl"
      try """
      Stage(NotesV2.self, to: NotesV3.self) {
        Map("Note", to: Note.self) { old in title = old.title ?? reject("no title") }
      }
      """.write(toFile: mapping, atomically: true, encoding: .utf8)
      let report = try Migration(plan: [Self.notes], mappings: [mapping]).migrate(
        Self.notesStore, to: folder.path + "/n.store",
        options: MigrationOptions(conversion: ConversionOptions(rejectsPath: rejects), targetVersion: "NotesV3"))
      #expect(report.exitStatus == .differences, "\(report.findings)")
      let notes = report.entities.first { $0.target == "Note" }
      #expect(notes == EntityLedger(source: "Note", target: "Note", read: 120, rejected: 3, written: 117, verified: 117))
      #expect(try String(contentsOfFile: rejects, encoding: .utf8).split(separator: "\n").count == 3)
    }
  }

  @Test(arguments: [("notes", 5), ("trips", 4)]) func `a store of every version reaches the last`(
    _ plan: String, _ count: Int
  ) throws {
    let path = Project.fixture("plans/\(plan).swift").path
    let versions = try SwiftDataSource.read(paths: [path]).versions
    #expect(versions.count == count)
    try withTemporaryFolder { folder in
      for (index, version) in versions.enumerated() {
        let store = folder.path + "/\(index).store", output = folder.path + "/\(index)-new.store"
        // Unique names, and a folder for each summary, so that nothing stands in the way.
        try MadeStore(version).write(to: store)
        let report = try migrate(store, path, to: output)
        #expect(report.exitStatus == .done, "\(version.name): \(report.findings.filter { $0.severity != .note })")
        #expect(report.migration?.from == version.name)
        let hops = report.migration?.hops ?? []
        #expect(hops.reduce(0) { $0 + 1 + $1.through.count } == max(1, count - 1 - index))
      }
    }
  }

  @Test func `all hops at once and one at a time give the same records`() throws {
    let versions = try SwiftDataSource.read(paths: [Self.trips]).versions
    try withTemporaryFolder { folder in
      let start = folder.path + "/0.store", whole = folder.path + "/whole.store"
      try MadeStore(versions[0]).write(to: start)
      #expect(try migrate(start, Self.trips, to: whole).exitStatus == .done)
      var current = start
      for version in versions.dropFirst() {
        let next = folder.path + "/\(version.name).store"
        #expect(try migrate(current, Self.trips, to: next, version: version.name).exitStatus == .done)
        current = next
      }
      #expect(try dump(whole) == dump(current))
    }
  }

  // The three stages of the trips and of this plan are lightweight; inheritance, which the last trips have, is a hop of its own.
  @Test func `lightweight stages in a row are made at once, with the defaults of versions in between`() throws {
    func version(_ number: Int, _ properties: String) -> String {
      """
      enum V\(number): VersionedSchema {
        static let versionIdentifier = Schema.Version(\(number), 0, 0)
        static var models: [any PersistentModel.Type] { [Note.self\(number == 2 ? "" : ", Tag.self")] }
        @Model final class Note { \(properties); init() {} }
        \(number == 2 ? "" : "@Model final class Tag { var name: String = \"\"; init() {} }")
      }

      """
    }
    let text =
      version(1, "var a: Int?; var gone: Int = 1; var c: String?")
      + version(2, "var a: Int = 5; var b: Int = 1; @Attribute(originalName: \"c\") var d: String?")
      + version(
        3, "var a: Int?; var b: Int = 2; @Attribute(originalName: \"d\") var e: String?; var gone: Int = 9; var d: String?") + """
        enum Plan: SchemaMigrationPlan {
          static var schemas: [any VersionedSchema.Type] { [V1.self, V2.self, V3.self] }
          static var stages: [MigrationStage] { [.lightweight(fromVersion: V1.self, toVersion: V2.self), .lightweight(fromVersion: V2.self, toVersion: V3.self)] }
        }
        """
    try withTemporaryFolder { folder in
      let file = folder.path + "/Plan.swift", old = folder.path + "/old.store"
      let (whole, middle, last) = (folder.path + "/whole.store", folder.path + "/middle.store", folder.path + "/last.store")
      try text.write(toFile: file, atomically: true, encoding: .utf8)
      try MadeStore(try SwiftDataSource.read(paths: [file]).versions[0], count: 10).write(to: old)
      let report = try migrate(old, file, to: whole)
      #expect(report.exitStatus == .done, "\(report.findings)")
      #expect(report.migration?.hops.map(\.through) == [["V2"]])
      #expect(report.dropped.map { "\($0.name): \($0.reason)" } == ["Note.gone: removed in V2", "Tag: removed in V2"])
      // Every fifth of ten was nil: it took 5 in the second version. The tags of the first version are not those of the third.
      #expect(try texts("SELECT a FROM Note ORDER BY _id", in: whole) == ["3", "6", "9", "12", "5", "18", "21", "24", "27", "5"])
      #expect(try number("SELECT count(*) FROM Note WHERE b = 1 AND gone = 9 AND d IS NULL", in: whole) == 10)
      #expect(try number("SELECT count(*) FROM Tag", in: whole) == 0)
      #expect(try migrate(old, file, to: middle, version: "2").exitStatus == .done)
      #expect(try migrate(middle, file, to: last).exitStatus == .done)
      #expect(try dump(whole) == dump(last))
    }
  }

  // 40 trips and 40 people, every fifth optional nil, every seventh to-one nil.
  @Test func `lightweight stages do what the framework does`() throws {
    let versions = try SwiftDataSource.read(paths: [Self.trips]).versions
    try withTemporaryFolder { folder in
      let old = folder.path + "/old.store", new = folder.path + "/new.store"
      try MadeStore(versions[0]).write(to: old)
      let report = try migrate(old, Self.trips, to: new)
      #expect(report.exitStatus == .done, "\(report.findings)")
      // title became name became label; the new title starts empty.
      #expect(try texts("SELECT label FROM Trip ORDER BY _id", in: new) == texts("SELECT title FROM Trip ORDER BY _id", in: old))
      #expect(try number("SELECT count(title) FROM Trip", in: new) == 0)
      // Every fifth nickname was nil and takes the default, each new rating is 3.
      #expect(try number("SELECT count(*) FROM Person WHERE nickname = 'none'", in: new) == 8)
      #expect(report.attributes.first { $0.target == "Person.nickname" }?.defaulted == 8)
      #expect(try number("SELECT count(*) FROM Trip WHERE rating = 3", in: new) == 40)
      // A guide became a list of guides: 40 less the five whose number is a multiple of seven.
      #expect(try number("SELECT count(*) FROM \"Stop.guides\"", in: new) == 35)
      #expect(try number("SELECT count(*) FROM \"Person.guided\"", in: new) == 35)
      // Followers stay as they were, seen from both sides.
      for side in ["followers", "following"] {
        let sql = "SELECT owner || '-' || target FROM \"Person.\(side)\" ORDER BY owner, target"
        #expect(try texts(sql, in: new) == texts(sql, in: old))
      }
      #expect(
        try texts("SELECT \"place.city\" || mood FROM Trip ORDER BY _id", in: new)
          == texts("SELECT \"place.city\" || mood FROM Trip ORDER BY _id", in: old))
      // Inheritance was added: no trip is one for business yet.
      #expect(try number("SELECT count(*) FROM Trip WHERE _entity = 'Trip'", in: new) == 40)
      #expect(try number("SELECT count(*) FROM BusinessTrip", in: new) == 0)
      #expect(report.dropped.map { "\($0.name) \($0.count ?? -1)" } == ["Stop.code 40", "Draft 40"])
    }
  }

  @Test func `the same input gives the same bytes`() throws {
    try withTemporaryFolder { folder in
      let (a, b) = (folder.path + "/a.store", folder.path + "/b.store")
      _ = try migrate(Self.notesStore, Self.notes, to: a)
      _ = try migrate(Self.notesStore, Self.notes, to: b)
      #expect(FileManager.default.contents(atPath: a) == FileManager.default.contents(atPath: b))
    }
  }

  @Test func `nothing is left behind in the temporary folder`() throws {
    try withTemporaryFolder { folder in
      func leftovers() throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: FileManager.default.temporaryDirectory.path).filter {
          $0.hasPrefix("heirloom-migration")
        }
      }
      let before = Set(try leftovers())
      let report = try migrate(Self.notesStore, Self.notes, to: folder.path + "/n.store")
      #expect(report.exitStatus == .done)
      #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == ["n.store"])
      // Tests that run beside this one may have folders of their own at any moment.
      #expect(before.isSubset(of: before.union(try leftovers())))
    }
  }

  @Test func `a version is named by its name or its number, and a wrong name is answered with the nearest`() throws {
    try withTemporaryFolder { folder in
      #expect(try migrate(Self.notesStore, Self.notes, to: folder.path + "/2.store", version: "2.0").target.version == "2.0.0")
      let report = try migrate(Self.notesStore, Self.notes, to: folder.path + "/x.store", version: "NoteV2")
      #expect(report.findings.last?.help == "did you mean 'NotesV2'?")
      #expect(report.exitStatus == .usage)
    }
  }

  @Test func `a store that stands at the wanted version is carried as it is`() throws {
    try withTemporaryFolder { folder in
      let output = folder.path + "/n.store"
      let report = try migrate(Self.notesStore, Self.notes, to: output, version: "1")
      #expect(report.exitStatus == .done)
      #expect(try dump(output) == dump(Self.notesStore))
    }
  }

  @Test func `a target that exists is refused before any hop`() throws {
    try withTemporaryFolder { folder in
      try Data("mine".utf8).write(to: folder.appending(path: "n.store"))
      let report = try migrate(Self.notesStore, Self.notes, to: folder.path + "/n.store")
      #expect(report.findings.last?.id == "target-exists")
      #expect(report.migration?.hops.isEmpty ?? false)
      #expect(try Data(contentsOf: folder.appending(path: "n.store")) == Data("mine".utf8))
    }
  }
}
