internal import HeirloomMapping

/// How many symbols SQLite's parser has to keep in mind at the deepest place of an expression's SQL; it takes a hundred.
///
/// The numbers are upper bounds, found by counting the symbols that stand open in the SQL of each form.
enum Heights {
  /// Past this an expression is taken apart; what is left is for the statement around it.
  static let limit = 50
  static let ofLet = 10

  /// What an expression adds to the height of its parts.
  static func own(_ expression: Expression) -> Int {
    switch expression.kind {
    case .constant, .value, .linkPosition, .linkKey, .elementValue, .elementKey, .reject: 1
    case .local: ofLet
    case .column(let row, _), .identity(let row), .entityName(let row): own(row)
    case .operation(.and, _), .operation(.or, _): 3
    case .operation(.listLiteral, _), .operation(.enumFromRaw, _): 12
    case .operation, .callerFunction, .coalesce: 6
    case .conditional: 7
    case .require: 3
    case .aggregate(_, let collection): 20 + own(collection)
    case .list(_, let value): 24 + (value.type.base.isEncoded ? 8 : 0)
    case .flattened: 40
    case .first, .pick: 14
    case .storedList(let row, _, _): 24 + own(row)
    case .position: 14
    case .collection, .mapped, .several, .lookup, .composite: 0
    }
  }

  private static func own(_ row: Row) -> Int {
    switch row {
    case .parameter, .element: 2
    case .step(let owner, _, _): 10 + own(owner)
    case .found: 10
    }
  }

  private static func own(_ collection: Collection) -> Int { collection.limit == nil ? 0 : 6 }

  static func height(_ expression: Expression) -> Int {
    own(expression) + (expression.parts.map { height($0) }.max() ?? 0)
  }
}

extension ValueType.Base {
  fileprivate var isEncoded: Bool {
    switch self {
    case .double, .float, .date, .bool, .uuid, .data: true
    default: false
    }
  }
}
