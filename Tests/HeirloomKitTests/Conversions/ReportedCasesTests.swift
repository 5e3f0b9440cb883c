import Foundation
import HeirloomFindings
import HeirloomKit
import HeirloomReporting
import HeirloomSQLite
import HeirloomSchema
import HeirloomTestSupport
import LegacyNotes
import Testing

/// Cases from public reports about migrations, which must come out right.
struct ReportedCasesTests {
  // MARK: - Optional to required

  /// Two users: (1, "John", 2016-04-06T11:45:51, 41) and (2, nil, nil, nil). The date is 481 635 951 s after 2001.
  private func writeUsers(to path: String) throws {
    var user = Entity("User")
    user.attributes = [
      Attribute("age", .int16, optional: true), Attribute("born", .date, optional: true), Attribute("id", .int64),
      Attribute("name", .string, optional: true),
    ]
    try LegacyStoreFile.write(Schema(name: "Users", entities: [user]), to: path) { connection, _ in
      try connection.script(
        """
        INSERT INTO ZUSER (Z_PK, Z_ENT, Z_OPT, ZAGE, ZID, ZBORN, ZNAME) VALUES (1, 1, 1, 41, 1, 481635951, 'John'), (2, 1, 1, NULL, 2, NULL, NULL)
        """)
    }
  }

  private func schema(age: String = "", born: String = "", name: String = "") -> String {
    """
    import SwiftData
    enum UsersV2: VersionedSchema {
      static let versionIdentifier = Schema.Version(2, 0, 0)
      static var models: [any PersistentModel.Type] { [User.self] }
      @Model final class User {
        @Attribute(.unique) var id: Int
        var name: String\(name)
        var born: Date\(born)
        var age: Int\(age)
        init(id: Int) { self.id = id }
      }
    }
    """
  }

