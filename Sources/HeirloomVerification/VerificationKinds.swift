package import HeirloomFindings

extension FindingKind {
  /// What the validator can find.
  package static let verification: [FindingKind] = [
    recordsDiffer, valuesDiffer, linksDiffer, endsDisagree, orderDiffers, booksDiffer, hashesOfOthers,
  ]

  private static let advice =
    "The target is not a faithful conversion by this mapping: do not use it, and report how it came about."

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
  package static let booksDiffer = FindingKind(
    "books-differ", .error, meaning: "The target's own books are wrong: entity numbers, or the highest key in use.",
    advice: "The app would not see these records, or would give their keys to others: convert again.")
  package static let hashesOfOthers = FindingKind(
    "target-hashes-differ", .error, meaning: "The version hashes that the target records are not those of its schema.",
    advice: "The app would refuse to open the store: convert again, or give the model or template that it was made with.")
}
