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
    /// Records of a to-many relationship, or the entries of a dictionary.
    case collection(Collection)
    /// The records that a closure leads to from each element of a collection; where it leads to none, there is none.
    case mapped(Collection, Expression)
    /// The values that a store keeps as a relation of their own, in order, as a list.
    case storedList(Row, EntityName, PropertyName)
    /// A new record found by the value of its attribute; the values, for a list of them.
    case lookup(EntityName, PropertyName, Expression)
    /// Several records, one after the other.
    case several([Expression])
    /// The values of a closure over a collection, in order, as a list; keys, where they are records.
    case list(Collection, Expression)
    /// The lists that a closure gives for the elements of a collection, one after the other, as one.
    case flattened(Collection, Expression)
    /// The value of a closure for the first element of a collection, or nil.
    case pick(Collection, Expression)
    /// The value of the element in a closure over values, and the key of an entry.
    case elementValue(Int)
    case elementKey(Int)
    /// The identity of one record of a collection: the first in its order.
    case first(Collection)
    /// How many of the collection's records stand before a record: 0 for the first; nil when it is none of them.
    case position(Row, Collection)
    /// The position of the link that a rule over links is about, among its owner's.
    case linkPosition
    /// The key of the entry that a rule over links or elements is about.
    case linkKey
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
