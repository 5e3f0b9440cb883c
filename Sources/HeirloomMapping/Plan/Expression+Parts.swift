extension Expression {
  /// The expressions that it is made of, those of the rows and collections that it reads included.
  package var parts: [Expression] {
    switch kind {
    case .constant, .value, .local, .linkPosition, .linkKey, .elementValue, .elementKey, .reject: []
    case .column(let row, _), .identity(let row), .entityName(let row), .storedList(let row, _, _): row.parts
    case .operation(_, let operands), .callerFunction(_, let operands), .several(let operands): operands
    case .coalesce(let a, let b): [a, b]
    case .conditional(let condition, let a, let b): [condition, a, b]
    case .require(let value, _), .lookup(_, _, let value): [value]
    case .aggregate(let aggregate, let collection): collection.parts + aggregate.values
    case .collection(let collection), .first(let collection): collection.parts
    case .mapped(let collection, let value), .list(let collection, let value), .flattened(let collection, let value),
      .pick(let collection, let value):
      collection.parts + [value]
    case .position(let row, let collection): row.parts + collection.parts
    case .composite(let leaves): leaves.sorted { $0.key < $1.key }.map(\.value)
    }
  }
}

extension Row {
  package var parts: [Expression] {
    switch self {
    case .parameter, .element: []
    case .step(let owner, _, _): owner.parts
    case .found(let value, _): [value]
    }
  }
}

extension Collection {
  package var parts: [Expression] {
    let source: [Expression] =
      switch self.source {
      case .links(let owner, _, _), .values(let owner, _, _): owner.parts
      case .keys(let list), .elements(let list): [list]
      case .enclosed(let inner): inner.parts
      }
    return source + filters + order.map(\.key)
  }
}

extension CollectionAggregate {
  /// What is computed for each element.
  package var values: [Expression] {
    switch self {
    case .count, .isEmpty: []
    case .contains(let value), .allSatisfy(let value), .minimum(let value), .maximum(let value), .sum(let value),
      .average(let value):
      [value]
    }
  }
}
