import Foundation
import SwiftData

// The target of notes.mapping.swift: the notes of a Realm, with their own keys as unique attributes.
enum RealmNotesSchema: VersionedSchema {
  static let versionIdentifier = Schema.Version(1, 0, 0)
  static var models: [any PersistentModel.Type] { [Folder.self, Note.self, Tag.self] }

  @Model final class Folder {
    @Attribute(.unique) var id: String
    var name: String
    @Relationship(inverse: \Note.folder) var notes: [Note]

    init(id: String, name: String) {
      self.id = id
      self.name = name
      self.notes = []
    }
  }

  @Model final class Note {
    @Attribute(.unique) var id: UUID
    var title: String
    var content: AttributedString
    var created: Date
    var isPinned: Bool
    var folder: Folder?
    @Relationship(inverse: \Tag.notes) var tags: [Tag]

    init(id: UUID, title: String, created: Date) {
      self.id = id
      self.title = title
      self.content = AttributedString()
      self.created = created
      self.isPinned = false
      self.tags = []
    }
  }

  @Model final class Tag {
    var name: String
    var notes: [Note]

    init(name: String) {
      self.name = name
      self.notes = []
    }
  }
}
