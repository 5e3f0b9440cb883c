package import HeirloomFindings
package import HeirloomSchema

/// A checked expression: its meaning, its type, and where it was written.
package struct Expression: Hashable, Sendable {
  package indirect enum Kind: Hashable, Sendable {
    case constant(Constant)
    /// A column of a row: an attribute, or a leaf of a composite.
    case column(Row, String)
    /// The identity of a row's record.
    case identity(Row)
    /// The name of the concrete entity of a row.
    case entityName(Row)
    /// A value that a `let` named, counted within its rule.
    case local(Int)
    /// The value under consideration in a rule that makes records of values.
    case value
    case operation(Operation, [Expression])
    case coalesce(Expression, Expression)
    case conditional(Expression, Expression, Expression)
    /// No value: the record is refused.
    case reject(Int)
    /// The value; nil refuses the record.
    case require(Expression, Int)
    case aggregate(CollectionAggregate, Collection)
    /// Records of a to-many relationship.
    case collection(Collection)
    /// The records that a closure leads to from each element of a collection; where it leads to none, there is none.
    case mapped(Collection, Expression)
    /// The values that a store keeps as a relation of their own, in order, as a list.
    case storedList(Row, EntityName, PropertyName)
    /// A new record found by the value of its attribute; the values, for a list of them.
    case lookup(EntityName, PropertyName, Expression)
    /// Several records, one after the other.
    case several([Expression])
    /// The values of a closure over a collection, in order, as a list.
    case list(Collection, Expression)
    /// The identity of one record of a collection: the first in its order.
    case first(Collection)
    /// How many of the collection's records stand before a record: 0 for the first; nil when it is none of them.
    case position(Row, Collection)
    /// The position of the link that a rule over links is about, among its owner's.
    case linkPosition
    /// The leaves of a composite, by path below it.
    case composite([String: Expression])
    /// A function that the caller registered.
    case callerFunction(String, [Expression])
  }

  package var kind: Kind
  package var type: ValueType
  package var place: TextPlace?

  package init(_ kind: Kind, _ type: ValueType, _ place: TextPlace? = nil) {
    self.kind = kind
    self.type = type
    self.place = place
  }

  package static func constant(_ constant: Constant, _ base: ValueType.Base, _ place: TextPlace? = nil) -> Expression {
    Expression(.constant(constant), ValueType(base, optional: constant == .null), place)
  }
}

/// A value that the mapping spells out.
package enum Constant: Hashable, Sendable {
  case null
  case integer(Int64)
  case real(Double)
  case text(String)
  case blob([UInt8])
}

/// A row of the legacy store that an expression may read.
package indirect enum Row: Hashable, Sendable {
  /// The record that a rule is about; a rule over links has two, the owner 0 and the target 1.
  case parameter(Int, EntityName)
  /// The record that a to-one relationship of another row leads to.
  case step(Row, PropertyName, EntityName)
  /// The record whose identity an expression gives.
  case found(Expression, EntityName)
  /// The record under consideration in a closure over a collection; closures are counted from the outermost.
  case element(Int, EntityName)

  package var entity: EntityName {
    switch self {
    case .parameter(_, let entity), .step(_, _, let entity), .found(_, let entity), .element(_, let entity): entity
    }
  }
}

/// Records of a to-many relationship, narrowed, ordered and cut.
package struct Collection: Hashable, Sendable {
  /// The relation's owner.
  package var owner: Row
  /// The entity that declares the relationship, after which the relation is named.
  package var declarer: EntityName
  package var property: PropertyName
  package var element: EntityName
  /// The number of the closure in which the element is known.
  package var depth: Int
  package var filters: [Expression] = []
  package var order: [Order] = []
  /// Only the first so many.
  package var limit: Int64?

  package struct Order: Hashable, Sendable {
    package var key: Expression
    package var isAscending: Bool
    package init(_ key: Expression, ascending: Bool = true) {
      self.key = key
      isAscending = ascending
    }
  }

  package init(owner: Row, declarer: EntityName, property: PropertyName, element: EntityName, depth: Int) {
    self.owner = owner
    self.declarer = declarer
    self.property = property
    self.element = element
    self.depth = depth
  }
}

/// What a collection can be boiled down to.
package enum CollectionAggregate: Hashable, Sendable {
  case count
  case isEmpty
  /// True when one element fulfils the condition.
  case contains(Expression)
  case allSatisfy(Expression)
  case minimum(Expression)
  case maximum(Expression)
  case sum(Expression)
  case average(Expression)
}
