/// What a change between two versions of a schema needs before the new app opens the old store.
package enum MigrationNeed: String, Hashable, Sendable, Comparable, CaseIterable {
  /// Nothing in the store changes.
  case nothing
  /// The framework does it by itself; no new version has to be declared.
  case automatic
  /// A new version and a declared lightweight stage.
  case lightweight
  /// A custom stage, or a mapping: the shape of the data changes, and somebody has to say how.
  case custom

  package static func < (a: Self, b: Self) -> Bool { a.rank < b.rank }
  private var rank: Int { Self.allCases.firstIndex(of: self) ?? 0 }
}
