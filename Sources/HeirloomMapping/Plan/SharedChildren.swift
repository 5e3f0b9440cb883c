package import HeirloomFindings

/// What becomes of records that several owners share, where the target gives each record one owner.
package struct SharedChildrenRule: Sendable {
  package enum Policy: String, Hashable, Sendable, CaseIterable {
    /// Each owner but the first gets a copy.
    case clone
    /// The run ends before anything is written.
    case fail
  }
  /// The relationship that leads from an owner to what it shares.
  package var relationship: SourceRelationship
  package var policy: Policy
  package var place: TextPlace?
}

/// That the records at one end of a link are copied, where they are shared.
package struct SharedCopies: Hashable, Sendable {
  /// The place of the policy in the plan.
  package var policy: Int
  /// The link leads from the record that is copied to its owner, and not from the owner.
  package var isBackward: Bool
}
