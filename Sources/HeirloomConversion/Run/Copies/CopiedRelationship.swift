internal import HeirloomMapping
internal import HeirloomSchema

/// A relationship of the target whose records are copied where several owners would share one.
final class CopiedRelationship {
  let number: Int
  let relationship: Relationship
  /// The target entity that declares it.
  let declarer: EntityName
  /// The assignments that fill it, by their places in the plan: owners that come first in this order keep their records.
  let links: [Int]
  var count: Int64 = 0

  /// - Parameter end: the owners' end of the relationship.
  init(_ number: Int, _ links: [Int], _ end: (declarer: EntityName, relationship: Relationship)) {
    self.number = number
    self.links = links
    (declarer, relationship) = end
  }

  /// `(a, b, rank)`: the owner, the record, and how early the owner's assignment comes. Made of original records and of owners' copies.
  var shares: String { "temp.\"shares_\(number)\"" }
  /// `(new, original, owner, seed)`: the copy's key, the record it is made of, whose it is, and what sets its UUIDs apart.
  var copies: String { "temp.\"copies_\(number)\"" }
  /// `(new, rule, old, name)`: for each original the rule that made it, its row there, and the row's name.
  var origins: String { "temp.\"origins_\(number)\"" }
  /// `(old, new)`: the source rows of a rule and the copies that were made of their records.
  func copied(by rule: Int) -> String { "temp.\"copied_\(number)_\(rule)\"" }

  /// Whether the link from `a` to `b` leads to a copy instead.
  func isCopied(_ a: String, _ b: String) -> String {
    "EXISTS (SELECT 1 FROM \(copies) AS cc WHERE cc.original = \(b) AND cc.owner = \(a))"
  }
}
