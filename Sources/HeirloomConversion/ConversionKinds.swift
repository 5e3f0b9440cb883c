package import HeirloomFindings

extension FindingKind {
  /// What a conversion can meet on its way.
  package static let conversion: [FindingKind] = [
    missingValues, duplicateKeys, danglingLink, sharedChild, nilKeys, orphans, deleteDenied, willBeRejected,
    willBeSkipped, willBeDefaulted, functionFailed, lookUpMissed, lookUpAmbiguous, copiesMade, willBeCopied, staysWithOriginal,
  ]

  package static let missingValues = FindingKind(
    "missing-values", .error, exit: .mappingFaulty,
    meaning: "Records lack a value that the target needs, and the mapping does not say what to do. Nothing was written.",
    advice: "Add `?? value` or `?? reject(\"why\")` to the assignment, or a default to the schema.")
  package static let duplicateKeys = FindingKind(
    "duplicate-keys", .error, exit: .mappingFaulty,
    meaning: "Records have the same value where the target wants it to be unique. Nothing was written.",
    advice: "Say which record survives: `Unique(Trip.self, by: \\.name, keep: .first(by: \\.createdAt))`.")
  package static let danglingLink = FindingKind(
    "dangling-link", .warning,
    meaning: "Links of the source lead to records that do not exist; they end as nil, and no record is lost.",
    advice: "Nothing needs to be done; the source was inconsistent already.")
  package static let sharedChild = FindingKind(
    "shared-child", .error, exit: .mappingFaulty,
    meaning: "A record would belong to two owners, and the target allows one. Nothing was written.",
    advice:
      "Give each owner a copy with `SharedChildren(\"Customer.address\", .clone)`, carry the relationship as many-to-many, or choose the owner in the mapping."
  )
  package static let copiesMade = FindingKind(
    "copies-made", .note, meaning: "Records that several owners share were copied, as the mapping's `SharedChildren` says.",
    advice: "Check that the number is what you expect.")
  package static let willBeCopied = FindingKind(
    "will-be-copied", .note,
    meaning: "A conversion of this store would copy records that several owners share, as the mapping's `SharedChildren` says.",
    advice: "Check that the number is what you expect.")
  package static let staysWithOriginal = FindingKind(
    "stays-with-original", .warning,
    meaning: "Records that belong to one that was copied belong to the original alone; its copies have none of them.",
    advice: "Copy them too, with a `SharedChildren` for their relationship, or accept it.")
  package static let orphans = FindingKind(
    "orphans", .error, exit: .mappingFaulty,
    meaning: "Records have no owner, and the mapping says that this fails the run. Nothing was written.",
    advice: "Use `Orphans(…, .keep)` or `Orphans(…, .drop)`, or mend the source.")
  package static let deleteDenied = FindingKind(
    "delete-denied", .error, exit: .mappingFaulty,
    meaning: "The mapping deletes records whose relationships deny it: other records still belong to them. Nothing was written.",
    advice: "Delete the other records too, or use `skip`, which leaves the others as they are.")
  package static let willBeRejected = FindingKind(
    "will-be-rejected", .warning, meaning: "A conversion of this store would refuse records.",
    advice: "Mend the mapping or the data, or accept that these records are not carried.")
  package static let willBeSkipped = FindingKind(
    "will-be-skipped", .note, meaning: "A conversion of this store would leave records out, as the mapping says.",
    advice: "Check that the number is what you expect.")
  package static let willBeDefaulted = FindingKind(
    "will-be-defaulted", .note,
    meaning:
      "A conversion of this store would use a default of the schema, or what `??` of the mapping gives, where the source has no value.",
    advice: "Check that the number is what you expect.")
  package static let functionFailed = FindingKind(
    "function-failed", .error, exit: .mappingFaulty, meaning: "A function that the caller registered threw an error.",
    advice: "Return nil for values it cannot take, and let the mapping say `?? reject(\"why\")`.")
  package static let lookUpMissed = FindingKind(
    "look-up-missed", .warning,
    meaning:
      "A record that the mapping looks up by the value of an attribute is not there, or the value is nil; the link ends as nil.",
    advice: "Mend the keys in the source, give another way with `??`, or accept that these links are nil.")
  package static let lookUpAmbiguous = FindingKind(
    "look-up-ambiguous", .warning,
    meaning: "Several records have the value by which the mapping looks one up; the one with the lowest key is taken.",
    advice: "Look it up by an attribute that is unique, or join the records with `Unique`.")
  package static let nilKeys = FindingKind(
    "nil-keys", .error, exit: .mappingFaulty, meaning: "Records have no key, and the mapping says that this fails the run.",
    advice: "Use `nils: .keep` or `nils: .reject` in `Unique`, or give the key a value.")
}
