extension Expression {
  /// The value is nil where the store has a nil that its model does not allow.
  var mayBreakItsModel: Bool {
    switch kind {
    case .column, .local, .elementValue: true
    case .constant, .identity, .entityName, .value, .aggregate, .list, .flattened, .first, .lookup, .composite, .several,
      .collection, .mapped, .elementKey:
      false
    case .storedList, .reject, .require, .position, .linkPosition, .linkKey: false
    case .pick(_, let value): value.mayBreakItsModel
    case .operation(.uuidStable, _), .operation(.equal, _), .operation(.notEqual, _), .operation(.not, _),
      .operation(.listLiteral, _):
      false
    case .operation(_, let operands): operands.contains(where: \.mayBreakItsModel)
    case .callerFunction: true
    case .coalesce(_, let instead): instead.mayBreakItsModel
    case .conditional(_, let a, let b): a.mayBreakItsModel || b.mayBreakItsModel
    }
  }

  /// The column of the rule's own row whose value this is, wherever the record is written at all; nil when it is computed.
  ///
  /// `old.title ?? reject("…")` carries the title; `old.title ?? ""` carries it and fills nils.
  package var carriedColumn: (path: String, fillsNils: Bool)? {
    switch kind {
    case .column(.parameter(0, _), let path): return (path, false)
    case .require(let value, _): return value.carriedColumn
    case .coalesce(let value, let other): return value.carriedColumn.map { ($0.path, $0.fillsNils || !other.isRejection) }
    case .conditional(_, let a, let b): return a.isRejection ? b.carriedColumn : b.isRejection ? a.carriedColumn : nil
    default: return nil
    }
  }

  /// It refuses the record, whatever the record is.
  package var isRejection: Bool { if case .reject = kind { true } else { false } }

  /// The value on the left of the `??` that gives the expression its value where that one is nil, wherever it stands in a chain
  /// of conversions; nil when there is none, or it rejects.
  func beforeFallback(_ lets: [Expression]) -> Expression? {
    switch kind {
    case .coalesce(let value, let other): other.isRejection ? value.beforeFallback(lets) : value
    case .require(let value, _): value.beforeFallback(lets)
    case .conditional(_, let a, let b):
      a.isRejection ? b.beforeFallback(lets) : b.isRejection ? a.beforeFallback(lets) : nil
    case .local(let number): lets.indices.contains(number) ? lets[number].beforeFallback(lets) : nil
    case .operation(_, let operands):
      operands.dropFirst().allSatisfy { if case .constant = $0.kind { true } else { false } }
        ? operands.first?.beforeFallback(lets) : nil
    default: nil
    }
  }

  /// The value itself, without what happens to its nils.
  package var unwrapped: Expression {
    switch kind {
    case .require(let value, _): value.unwrapped
    default: self
    }
  }
}
