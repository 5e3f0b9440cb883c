/// Where the records of a schema live in SQLite tables: the writer creates it, the conversion fills it.
///
/// Core Data's layout and plain SQLite's are both values of this type, so a conversion needs to know neither.
public struct StorageLayout: Hashable, Sendable {
  /// In the order in which a fresh store creates them.
  public var tables: [Table]
  /// Every concrete and abstract entity of the schema.
  public var entities: [EntityName: EntityPlacement]
  /// Every CREATE INDEX statement, in the order in which a fresh store creates them; the same as the tables' own together.
  public var indexes: [String] = []
  /// How order columns count: the first position's value, and how much each next one adds. Core Data: 2048 and 1024.
  public var firstOrderKey: Int64 = 0
  public var orderKeyStep: Int64 = 1

  public init(tables: [Table] = [], entities: [EntityName: EntityPlacement] = [:]) {
    self.tables = tables
    self.entities = entities
  }

  public struct Table: Hashable, Sendable {
    public var name: String
    /// The whole CREATE TABLE statement.
    public var creation: String
    /// The CREATE INDEX statements, in the order of a fresh store; run after the rows are in.
    public var indexes: [String]
    public init(name: String, creation: String, indexes: [String] = []) {
      self.name = name
      self.creation = creation
      self.indexes = indexes
    }
  }
}

/// Where an entity's records live.
public struct EntityPlacement: Hashable, Sendable {
  public var table: String
  /// The integer primary key: `Z_PK`, `id`.
  public var keyColumn: String
  /// Core Data's entity number, `Z_ENT`; nil where the layout has none.
  public var entityNumber: Int?
  /// Columns that are the same for every record of the entity: `Z_ENT`, `Z_OPT`.
  public var constants: [ConstantColumn]
  /// By the path that `Attribute.columns` gives: `title`, `author.person`. Own and inherited attributes.
  public var columns: [String: String]
  /// Own and inherited relationships.
  public var relationships: [PropertyName: RelationshipPlacement]

  public init(table: String, keyColumn: String, entityNumber: Int? = nil) {
    self.table = table
    self.keyColumn = keyColumn
    self.entityNumber = entityNumber
    constants = []
    columns = [:]
    relationships = [:]
  }
}

/// A column with the same value in every record of an entity.
public struct ConstantColumn: Hashable, Sendable {
  public var column: String
  /// An SQL literal.
  public var literal: String
  public init(_ column: String, _ literal: String) {
    self.column = column
    self.literal = literal
  }
}

/// Where a relationship's links live.
public enum RelationshipPlacement: Hashable, Sendable {
  /// A to-one: the destination's key stands in a column of the owner's table.
  /// `entityColumn` holds the destination's concrete entity number, where the layout wants it (`Z4_MESSAGE`);
  /// `orderColumn` the position within an ordered inverse (`Z_FOK_PARENT`).
  case column(String, entityColumn: String?, orderColumn: String?)
  /// A to-many whose links are the inverse's column on the destination's table.
  case inverse(PropertyName)
  /// A to-many without inverse: the owner's key stands in a column of the destination's table (`Z1SPEC`).
  case destinationColumn(String, orderColumn: String?)
  /// Many to many. `orderColumn` holds the position of the target among the owner's targets.
  case joinTable(String, ownerColumn: String, targetColumn: String, orderColumn: String?)
}
