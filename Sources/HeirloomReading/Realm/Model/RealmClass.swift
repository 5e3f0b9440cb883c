internal import HeirloomSchema

/// A table of the file as an entity of the schema, with the name and the columns under which it is presented.
final class RealmClass {
  let table: RealmTable
  let name: EntityName
  /// Properties that are presented, in the order of the file.
  var properties: [Property] = []

  struct Property {
    let name: PropertyName
    let column: RealmColumn
    /// For a link: the class that it leads to.
    let destination: EntityName?
  }

  init(_ table: RealmTable, name: EntityName) {
    self.table = table
    self.name = name
  }

  /// The property that is the primary key.
  var primaryKey: Property? {
    guard let position = table.primaryKey, table.columns.indices.contains(position) else { return nil }
    return properties.first { $0.column === table.columns[position] }
  }
}
