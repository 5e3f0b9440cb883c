package import HeirloomFindings

extension FindingKind {
  /// What the validator can find.
  package static let verification: [FindingKind] = [recordsDiffer, valuesDiffer, linksDiffer, endsDisagree, orderDiffers]

  private static let advice = "The target is not a faithful conversion by this mapping: do not use it, and report how it came about."

  package static let recordsDiffer = FindingKind(
    "records-differ", .error, meaning: "The target holds other records than the ledger says were written.", advice: advice)
  package static let valuesDiffer = FindingKind(
    "values-differ", .error, meaning: "Values that were to be carried unchanged are not the same in both stores.", advice: advice)
  package static let linksDiffer = FindingKind(
    "links-differ", .error, meaning: "The target holds other links than the ledger says were written.", advice: advice)
  package static let endsDisagree = FindingKind(
    "ends-disagree", .error, meaning: "The two ends of a relationship do not hold the same links.", advice: advice)
  package static let orderDiffers = FindingKind(
    "order-differs", .error, meaning: "An ordered relationship lost its order.", advice: advice)
}
