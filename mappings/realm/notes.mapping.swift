// Notes kept in a Realm: Markdown becomes attributed text, an integer key is not needed any more.
let source = Realm()
let target = Schema("NotesSchema.swift", version: RealmNotesSchema.self)

Map("Folder", to: Folder.self)
Map("Tag", to: Tag.self)

Map("Note", to: Note.self) { old in
  content  = AttributedString(markdown: old.body ?? "")
  isPinned = old.pinned
}

Drop("Tag.id", because: "tags are told by their names")
