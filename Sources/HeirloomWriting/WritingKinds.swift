package import HeirloomFindings

extension FindingKind {
  /// Kinds of findings about the target store and how it is written.
  package static let writing: [FindingKind] = [
    .targetBusy, .targetNotUnique, .leftoverJournal, .targetNoPlace, .targetIndexLeftOut, .targetIndexInferred,
    .targetJoinInferred, .targetDangling,
    .templateUnreadable,
    .templateDiffers,
    .templateNotEmpty, .derivedNotComputed, .derivedNotKept, .metadataLeftOut, .mergeWithoutKey,
  ]

  package static let targetBusy = FindingKind(
    "target-busy", .error, exit: .tryAgain, meaning: "Another program, or another run, is at work on the output.",
    advice: "Close the app that uses it, or wait for the other run to end, and run again.")
  package static let targetNotUnique = FindingKind(
    "target-not-unique", .error, exit: .mappingFaulty,
    meaning: "Records of the target share values that its schema declares unique.",
    advice: "Say in the mapping which of them to keep: Unique(Entity.self, by: …).")
  package static let leftoverJournal = FindingKind(
    "leftover-journal", .error, exit: .targetRefused,
    meaning:
      "A -wal, -shm or -journal file of an earlier store stands where the output's own would be, and would be read with it.",
    advice: "Move it away together with the store it belongs to, choose another name, or pass --overwrite to discard it.")
  package static let targetIndexLeftOut = FindingKind(
    "target-index-left-out", .note,
    meaning: "An index that the target schema declares was not created; the records are all there.",
    advice: "Where the index matters, use --template: a store that the app made itself has it.")
  package static let targetIndexInferred = FindingKind(
    "target-index-inferred", .note,
    meaning: "An R-tree index of the target schema was created in the form that stores show for location attributes.",
    advice: "If the app cannot fetch by that index, use --template: a store that the app made itself has it.")
  package static let targetJoinInferred = FindingKind(
    "target-join-inferred", .note,
    meaning:
      "A many-to-many relationship leads from an entity to itself; which of its two names the join table bears follows a rule that "
      + "few stores confirm.",
    advice: "If the app does not see these links, use --template: a store that the app made itself has the right table.")
  package static let metadataLeftOut = FindingKind(
    "metadata-left-out", .note, meaning: "The source's metadata hold entries of the app's own, which the target has not.",
    advice: "Pass --keep-metadata when the new app reads them; they may hold tokens and the like.")
  package static let targetDangling = FindingKind(
    "target-dangling", .error, exit: .mappingFaulty, meaning: "A link of the target leads to a record that was not written.",
    advice: "Say in the mapping what becomes of links whose record is skipped or rejected.")
  package static let templateUnreadable = FindingKind(
    "template-unreadable", .error, exit: .sourceUnreadable,
    meaning: "The template is not a store of Core Data or SwiftData, or is damaged.",
    advice: "Run the new app once on a device or simulator, close it, and take its store together with the -wal file.")
  package static let templateDiffers = FindingKind(
    "template-differs", .error, exit: .mappingFaulty, meaning: "The template was made with another model than the target schema.",
    advice: "Take the template from a build of the app that has this version of the schema.")
  package static let templateNotEmpty = FindingKind(
    "template-not-empty", .error, exit: .targetRefused, meaning: "The template holds records already.",
    advice: "Give an empty store, or pass --merge to add to what is there.")
  package static let derivedNotComputed = FindingKind(
    "derived-not-computed", .warning,
    meaning: "A derived attribute does not hold what the app's own framework would have computed.",
    advice: "Save each affected object once in the app, or fill the attribute in the mapping.")
  package static let derivedNotKept = FindingKind(
    "derived-not-kept", .warning,
    meaning: "A derived attribute is computed for the records that were written, and the target has no trigger that renews it.",
    advice: "Use --template: a store that the app made itself has the triggers.")
  package static let mergeWithoutKey = FindingKind(
    "merge-without-key", .note,
    meaning: "An entity has no unique attribute by which a record of the template could be recognised.",
    advice: "Its records count as the same when all their values are; add a unique attribute where that is not enough.")
  package static let targetNoPlace = FindingKind(
    "target-no-place", .warning, meaning: "A property of the target schema has no place in the target's layout.",
    advice: "Give the attribute a type that can be stored, or mark it as transient.")
}
