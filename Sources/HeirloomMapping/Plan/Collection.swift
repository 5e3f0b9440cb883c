package import HeirloomSchema

/// Elements in an order: records, values or the entries of a dictionary; narrowed, ordered and cut.
package struct Collection: Hashable, Sendable {
  package indirect enum Source: Hashable, Sendable {
    /// The links of a to-many relationship of a row; the relation is named after the entity that declares the relationship.
    case links(owner: Row, declarer: EntityName, property: PropertyName)
    /// The values that a store keeps as a relation of their own, with their keys.
    case values(owner: Row, declarer: EntityName, property: PropertyName)
    /// The records whose keys a list gives.
    case keys(Expression)
    /// The values of a list.
    case elements(Expression)
    /// The entries of a dictionary, narrowed and cut: what follows looks at these alone.
    case enclosed(Collection)
  }
  package enum Element: Hashable, Sendable {
    case record(EntityName)
    case value(ValueType)
    /// The key and the value of a dictionary.
    case entry(key: ValueType.Base, value: ValueType)
  }

  package var source: Source
  package var element: Element
  /// The number of the closure in which the element is known.
  package var depth: Int
  package var filters: [Expression] = []
  package var order: [Order] = []
  /// Of elements that are equal in order the last one stands first.
  package var takesLastOfEquals = false
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

  package init(_ source: Source, of element: Element, depth: Int) {
    self.source = source
    self.element = element
    self.depth = depth
  }

  /// The entity of the records that the elements are, or that the values of the dictionary are.
  package var entity: EntityName? {
    switch element {
    case .record(let entity): entity
    case .entry(_, let value): if case .record(let entity) = value.base { entity } else { nil }
    case .value: nil
    }
  }

  /// The relationship whose links these are.
  package var links: (owner: Row, declarer: EntityName, property: PropertyName)? {
    if case .links(let owner, let declarer, let property) = source { (owner, declarer, property) } else { nil }
  }

  /// Every element, in the collection's own order.
  package var isWhole: Bool { filters.isEmpty && order.isEmpty && limit == nil }

  /// The identity of the element, a record.
  package var identity: Expression? {
    entity.map { Expression(.identity(.element(depth, $0)), ValueType(.record($0))) }
  }

  /// What may be missing, and the elements with it: the owner's key, or the list.
  package var presence: Expression? {
    switch source {
    case .links(let owner, _, _), .values(let owner, _, _):
      switch owner {
      case .parameter, .element: nil
      case .step, .found: Expression(.identity(owner), ValueType(.record(owner.entity), optional: true))
      }
    case .enclosed(let inner): inner.presence
    case .keys(let list), .elements(let list): list.type.isOptional || list.mayBreakItsModel ? list : nil
    }
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
