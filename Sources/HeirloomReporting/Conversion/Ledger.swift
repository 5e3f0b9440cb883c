/// What became of the records of one entity on their way to one target entity.
public struct EntityLedger: Sendable, Hashable {
  /// The source entity as the mapping names it.
  public var source: String
  /// The target entity.
  public var target: String
  public var read: Int64
  /// Left out by a rule of the mapping.
  public var skipped: Int64
  /// Joined into another record by a uniqueness rule.
  public var merged: Int64
  /// Refused, each with its reason.
  public var rejected: Int64
  public var written: Int64
  /// Records that the validator found in the target; nil when it did not run.
  public var verified: Int64?

  public init(
    source: String, target: String, read: Int64 = 0, skipped: Int64 = 0, merged: Int64 = 0, rejected: Int64 = 0,
    written: Int64 = 0, verified: Int64? = nil
  ) {
    self.source = source
    self.target = target
    self.read = read
    self.skipped = skipped
    self.merged = merged
    self.rejected = rejected
    self.written = written
    self.verified = verified
  }

  /// Every record read was written, merged, skipped or rejected.
  public var isBalanced: Bool { read == written &+ merged &+ skipped &+ rejected }
  /// The validator found what was written, or did not run.
  public var isConfirmed: Bool { verified.map { $0 == written } ?? true }
}

/// What became of the links of one relationship.
public struct RelationshipLedger: Sendable, Hashable {
  /// The target's relationship, such as `Note.tags`.
  public var target: String
  /// Where its links come from, such as `Note.labels`; nil for links that the conversion made.
  public var source: String?
  public var before: Int64
  /// Not carried because an end was skipped or rejected, or did not exist.
  public var skipped: Int64
  /// The same link twice once its ends were merged.
  public var merged: Int64
  public var after: Int64
  /// Links that the validator found; nil when it did not run.
  public var verified: Int64?

  public init(
    target: String, source: String?, before: Int64 = 0, skipped: Int64 = 0, merged: Int64 = 0, after: Int64 = 0,
    verified: Int64? = nil
  ) {
    self.target = target
    self.source = source
    self.before = before
    self.skipped = skipped
    self.merged = merged
    self.after = after
    self.verified = verified
  }

  /// Every link of the source was written, merged or skipped.
  public var isBalanced: Bool { before == after &+ skipped &+ merged }
  public var isConfirmed: Bool { verified.map { $0 == after } ?? true }
}

/// An attribute whose values the validator compared on both sides.
public struct AttributeComparison: Sendable, Hashable {
  /// The target's attribute, such as `Note.title`.
  public var target: String
  /// Records whose value was compared; 0 for an attribute that the mapping computes.
  public var compared: Int64
  public var different: Int64
  /// Records that got the default because the source had no value; nil when it was not counted.
  public var defaulted: Int64?

  public init(target: String, compared: Int64 = 0, different: Int64 = 0, defaulted: Int64? = nil) {
    self.target = target
    self.compared = compared
    self.different = different
    self.defaulted = defaulted
  }
}

/// Something of the source that the mapping leaves behind on purpose.
public struct DroppedSource: Sendable, Hashable {
  /// An entity, attribute or relationship: `SyncLog`, `Note.legacyFlags`.
  public var name: String
  public var reason: String
  /// How many records, values or links that were; nil when it was not counted.
  public var count: Int64?

  public init(_ name: String, because reason: String, count: Int64? = nil) {
    self.name = name
    self.reason = reason
    self.count = count
  }
}
