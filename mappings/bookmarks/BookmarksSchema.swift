import Foundation
import SwiftData

// The target of bookmarks1.mapping.swift: a bookmark may be a favourite in several folders.
enum BookmarksSchemaV4: VersionedSchema {
  static let versionIdentifier = Schema.Version(4, 0, 0)
  static var models: [any PersistentModel.Type] { [BookmarkEntity.self] }

  @Model final class BookmarkEntity {
    @Attribute(.unique) var uuid: String
    var isFolder: Bool
    var isPendingDeletion: Bool? = false
    var modifiedAt: Date?
    var title: String?
    var url: String?
    var parent: BookmarkEntity?
    @Relationship(deleteRule: .cascade, inverse: \BookmarkEntity.parent) var children: [BookmarkEntity]
    var favoriteFolders: [BookmarkEntity]
    @Relationship(inverse: \BookmarkEntity.favoriteFolders) var favorites: [BookmarkEntity]

    init(uuid: String, isFolder: Bool) {
      self.uuid = uuid
      self.isFolder = isFolder
      self.children = []
      self.favoriteFolders = []
      self.favorites = []
    }
  }
}
