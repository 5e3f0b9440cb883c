import Foundation
import SwiftData

// The target of easylife10.mapping.swift: to-do items gain projects and block one another.
enum EasyLifeSchemaV15: VersionedSchema {
  static let versionIdentifier = Schema.Version(1, 5, 0)
  static var models: [any PersistentModel.Type] { [Project.self, TodoItem.self] }

  @Model final class Project {
    var name: String?
    var priority: Int16?
    @Relationship(deleteRule: .nullify, inverse: \TodoItem.project) var todoItem: [TodoItem]?

    init() {}
  }

  @Model final class TodoItem {
    var date: Date?
    var done: Bool?
    var name: String?
    var notes: String?
    var repeats: Int16?
    var project: Project?
    @Relationship(inverse: \TodoItem.blocking) var blockedBy: [TodoItem]?
    var blocking: [TodoItem]?

    init() {}
  }
}
