public import HeirloomFindings

/// A link from one entity to another.
public struct Relationship: Hashable, Sendable {
  public var name: PropertyName
  public var destination: EntityName
  /// The relationship of `destination` that is the other end; it may be this one itself.
  public var inverse: PropertyName?
  /// The inverse was concluded, not written in the source.
  public var isInverseInferred = false
  /// 1 for a to-one, 0 for a to-many without limit.
  public var maximumCount = 1
  public var minimumCount = 0
  public var isOptional = true
  public var isOrdered = false
  public var isTransient = false
  public var isSpotlightIndexed = false
  public var deleteRule = DeleteRule.nullify
  /// Swift source gives the property an initial value, such as `= []`.
  public var hasDefault = false
  /// For Realm: a set or a dictionary of links; a plain list or a single link has none.
  public var collection: CollectionKind?
  /// The destination's records belong to this relationship alone: Realm's embedded objects.
  public var ownsDestination = false

  public var renamingIdentifier: String?
  public var hashModifier: String?
  public var userInfo: [String: String] = [:]
  public var place: TextPlace?

  public var isToMany: Bool { maximumCount != 1 }

  public init(_ name: PropertyName, to destination: EntityName, many: Bool = false, inverse: PropertyName? = nil) {
    self.name = name
    self.destination = destination
    self.inverse = inverse
    self.maximumCount = many ? 0 : 1
  }
}

/// What happens to the other end when a record is deleted. Raw values are the model archives' numbers.
public enum DeleteRule: Int, Hashable, Sendable, CaseIterable {
  case noAction = 0
  case nullify = 1
  case cascade = 2
  case deny = 3
}
