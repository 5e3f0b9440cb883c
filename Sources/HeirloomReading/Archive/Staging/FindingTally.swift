internal import HeirloomFindings

/// Findings that stand for many values, counted by kind and place.
struct FindingTally {
  private(set) var counts: [Key: Int] = [:]
  struct Key: Hashable {
    var kind: FindingKind
    var entity: String?
    var property: String?
  }
  mutating func add(_ kind: FindingKind, _ entity: String?, _ property: String?, _ count: Int = 1) {
    counts[Key(kind: kind, entity: entity, property: property), default: 0] += count
  }
}
