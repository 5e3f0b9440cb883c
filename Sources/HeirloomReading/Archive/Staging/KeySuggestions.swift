internal import HeirloomFindings
internal import HeirloomSQLite
internal import HeirloomSchema

/// Which properties look like keys and references. Only told, never assumed.
///
/// Looked at are properties whose names suggest it; each costs one pass over its column.
struct KeySuggestions {
  private(set) var findings: [Finding] = []
  private(set) var references: [ReferenceSuggestion] = []

  init(_ stager: Stager, name: (StagedEntity) -> String) throws {
    let classes = stager.entities.filter { $0.owner == nil && $0.rows > 0 }
    var keys: [(entity: StagedEntity, column: String, property: String)] = []
    for entity in classes {
      let likely = [
        "id", "_id", "uuid", "guid", "identifier", "key", "pk", "code", "name", (entity.givenName + "id").lowercased(),
      ]
      for property in entity.properties
      where likely.contains(property.name.lowercased().filter { $0 != "_" || property.name == "_id" }) {
        guard let place = property.scalarColumn, Int64(property.profile.values) == entity.recordCount, entity.recordCount > 1
        else { continue }
        let column = entity.columns[place]
        guard try stager.database.count("SELECT count(DISTINCT \(column)) FROM \(entity.table)") == entity.recordCount else {
          continue
        }
        keys.append((entity, column, property.name))
        findings.append(
          Finding(
            .archiveKeySuggested, "'\(property.name)' is different in each of \(shown(Int(entity.recordCount))) records",
            at: .store(StorePlace(entity: name(entity), property: property.name))))
      }
    }
    for entity in stager.entities where entity.recordCount > 0 {
      for property in entity.properties {
        let column = property.scalarColumn.map { (entity.table, entity.columns[$0], false) }
        let values = property.list.flatMap { $0.profile.values > 0 ? ($0.table, "value", true) : nil }
        for (table, column, isList) in [column, values].compactMap({ $0 }) {
          let stem = KeySuggestions.stem(property.name)
          guard
            let key = keys.first(where: {
              KeySuggestions.stem($0.entity.givenName) == stem && !($0.entity === entity && $0.property == property.name)
            })
          else { continue }
          let all = try stager.database.count("SELECT count(\(column)) FROM \(table)")
          let strangers = try stager.database.count(
            "SELECT count(*) FROM \(table) WHERE \(column) IS NOT NULL AND \(column) NOT IN (SELECT \(key.column) FROM \(key.entity.table))"
          )
          guard all > 0, strangers == 0 else { continue }
          references.append(
            ReferenceSuggestion(
              of: PropertyName(property.name), in: EntityName(name(entity)), isList: isList, to: EntityName(name(key.entity)),
              key: PropertyName(key.property), count: Int(all)))
          findings.append(
            Finding(
              .archiveReferenceSuggested,
              "all \(shown(Int(all))) values of '\(property.name)' are values of '\(name(key.entity)).\(key.property)'",
              at: .store(StorePlace(entity: name(entity), property: property.name)), count: Int(all)))
        }
      }
    }
  }

  /// `folder`, `folder_id`, `folderID`, `Folders` are one.
  private static func stem(_ name: String) -> String {
    var stem = name.lowercased().filter { $0 != "_" && $0 != "-" }
    for ending in ["ids", "id", "keys", "key", "s"] where stem.hasSuffix(ending) && stem.count > ending.count + 1 {
      stem.removeLast(ending.count)
      break
    }
    return stem
  }
}
