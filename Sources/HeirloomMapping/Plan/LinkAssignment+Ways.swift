extension LinkAssignment.Value {
  /// Nothing is written by this assignment itself.
  package var isLeftToOthers: Bool {
    switch self {
    case .inverse, .empty, .reject: true
    default: false
    }
  }

  /// The ways that it may take, the alternatives one by one.
  package var ways: [Self] {
    switch self {
    case .either(let ways): ways.flatMap(\.ways)
    case .chosen(_, let a, let b): a.ways + b.ways
    case .required(let value, _): value.ways
    default: [self]
    }
  }

  /// It leads to records that are found when all are written.
  package var looksUp: Bool {
    ways.contains { way in
      switch way {
      case .lookup, .lookups: true
      default: false
      }
    }
  }
}
