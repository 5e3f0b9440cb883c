package import HeirloomSchema

/// The model of "Notes 1", an app of the Core Data years that exists only here.
///
/// It has what such models have: optional everything, names that the next version mends, a many-to-many, an ordered
/// relationship, a flag that counts, and an entity that nobody needs any more.
package enum NotesModel {
  package static var schema: Schema {
    Schema(name: "Notes 1", identifiers: ["Notes 1"], entities: [folder, item, note, log, tag])
  }

  private static var folder: Entity {
    var entity = Entity("Folder")
    entity.attributes = [text("name"), Attribute("created", .date, optional: true)]
    entity.relationships = [many("notes", to: "Note", inverse: "notebook", .nullify)]
    return entity
  }

  private static var note: Entity {
    var entity = Entity("Note")
    var flag = Attribute("flag", .int16), trashed = Attribute("trashed", .bool, optional: true)
    (flag.defaultValue, trashed.defaultValue) = (.integer(0), .bool(false))
    entity.attributes = [
      text("body"), Attribute("created", .date), flag, Attribute("identifier", .uuid, optional: true),
      Attribute("legacyFlags", .int32, optional: true), Attribute("modified", .date, optional: true),
      Attribute("rating", .double, optional: true), text("title"), trashed,
    ]
    var items = many("items", to: "ChecklistItem", inverse: "note", .cascade)
    items.isOrdered = true
    entity.relationships = [
      items, many("labels", to: "Tag", inverse: "notes", .nullify), Relationship("notebook", to: "Folder", inverse: "notes"),
    ]
    return entity
  }

  private static var item: Entity {
    var entity = Entity("ChecklistItem")
    entity.attributes = [Attribute("done", .bool, optional: true), text("text")]
    entity.relationships = [Relationship("note", to: "Note", inverse: "items")]
    return entity
  }

  private static var tag: Entity {
    var entity = Entity("Tag")
    entity.attributes = [text("name")]
    entity.relationships = [many("notes", to: "Note", inverse: "labels", .nullify)]
    return entity
  }

  private static var log: Entity {
    var entity = Entity("SyncLog")
    entity.attributes = [Attribute("at", .date, optional: true), text("message")]
    return entity
  }

  private static func text(_ name: PropertyName) -> Attribute { Attribute(name, .string, optional: true) }

  private static func many(_ name: PropertyName, to entity: EntityName, inverse: PropertyName, _ rule: DeleteRule) -> Relationship
  {
    var relationship = Relationship(name, to: entity, many: true, inverse: inverse)
    relationship.deleteRule = rule
    return relationship
  }
}
