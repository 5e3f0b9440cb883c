internal import HeirloomFindings
internal import HeirloomSchema

/// The classes of a Realm file and the schema that they make.
///
/// A property becomes an attribute, or a relationship when it holds links; a list, set or dictionary stays one. Realm keeps
/// no names of inverses: the linking objects of a class are a query of the app's code, so relationships have none.
struct RealmModel {
  private(set) var classes: [RealmClass] = []
  private(set) var schema = Schema()
  private(set) var findings: [Finding] = []

  /// - Parameter internalTables: present the tables without the prefix `class_` too.
  init(_ file: RealmFile, internalTables: Bool) {
    var names = RealmNames()
    let shown = file.tables.filter { $0.isClass || internalTables }
    // Classes of the app first: theirs are the names that must not change.
    for (position, table) in (shown.filter(\.isClass) + shown.filter { !$0.isClass }).enumerated() {
      let name = names.take(table.className, at: position, unnamed: "Table")
      if name != table.className { findings.append(renamed("the class '\(table.className)'", to: name, table, file)) }
      classes.append(RealmClass(table, name: EntityName(name)))
    }
    if let version = file.schemaVersion { schema = Schema(identifiers: [String(version)]) }
    let destinations = Dictionary(classes.map { (ObjectIdentifier($0.table), $0.name) }, uniquingKeysWith: { first, _ in first })
    for realmClass in classes {
      addProperties(of: realmClass, file) { column in
        column.target.flatMap { file.table(withKey: $0) }.flatMap { destinations[ObjectIdentifier($0)] }
      }
      schema[realmClass.name] = entity(realmClass, file)
    }
    let hidden = file.tables.count - shown.count
    if classes.isEmpty, hidden > 0 {
      findings.append(
        Finding(.realmInternalTables, "none of the \(hidden) tables is a class of an app", at: .file(file.path), count: hidden))
    }
  }

  private func renamed(_ what: String, to name: String, _ table: RealmTable, _ file: RealmFile) -> Finding {
    Finding(
      .realmRenamed, "\(what) goes by the name '\(name)' here", at: .store(StorePlace(file: file.path, entity: table.className)))
  }

  private mutating func addProperties(of realmClass: RealmClass, _ file: RealmFile, _ destination: (RealmColumn) -> EntityName?) {
    var names = RealmNames()
    names.reserve(CanonicalRelation.entityColumn + "_")
    let table = realmClass.table
    for (position, column) in table.columns.enumerated() {
      let place = StorePlace(file: file.path, entity: realmClass.name.text, property: column.name)
      let target = destination(column)
      guard !column.isLink || target != nil else {
        findings.append(
          Finding(.realmColumnLeftOut, "'\(column.name)' links to a table that is not there, and is left out", at: .store(place)))
        continue
      }
      guard realmClass.properties.count < RealmLimit.columns else {
        findings.append(
          Finding(.realmColumnLeftOut, "'\(column.name)' is one column more than can be presented", at: .store(place)))
        continue
      }
      // The library's own names for two columns of one name, and for a column without.
      let name = names.take(column.name, at: position, unnamed: "col")
      if name != column.name { findings.append(renamed("the property '\(column.name)'", to: name, table, file)) }
      realmClass.properties.append(.init(name: PropertyName(name), column: column, destination: target))
    }
    for (column, damage) in table.damages {
      let place = Place.store(StorePlace(file: file.path, entity: realmClass.name.text, property: column))
      let what = column.map { "'\(realmClass.name.text).\($0)'" } ?? "'\(realmClass.name.text)'"
      let kind = damage.isUnfinishedUpgrade && !file.isSalvaged ? .realmHalfUpgraded : file.damageKind
      findings.append(Finding(kind, "\(what) cannot be read in full: \(damage)", at: place))
    }
  }

  private func entity(_ realmClass: RealmClass, _ file: RealmFile) -> Entity {
    var entity = Entity(realmClass.name)
    entity.className = realmClass.table.className
    entity.isEmbedded = realmClass.table.isEmbedded
    if realmClass.table.isAsymmetric { entity.userInfo["realm.asymmetric"] = "true" }
    for property in realmClass.properties {
      if let destination = property.destination {
        let owns = property.column.target.flatMap { file.table(withKey: $0) }?.isEmbedded ?? false
        entity.relationships.append(relationship(property, to: destination, owns: owns))
      } else {
        var attribute = Attribute(property.name, property.column.element.attributeType, optional: property.column.isNullable)
        attribute.collection = property.column.collection
        attribute.isIndexed = property.column.isIndexed
        entity.attributes.append(attribute)
      }
    }
    if let key = realmClass.primaryKey?.name {
      entity.primaryKey = key
      entity.uniqueness = [[key]]
    }
    return entity
  }

  private func relationship(_ property: RealmClass.Property, to destination: EntityName, owns: Bool) -> Relationship {
    let collection = property.column.collection
    var relationship = Relationship(property.name, to: destination, many: collection != nil)
    relationship.isOrdered = collection == .list
    relationship.collection = collection == .list ? nil : collection
    relationship.ownsDestination = owns
    if owns { relationship.deleteRule = .cascade } else { relationship.userInfo["realm.shared"] = "true" }
    return relationship
  }
}

extension RealmElement {
  var attributeType: AttributeType {
    switch self {
    case .integer, .reference, .link, .linkElement: .int64
    case .boolean: .bool
    case .text: .string
    case .data: .data
    case .date, .oldDate: .date
    case .float: .float
    case .double: .double
    case .decimal: .decimal
    case .objectID: .objectID
    case .uuid: .uuid
    case .mixed: .mixed
    }
  }
}
