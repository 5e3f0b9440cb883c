// Bookmarks, first model to fourth: the one favourites folder of a bookmark becomes several, and the order of folders and
// favourites, which Core Data kept in the relationships, becomes an attribute.
let source = CoreData()
let target = Schema("BookmarksSchema.swift", version: BookmarksSchemaV4.self)

Map("BookmarkEntity", to: BookmarkEntity.self) { old in
  position = position(of: old, in: old.parent?.children)
}

// One record for each link, in the order of the links.
Map(links: "BookmarkEntity.favorites", to: Favorite.self) { list, favorite, number in
  folder   = list
  bookmark = favorite
  position = number
}

Drop("BookmarkEntity.isFavorite", because: "a favourite is a bookmark in a favourites folder")
