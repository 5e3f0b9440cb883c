// Notes with an address and a length, by the functions of main.swift.
let source = CoreData()
let target = Schema("Pages.swift", version: PagesSchema.self)

Map("Note", to: Page.self) { old in
  address = slug(old.title ?? reject("a note without a title"))
  words   = wordCount(old.body) ?? 0
  title   = old.title ?? reject("a note without a title")
}

Drop("Folder", because: "pages have no folders")
Drop("Label", because: "pages have no labels")
Drop("SyncLog", because: "rebuilt on first launch")
Drop("Note.created", because: "pages have no dates")
Drop("Note.flag", because: "pages have no priority")
Drop("Note.identifier", because: "a page is known by its address")
Drop("Note.legacyFlags", because: "never read since 2.3")
Drop("Note.modified", because: "pages have no dates")
Drop("Note.trashed", because: "the trash is published too")
