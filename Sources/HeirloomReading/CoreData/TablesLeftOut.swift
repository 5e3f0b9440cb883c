internal import HeirloomFindings
internal import HeirloomSchema

/// The tables of a store that hold no records of the app.
struct TablesLeftOut {
  private(set) var history: [String] = []
  private(set) var mirroring: [String] = []
  private(set) var indexes: [String] = []
  private(set) var unknown: [String] = []

  var hasHistory: Bool { !history.isEmpty }

  /// - Parameter claimed: the tables that were recognised, in upper case.
  init(_ tables: StoreTables, claimed: Set<String>) {
    for table in tables.all {
      let upper = table.name.uppercased()
      switch upper {
      case _ where claimed.contains(upper): break
      case "Z_PRIMARYKEY", "Z_METADATA", "Z_MODELCACHE": break
      case "ACHANGE", "ATRANSACTION", "ATRANSACTIONSTRING": history.append(table.name)
      case _ where upper.hasPrefix("ANSCK"): mirroring.append(table.name)
      case _ where upper.hasPrefix("Z_RT_"): indexes.append(table.name)
      default: unknown.append(table.name)
      }
    }
  }

  func findings(path: String) -> [Finding] {
    var result: [Finding] = []
    func note(_ what: String, _ tables: [String]) {
      if tables.isEmpty { return }
      result.append(Finding(.internalTables, "\(what) is left out: \(listing(tables))", at: .file(path), count: tables.count))
    }
    note("the history", history)
    note("the state of CloudKit mirroring", mirroring)
    note("a place index", indexes)
    for table in unknown {
      result.append(
        Finding(
          .unknownTable, "the table '\(table)' belongs to no entity; it is not read",
          at: .store(StorePlace(file: path, entity: table))))
    }
    return result
  }

  /// Core Data's own tables as entities, named after the tables (`ACHANGE`), for those who ask for them.
  func entities(in tables: StoreTables) -> [(Entity, StoreTables.Table)] {
    (history + mirroring).compactMap { tables[$0] }.filter { $0.column("Z_PK") != nil }.map { table in
      var entity = Entity(EntityName(table.name))
      entity.attributes = table.columns.filter { $0.name.hasPrefix("Z") && !$0.name.hasPrefix("Z_") && $0.name.count > 1 }.map {
        Attribute(PropertyName($0.name.dropFirst().lowercased()), AttributeType(declared: $0.type), optional: true)
      }
      return (entity, table)
    }
  }
}
