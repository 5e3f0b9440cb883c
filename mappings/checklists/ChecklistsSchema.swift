import Foundation
import SwiftData

// Notes with checklists, rewritten on SwiftData: the first version has the old names, the second its own.
enum ChecklistsSchemaV1: VersionedSchema {
  static let versionIdentifier = Schema.Version(1, 0, 0)
  static var models: [any PersistentModel.Type] { [Folder.self, Note.self, Tag.self] }

  @Model final class Folder {
    var name: String?
    @Relationship(deleteRule: .nullify, inverse: \Note.notebook) var notes: [Note]

    init() { notes = [] }
  }

  @Model final class Note {
    var identifier: UUID?
    var title: String?
    var body: String?
    var created: Date
    var modified: Date?
    var flag: Int16 = 0
    var notebook: Folder?
    @Relationship(inverse: \Tag.notes) var labels: [Tag]

    init(created: Date) {
      self.created = created
      labels = []
    }
  }

  @Model final class Tag {
    var name: String?
    var notes: [Note]

    init() { notes = [] }
  }
}

enum ChecklistsSchemaV2: VersionedSchema {
  static let versionIdentifier = Schema.Version(2, 0, 0)
  static var models: [any PersistentModel.Type] { [Folder.self, Note.self, Step.self, Tag.self] }

  enum Priority: Int, Codable { case low = 1, normal, high }

  @Model final class Folder {
    var name: String
    var created: Date?
    @Relationship(deleteRule: .nullify, inverse: \Note.folder) var notes: [Note]

    init(name: String) {
      self.name = name
      notes = []
    }
  }

  @Model final class Note {
    @Attribute(.unique) var id: UUID
    var title: String
    @Attribute(originalName: "body") var content: String
    var createdAt: Date
    var modifiedAt: Date
    var priority: Priority
    var rating: Double?
    var summary: String
    @Attribute(originalName: "notebook") var folder: Folder?
    @Relationship(deleteRule: .cascade, inverse: \Step.note) var steps: [Step]
    @Relationship(inverse: \Tag.notes) var tags: [Tag]

    init(id: UUID, title: String, createdAt: Date) {
      self.id = id
      self.title = title
      self.content = ""
      self.createdAt = createdAt
      self.modifiedAt = createdAt
      self.priority = .normal
      self.summary = title
      steps = []
      tags = []
    }
  }

  @Model final class Step {
    var text: String
    var isDone: Bool = false
    var position: Int
    var note: Note?

    init(text: String, position: Int) {
      self.text = text
      self.position = position
    }
  }

  @Model final class Tag {
    var name: String
    var notes: [Note]

    init(name: String) {
      self.name = name
      notes = []
    }
  }
}

enum ChecklistsMigrationPlan: SchemaMigrationPlan {
  static var schemas: [any VersionedSchema.Type] { [ChecklistsSchemaV1.self, ChecklistsSchemaV2.self] }
  static var stages: [MigrationStage] { [toV2] }

  static let toV2 = MigrationStage.custom(
    fromVersion: ChecklistsSchemaV1.self, toVersion: ChecklistsSchemaV2.self, willMigrate: nil, didMigrate: nil)
}
