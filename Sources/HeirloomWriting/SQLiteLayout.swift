package import HeirloomSchema

/// The layout of a plain SQLite database, as users of GRDB and SQLiteData write it by hand.
///
/// One STRICT table per root entity, named like the entity with a small first letter; `id` as the integer primary key (`recordID`
/// where an attribute has that name), columns named like the attributes, `folderID` with a real foreign key for a to-one, a table
/// of two keys for a many-to-many. Sub-entities share their root's table, and `entity` names the concrete one. Dates are REAL,
/// seconds since 2001-01-01T00:00:00Z, UUIDs 16-byte BLOBs, decimals exact TEXT.
package enum SQLiteLayout {
  package static func make(for schema: Schema) -> StorageLayout {
    let tables = SQLiteTables(schema)
    var layout = StorageLayout()
    for root in tables.roots { layout.tables.append(tables.entityTable(root)) }
    layout.tables += tables.joinTables
    layout.indexes = layout.tables.flatMap(\.indexes)
    for entity in schema.entities { layout.entities[entity.name] = tables.placement(of: entity) }
    return layout
  }
}
