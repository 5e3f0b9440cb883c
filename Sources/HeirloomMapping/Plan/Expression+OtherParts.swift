extension Expression {
  /// The expression with other parts in the places of `parts`.
  package func with(_ parts: [Expression]) -> Expression {
    var feed = Feed(parts)
    return Expression(kind(&feed), type, place)
  }

  private func kind(_ feed: inout Feed) -> Kind {
    switch kind {
    case .constant, .value, .local, .linkPosition, .linkKey, .elementValue, .elementKey, .reject: kind
    case .column(let row, let name): .column(row.with(&feed), name)
    case .identity(let row): .identity(row.with(&feed))
    case .entityName(let row): .entityName(row.with(&feed))
    case .storedList(let row, let declarer, let name): .storedList(row.with(&feed), declarer, name)
    case .operation(let operation, let operands): .operation(operation, operands.map { _ in feed.next() })
    case .callerFunction(let name, let operands): .callerFunction(name, operands.map { _ in feed.next() })
    case .several(let values): .several(values.map { _ in feed.next() })
    case .coalesce: .coalesce(feed.next(), feed.next())
    case .conditional: .conditional(feed.next(), feed.next(), feed.next())
    case .require(_, let site): .require(feed.next(), site)
    case .lookup(let entity, let key, _): .lookup(entity, key, feed.next())
    case .aggregate(let aggregate, let collection): aggregated(aggregate, collection, &feed)
    case .collection(let collection): .collection(collection.with(&feed))
    case .first(let collection): .first(collection.with(&feed))
    case .mapped(let collection, _): .mapped(collection.with(&feed), feed.next())
    case .list(let collection, _): .list(collection.with(&feed), feed.next())
    case .flattened(let collection, _): .flattened(collection.with(&feed), feed.next())
    case .pick(let collection, _): .pick(collection.with(&feed), feed.next())
    case .position(let row, let collection): .position(row.with(&feed), collection.with(&feed))
    case .composite(let leaves):
      .composite(Dictionary(leaves.keys.sorted().map { ($0, feed.next()) }, uniquingKeysWith: { a, _ in a }))
    }
  }
}

extension Expression {
  /// The collection's parts come before those of the aggregate.
  private func aggregated(_ aggregate: CollectionAggregate, _ collection: Collection, _ feed: inout Feed) -> Kind {
    let collection = collection.with(&feed)
    return .aggregate(aggregate.with(&feed), collection)
  }
}

/// Parts that are handed out in order.
private struct Feed {
  private var rest: ArraySlice<Expression>
  init(_ parts: [Expression]) { rest = parts[...] }
  mutating func next() -> Expression { rest.removeFirst() }
}

extension Row {
  fileprivate func with(_ feed: inout Feed) -> Row {
    switch self {
    case .parameter, .element: self
    case .step(let owner, let name, let entity): .step(owner.with(&feed), name, entity)
    case .found(_, let entity): .found(feed.next(), entity)
    }
  }
}

extension Collection {
  /// The collection with other parts in the places of `parts`.
  package func with(_ parts: [Expression]) -> Collection {
    var feed = Feed(parts)
    return with(&feed)
  }

  fileprivate func with(_ feed: inout Feed) -> Collection {
    var result = self
    result.source =
      switch source {
      case .links(let owner, let declarer, let name): .links(owner: owner.with(&feed), declarer: declarer, property: name)
      case .values(let owner, let declarer, let name): .values(owner: owner.with(&feed), declarer: declarer, property: name)
      case .keys: .keys(feed.next())
      case .elements: .elements(feed.next())
      case .enclosed(let inner): .enclosed(inner.with(&feed))
      }
    result.filters = filters.map { _ in feed.next() }
    result.order = order.map { Order(feed.next(), ascending: $0.isAscending) }
    return result
  }
}

extension CollectionAggregate {
  fileprivate func with(_ feed: inout Feed) -> CollectionAggregate {
    switch self {
    case .count, .isEmpty: self
    case .contains: .contains(feed.next())
    case .allSatisfy: .allSatisfy(feed.next())
    case .minimum: .minimum(feed.next())
    case .maximum: .maximum(feed.next())
    case .sum: .sum(feed.next())
    case .average: .average(feed.next())
    }
  }
}
