// Notes 1 (Core Data) to NotesSchemaV2: renames, required values, a filter, a relationship under another name.
let source = CoreData()
let target = Schema("NotesSchema.swift", version: NotesSchemaV2.self)

Map("Folder", to: Folder.self) { old in
    name = old.name ?? "Notes"
}

Map("Label", to: Tag.self) { old in
    name = old.name ?? reject("a label without a name")
}

Map("Note", to: Note.self) { old in
    guard old.trashed != true else { skip("in the trash") }

    id       = old.identifier ?? UUID(stableFor: old)
    title    = old.title ?? "Untitled"
    content  = old.body ?? ""
    priority = switch old.flag { case 0: 1 case 1...3: 2 default: 3 }
    created  = old.created ?? old.modified ?? reject("a note without a date")
    folder   = old.notebook
    tags     = old.labels
}

Drop("SyncLog", because: "rebuilt on first launch")
Drop("Note.legacyFlags", because: "never read since 2.3")
