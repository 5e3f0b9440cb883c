// Bookmarks, first model to fourth: the one favourites folder of a bookmark becomes several.
let source = CoreData()
let target = Schema("BookmarksSchema.swift", version: BookmarksSchemaV4.self)

Map("BookmarkEntity", to: BookmarkEntity.self) { old in
  // The folder's own list is carried; each favourite's folders are its other end.
  favorites = old.favorites
}

Drop("BookmarkEntity.isFavorite", because: "a favourite is a bookmark in a favourites folder")
