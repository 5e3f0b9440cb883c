package import HeirloomSchema

/// What a conversion says that it did, in a form that can be held against both stores.
///
/// The validator takes nothing from the engine but these claims: which source rows became which target rows, and what was
/// to stay the same. It reads both stores through their canonical relations, with queries of its own.
package struct Claims: Sendable {
  package var records: [Records] = []
  package var links: [Links] = []
  /// Records besides, which come from no row of the source.
  package var made: [EntityName: Int64] = [:]

  package init() {}

  /// Rows of a source relation that became records of a target entity.
  package struct Records: Sendable {
    package var target: EntityName
    /// The source relation, quoted, with a column `_id`; it may be a table of numbered links or values.
    package var relation: String
    /// The entity whose own relation that is; nil for a table of numbered links or values.
    package var source: EntityName?
    /// Concrete entities of the relation that other claims are about.
    package var excluded: [EntityName] = []
    /// A table, quoted, whose `_id`s are the rows that were left out; nil when none was.
    package var leftOut: String?
    package var key: Key
    package var written: Int64
    /// Attributes that were carried unchanged.
    package var attributes: [Attribute] = []
    /// Nils of the target may have been filled from merged records.
    package var isFilled = false

    package init(target: EntityName, relation: String, key: Key, written: Int64) {
      self.target = target
      self.relation = relation
      self.key = key
      self.written = written
    }
  }

  /// How a source row's key leads to its record's.
  package enum Key: Sendable, Hashable {
    case offset(Int64)
    /// A table, quoted, with the columns `old` and `new`.
    case table(String)
  }

  package struct Attribute: Sendable {
    package var targetPath: String
    package var sourcePath: String
    /// Nils of the source became something else.
    package var fillsNils: Bool
    /// A decimal: `12.30` and `12.3` are one value.
    package var isDecimal = false
    package init(targetPath: String, sourcePath: String, fillsNils: Bool) {
      self.targetPath = targetPath
      self.sourcePath = sourcePath
      self.fillsNils = fillsNils
    }
  }

  /// Links of a target relationship.
  package struct Links: Sendable {
    package var target: EntityName
    package var relationship: PropertyName
    package var after: Int64
    /// Present when the links are those of one source relationship, between records that were neither left out nor merged
    /// otherwise than as whole records.
    package var carried: Carried?
    package init(target: EntityName, relationship: PropertyName, after: Int64) {
      self.target = target
      self.relationship = relationship
      self.after = after
    }
  }

  package struct Carried: Sendable, Hashable {
    /// The source entity and property, as the canonical relations name them.
    package var declarer: EntityName
    package var property: PropertyName
    package var isToMany: Bool
    package var isOrdered: Bool
    package var ownerOffset: Int64
    package var targetOffset: Int64
    package init(
      declarer: EntityName, property: PropertyName, isToMany: Bool, isOrdered: Bool, ownerOffset: Int64, targetOffset: Int64
    ) {
      self.declarer = declarer
      self.property = property
      self.isToMany = isToMany
      self.isOrdered = isOrdered
      self.ownerOffset = ownerOffset
      self.targetOffset = targetOffset
    }
  }
}

/// What the validator found.
package struct Proof: Sendable {
  /// For each claim of records: how many pairs of source row and target record were found.
  package var records: [Int64] = []
  /// For each claim of records: its attributes with how many values were compared, and how many differ.
  package var attributes: [[(compared: Int64, different: Int64)]] = []
  /// For each claim of links: how many links the target has.
  package var links: [Int64] = []
}