  @Test func `optional values become required ones with their defaults`() throws {
    try withTemporaryFolder { folder in
      let store = folder.appending(path: "Users.sqlite"), target = folder.appending(path: "Users.store")
      try writeUsers(to: store.path)
      let schema = schema(age: " = 0", born: " = Date(timeIntervalSince1970: 0)", name: " = \"\"")
      let report = try convert(store.path, mapping: "let source = CoreData()", schema: schema, in: folder, to: target)
      #expect(report.exitStatus == .done && report.errors == [])
      // 1970 is 978 307 200 s before 2001.
      #expect(
        try rows("SELECT ZID, ZNAME, ZBORN, ZAGE FROM ZUSER ORDER BY ZID", of: target.path) == [
          [.integer(1), .text("John"), .integer(481_635_951), .integer(41)],
          [.integer(2), .text(""), .integer(-978_307_200), .integer(0)],
        ])
      let defaulted = report.attributes.filter { $0.defaulted != nil }.map { "\($0.target) \($0.defaulted ?? 0)" }
      #expect(defaulted == ["User.age 1", "User.born 1", "User.name 1"])
      #expect(report.attributes.allSatisfy { $0.different == 0 })
    }
  }

  @Test func `without defaults the conversion fails before writing and names all three attributes`() throws {
    try withTemporaryFolder { folder in
      let store = folder.appending(path: "Users.sqlite"), target = folder.appending(path: "Users.store")
      try writeUsers(to: store.path)
      let report = try convert(store.path, mapping: "let source = CoreData()", schema: schema(), in: folder, to: target)
      #expect(report.exitStatus == .mappingFaulty && report.outcome == .failed)
      let missing = report.findings.filter { $0.id == "missing-values" }
      #expect(
        missing.map(\.message).sorted() == [
          "'User.age' needs a value, and 1 record of 'User' has none",
          "'User.born' needs a value, and 1 record of 'User' has none",
          "'User.name' needs a value, and 1 record of 'User' has none",
        ])
      #expect(try names(in: folder) == ["Schema.swift", "Users.sqlite", "test.mapping.swift"])
    }
  }

  // MARK: - The write-ahead log

  @Test func `rows that stand only in the log come out, from a read-only folder without a -shm`() throws {
    try withTemporaryFolder { folder in
      let sealed = folder.appending(path: "sealed"), target = folder.appending(path: "Notes.store")
      try FileManager.default.createDirectory(at: sealed, withIntermediateDirectories: true)
      let store = sealed.appending(path: "Notes.sqlite")
      try NotesStore(notes: 2, notesInLog: 1).write(to: store.path)
      #expect(try names(in: sealed) == ["Notes.sqlite", "Notes.sqlite-wal"])
      // Past the log there are but two.
      #expect(try number("SELECT count(*) FROM ZNOTE", of: store.path) == 2)
      let before = try snapshot(sealed)
      try FileManager.default.setAttributes([.posixPermissions: 0o555], ofItemAtPath: sealed.path)
      defer { try? FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: sealed.path) }
      let report = try convert(store.path, by: "checklists/checklists", to: target)
      // Note 3 is in the trash.
      #expect(report.ledger[2] == "Note -> Note: 3 read, 2 written, 0 merged, 1 skipped, 0 rejected, 2 verified")
      #expect(try snapshot(sealed) == before)
    }
  }

  @Test func `a stale log beside the target's name is never adopted`() throws {
    try withTemporaryFolder { folder in
      let store = folder.appending(path: "Notes.sqlite"), target = folder.appending(path: "Notes.store")
      try NotesStore(notes: 20).write(to: store.path)
      let stale = folder.appending(path: "Notes.store-wal")
      try Data(repeating: 7, count: 4152).write(to: stale)
      let refused = try convert(store.path, by: "checklists/checklists", to: target)
      #expect(refused.errors == ["leftover-journal"] && refused.exitStatus == .targetRefused)
      #expect(try names(in: folder) == ["Notes.sqlite", "Notes.store-wal"])
      let report = try convert(store.path, by: "checklists/checklists", to: target, options: ConversionOptions(overwrites: true))
      #expect(report.exitStatus == .done)
      #expect(try names(in: folder) == ["Notes.sqlite", "Notes.store"])
    }
  }

  // MARK: - External values

  private func writeDocuments(to path: String, file: String) throws {
    var document = Entity("Document")
    var content = Attribute("content", .data, optional: true)
    content.allowsExternalStorage = true
    document.attributes = [content, Attribute("name", .string)]
    try LegacyStoreFile.write(Schema(name: "Documents", entities: [document]), to: path) { connection, _ in
      try connection.run("INSERT INTO ZDOCUMENT (Z_PK, Z_ENT, Z_OPT, ZNAME, ZCONTENT) VALUES (1, 1, 1, 'inline', x'01616263')")
      try connection.run(
        "INSERT INTO ZDOCUMENT (Z_PK, Z_ENT, Z_OPT, ZNAME, ZCONTENT) VALUES (2, 1, 1, 'in a file', ?)",
        [.blob([2] + Array(file.utf8) + [0])])
    }
  }

  private static let documents = """
    import SwiftData
    @Model final class Document {
      var name: String
      @Attribute(.externalStorage) var content: Data?
      init(name: String) { self.name = name }
    }
    """
  private static let file = "0F0E0D0C-0000-4000-8000-00000000000A"

  @Test func `a value whose file is missing fails the run, naming record and file, and is never nil`() throws {
    try withTemporaryFolder { folder in
      let store = folder.appending(path: "Documents.sqlite"), target = folder.appending(path: "New.store")
      try writeDocuments(to: store.path, file: Self.file)
      let report = try convert(store.path, mapping: "let source = CoreData()", schema: Self.documents, in: folder, to: target)
      #expect(report.exitStatus == .sourceUnreadable)
      let told = report.findings.filter { $0.id == "external-file-missing" }
      #expect(told.count == 1 && told.first?.message.contains(Self.file) == true)
      #expect(told.first?.place?.description.contains("Document") == true && told.first?.place?.description.contains("2") == true)
      #expect(try names(in: folder) == ["Documents.sqlite", "Schema.swift", "test.mapping.swift"])
    }
  }

  @Test func `a value in its file is carried, and written to a file again when it is large`() throws {
    try withTemporaryFolder { folder in
      let store = folder.appending(path: "Documents.sqlite"), target = folder.appending(path: "New.store")
      try writeDocuments(to: store.path, file: Self.file)
      let values = folder.appending(path: ".Documents_SUPPORT/_EXTERNAL_DATA")
      try FileManager.default.createDirectory(at: values, withIntermediateDirectories: true)
      let bytes = Data((0..<200_000).map { UInt8(truncatingIfNeeded: $0 &* 31) })
      try bytes.write(to: values.appending(path: Self.file))
      let report = try convert(store.path, mapping: "let source = CoreData()", schema: Self.documents, in: folder, to: target)
      #expect(report.exitStatus == .done)
      #expect(report.attributes.first { $0.target == "Document.content" }?.compared == 2)
      let written = folder.appending(path: ".New_SUPPORT/_EXTERNAL_DATA")
      let files = try names(in: written)
      #expect(files.count == 1)
      #expect(try Data(contentsOf: written.appending(path: files.first ?? "")) == bytes)
    }
  }

  // MARK: - Running again

  @Test func `a target that exists is refused, and replaced by the same bytes when asked to`() throws {
    try withTemporaryFolder { folder in
      let store = folder.appending(path: "Notes.sqlite"), target = folder.appending(path: "Notes.store")
      try NotesStore(notes: 50).write(to: store.path)
      #expect(try convert(store.path, by: "checklists/checklists", to: target).exitStatus == .done)
      let first = try Data(contentsOf: target)
      let refused = try convert(store.path, by: "checklists/checklists", to: target)
      #expect(refused.errors == ["target-exists"] && refused.exitStatus == .targetRefused)
      #expect(try Data(contentsOf: target) == first)
      #expect(
        try convert(store.path, by: "checklists/checklists", to: target, options: ConversionOptions(overwrites: true)).exitStatus
          == .done)
      #expect(try Data(contentsOf: target) == first)
      #expect(try names(in: folder) == ["Notes.sqlite", "Notes.store"])
    }
  }

  @Test func `a dry run tells the same and writes nothing`() throws {
    try withTemporaryFolder { folder in
      let store = folder.appending(path: "Notes.sqlite"), target = folder.appending(path: "Notes.store")
      try NotesStore(notes: 200).write(to: store.path)
      let trial = try convert(store.path, by: "checklists/checklists", to: target, options: ConversionOptions(isDryRun: true))
      #expect(try names(in: folder) == ["Notes.sqlite"])
      let real = try convert(store.path, by: "checklists/checklists", to: target)
      #expect(
        trial.status == .dryRun && trial.ledger == real.ledger && trial.links == real.links && trial.attributes == real.attributes
      )
    }
  }
}
