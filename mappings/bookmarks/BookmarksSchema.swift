import Foundation
import SwiftData

// The target of bookmarks1.mapping.swift: a bookmark may be a favourite in several folders. SwiftData's relationships keep no
// order, so the order is an attribute: of a bookmark in its folder, and of a favourite among its folder's favourites.
enum BookmarksSchemaV4: VersionedSchema {
  static let versionIdentifier = Schema.Version(4, 0, 0)
  static var models: [any PersistentModel.Type] { [BookmarkEntity.self, Favorite.self] }

  @Model final class BookmarkEntity {
    @Attribute(.unique) var uuid: String
    var isFolder: Bool
    var isPendingDeletion: Bool? = false
    var modifiedAt: Date?
    var position: Int?
    var title: String?
    var url: String?
    var parent: BookmarkEntity?
    @Relationship(deleteRule: .cascade, inverse: \BookmarkEntity.parent) var children: [BookmarkEntity]
    @Relationship(deleteRule: .cascade, inverse: \Favorite.folder) var favorites: [Favorite]
    @Relationship(deleteRule: .cascade, inverse: \Favorite.bookmark) var favoriteFolders: [Favorite]

    init(uuid: String, isFolder: Bool) {
      self.uuid = uuid
      self.isFolder = isFolder
      self.children = []
      self.favorites = []
      self.favoriteFolders = []
    }
  }

  @Model final class Favorite {
    var position: Int
    var folder: BookmarkEntity?
    var bookmark: BookmarkEntity?

    init(position: Int) { self.position = position }
  }
}
