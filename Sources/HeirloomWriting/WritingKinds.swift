package import HeirloomFindings

extension FindingKind {
  /// Kinds of findings about the target store and how it is written.
  package static let writing: [FindingKind] = [.targetBusy, .targetNotUnique, .leftoverJournal, .targetNoPlace, .targetDangling]

  package static let targetBusy = FindingKind(
    "target-busy", .error, exit: .tryAgain, meaning: "Another program, or another run, is at work on the output.",
    advice: "Close the app that uses it, or wait for the other run to end, and run again.")
  package static let targetNotUnique = FindingKind(
    "target-not-unique", .error, exit: .mappingFaulty,
    meaning: "Records of the target share values that its schema declares unique.",
    advice: "Say in the mapping which of them to keep: Unique(Entity.self, by: …).")
  package static let leftoverJournal = FindingKind(
    "leftover-journal", .error, exit: .targetRefused,
    meaning: "A -wal, -shm or -journal file of an earlier store stands where the output's own would be, and would be read with it.",
    advice: "Move it away together with the store it belongs to, choose another name, or pass --overwrite to discard it.")
  package static let targetDangling = FindingKind(
    "target-dangling", .error, exit: .mappingFaulty, meaning: "A link of the target leads to a record that was not written.",
    advice: "Say in the mapping what becomes of links whose record is skipped or rejected.")
  package static let targetNoPlace = FindingKind(
    "target-no-place", .warning, meaning: "A property of the target schema has no place in the target's layout.",
    advice: "Give the attribute a type that can be stored, or mark it as transient.")
}
