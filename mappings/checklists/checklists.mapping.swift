// Notes with ordered checklists (Core Data) to ChecklistsSchemaV2: renames, refusals, an enum, positions instead of an order.
let source = CoreData()
let target = Schema("ChecklistsSchema.swift", version: ChecklistsSchemaV2.self)

Map("Folder", to: Folder.self) { old in
  name = old.name ?? "Untitled"
}

Map("Tag", to: Tag.self) { old in
  name = old.name ?? reject("a tag without a name")
}

Map("Note", to: Note.self) { old in
  guard old.trashed != true else { skip("in the trash") }

  id         = old.identifier ?? UUID(stableFor: old)
  title      = old.title ?? reject("a note without a title")
  content    = old.body ?? ""
  createdAt  = old.created
  modifiedAt = old.modified ?? old.created
  priority   = switch old.flag { case 0: .low case 1...3: .normal default: .high }
  summary    = "\(old.title ?? "untitled") in \(old.notebook?.name ?? "no folder")"
  folder     = old.notebook
  tags       = old.labels
}

Map("ChecklistItem", to: Step.self) { old in
  guard old.note?.trashed != true else { skip("its note is in the trash") }

  text     = old.text ?? ""
  isDone   = old.done ?? false
  // SwiftData's relationships keep no order: here it is an attribute.
  position = position(of: old, in: old.note?.items) ?? 0
}

Drop("SyncLog", because: "rebuilt on first launch")
Drop("Note.legacyFlags", because: "never read since 2.3")
