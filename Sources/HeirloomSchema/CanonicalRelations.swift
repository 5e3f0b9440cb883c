/// The names of the relations that every reader presents, so that mapping, conversion, verification and
/// queries can be written without knowing the store's own form.
///
/// | what | relation | columns |
/// |---|---|---|
/// | entity | `"Note"` | `_id` INTEGER, `_entity` TEXT (the concrete entity), one column per attribute, composite element and to-one relationship |
/// | to-many | `"Note.tags"` | `owner`, `target`, `position` (NULL when unordered); `key` too for a dictionary |
/// | collection of values | `"Note.scores"` | `owner`, `value`, `position` (NULL for a set); `key` too for a dictionary |
///
/// The relation of an entity holds the records of its sub-entities too; `_entity` tells them apart. `_id` is unique within the
/// root entity. The relation of a to-many belongs to the entity that declares it and holds its sub-entities' links too.
public enum CanonicalRelation {
  /// The column of a record's key.
  public static let identityColumn = "_id"
  /// The column of the concrete entity's name.
  public static let entityColumn = "_entity"

  /// `prefix` sets two stores apart on one connection: `old.` and `new.`, or nothing.
  public static func entity(_ entity: EntityName, prefix: String = "") -> String { permitted(prefix + entity.text) }

  public static func collection(_ property: PropertyName, of declarer: EntityName, prefix: String = "") -> String {
    permitted("\(prefix)\(declarer.text).\(property.text)")
  }

  /// SQLite keeps names that begin with `sqlite_` for itself: an entity of such a name is presented as `_sqlite_…`.
  package static func permitted(_ name: String) -> String {
    name.utf8.count > 7 && name.prefix(7).lowercased() == "sqlite_" ? "_" + name : name
  }
}

extension Attribute {
  /// The columns that present the attribute: one, or one for each leaf of a composite, named `author.person`.
  ///
  /// An enum with raw values is one column of the attribute's own name. A collection has none: it is a relation of its own.
  /// Undefined and transient attributes have none either. An attribute named like one of the relation's own columns, as the
  /// `_id` of many Realm classes is, is presented as `_id_`.
  public var columns: [(path: String, leaf: Attribute)] {
    if collection != nil || isTransient { return [] }
    guard type == .composite else {
      let isTaken = name.text == CanonicalRelation.identityColumn || name.text == CanonicalRelation.entityColumn
      return [(isTaken ? name.text + "_" : name.text, self)]
    }
    if elements.count == 1, elements[0].name == name, elements[0].type != .composite { return [(name.text, elements[0])] }
    return elements.flatMap { element in element.columns.map { ("\(name.text).\($0.path)", $0.leaf) } }
  }

  /// An enum with raw values, or without: anything that is one value to the user though a composite to the store.
  public var isEnumeration: Bool { enumeration != nil || userInfo["EnumType"] == "true" }
}

extension Schema {
  /// Names that SQLite holds to be one, since it does not tell their case apart: of entities, or of the columns of one entity.
  ///
  /// In the canonical relations the second would be read as the first.
  public var namesThatDifferInCase: [(entity: EntityName, names: [String])] {
    var result: [(EntityName, [String])] = []
    let alike = Dictionary(grouping: entities.map(\.name), by: { $0.text.lowercased() }).values.filter { $0.count > 1 }
    for names in alike { result.append((names[0], names.map(\.text).sorted())) }
    for entity in entities {
      let columns =
        attributes(of: entity.name).flatMap { $0.columns.map(\.path) } + relationships(of: entity.name).map(\.name.text)
      let groups = Dictionary(grouping: Set(columns), by: { $0.lowercased() }).values.filter { $0.count > 1 }
      for names in groups { result.append((entity.name, names.sorted())) }
    }
    return result.sorted { ($0.0.text, $0.1.first ?? "") < ($1.0.text, $1.1.first ?? "") }
  }
}
