// The notes app's Realm (schema version 7) to NotesSchemaV2. Realm knows no inverses; the target's follow by themselves.
let source = Realm()
let target = Schema("../notes/NotesSchema.swift", version: NotesSchemaV2.self)

Map("Folder", to: Folder.self)

Map("Tag", to: Tag.self)

Map("Note", to: Note.self) { old in
    content  = old.body ?? ""
    priority = old.pinned == true ? 1 : 2
}

Drop("Folder.id", because: "folders are told apart by their record")
Drop("Tag.id", because: "tags are told apart by their record")
