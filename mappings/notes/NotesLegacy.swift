// The model of Notes 1, a Core Data app of 2014, written as SwiftData source.
// `make bench` and the fixture of `make demo` are stores of this model.
import Foundation
import SwiftData

enum NotesLegacy: VersionedSchema {
  static let versionIdentifier = Schema.Version(1, 0, 0)
  static var models: [any PersistentModel.Type] { [Folder.self, Label.self, Note.self, SyncLog.self] }

  @Model final class Folder {
    var name: String?
    @Relationship(inverse: \Note.notebook) var notes: [Note] = []
    init() {}
  }

  @Model final class Label {
    var name: String?
    @Relationship(inverse: \Note.labels) var notes: [Note] = []
    init() {}
  }

  @Model final class Note {
    var identifier: UUID?
    var title: String?
    var body: String?
    var flag: Int16 = 0
    var trashed: Bool = false
    var created: Date?
    var modified: Date?
    var legacyFlags: Int = 0
    var notebook: Folder?
    var labels: [Label] = []
    init() {}
  }

  @Model final class SyncLog {
    var entry: String?
    var at: Date?
    init() {}
  }
}
