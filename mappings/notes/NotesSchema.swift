// The app's schema today.
import Foundation
import SwiftData

enum NotesSchemaV2: VersionedSchema {
  static let versionIdentifier = Schema.Version(2, 0, 0)
  static var models: [any PersistentModel.Type] { [Folder.self, Note.self, Tag.self] }

  @Model final class Folder {
    var name: String
    @Relationship(deleteRule: .cascade, inverse: \Note.folder) var notes: [Note] = []
    init(name: String) { self.name = name }
  }

  @Model final class Note {
    @Attribute(.unique) var id: UUID
    var title: String
    var content: String
    var priority: Int
    var created: Date
    var modified: Date?
    var folder: Folder?
    @Relationship(inverse: \Tag.notes) var tags: [Tag] = []
    init(id: UUID, title: String, content: String, priority: Int, created: Date) {
      self.id = id
      self.title = title
      self.content = content
      self.priority = priority
      self.created = created
    }
  }

  @Model final class Tag {
    var name: String
    var notes: [Note] = []
    init(name: String) { self.name = name }
  }
}
