package import HeirloomFindings

extension FindingKind {
  /// The kinds of findings about Core Data models and their version hashes.
  package static let coreDataModel: [FindingKind] = [
    .modelDamaged, .modelPartUnknown, .modelPartLeftOut, .modelCachePartial, .modelElementsFormat, .modelVersionMissing,
    .modelCurrentUnknown,
    .hashOutsideEvidence, .hashesDiffer,
  ]

  package static let modelDamaged = FindingKind(
    "model-damaged", .error, exit: .sourceUnreadable,
    meaning: "A Core Data model cannot be read: the file or the cache in the store is damaged.",
    advice: "Give the app's model (.momd, .mom, .xcdatamodeld) with --model instead.")
  package static let modelPartUnknown = FindingKind(
    "model-part-unknown", .warning, meaning: "A Core Data model holds something Heirloom does not know; the rest was read.",
    advice: "If it matters to your data, please report it with the name in the message.")
  package static let modelPartLeftOut = FindingKind(
    "model-part-left-out", .note, meaning: "Part of a Core Data model describes no stored data and was left out.",
    advice: "Nothing needs doing; fetched properties and fetch request templates belong in the new app's code.")
  package static let modelCachePartial = FindingKind(
    "model-cache-partial", .note,
    meaning: "The model that the written store keeps of itself lacks a part whose archived form no real store shows.",
    advice:
      "The app knows the store by its version hashes all the same. Should a later version fail to migrate it, use --template: a store that "
      + "the app made itself has the whole model.")
  package static let modelElementsFormat = FindingKind(
    "model-xcode3", .error, exit: .sourceUnreadable, meaning: "The model is in the binary form of Xcode 3 and earlier.",
    advice: "Open the model in Xcode, which rewrites it, or give the compiled .mom from the built app.")
  package static let modelVersionMissing = FindingKind(
    "model-version-missing", .warning, meaning: "A model bundle names a version whose file is not there.",
    advice: "Check that the bundle was copied whole.")
  package static let modelCurrentUnknown = FindingKind(
    "model-current-unknown", .note, meaning: "A model bundle has several versions and does not say which is current.",
    advice: "Name the version with --model-version.")
  package static let hashOutsideEvidence = FindingKind(
    "hash-outside-evidence", .warning, meaning: "A version hash rests on a rule that no real store has confirmed.",
    advice:
      "Where certainty is wanted, pass --model with the app's compiled model, or --template with a store the app made itself.")
  package static let hashesDiffer = FindingKind(
    "hashes-differ", .warning, meaning: "A store's version hashes are not those of the model.",
    advice: "The model belongs to another version of the app; the message names the entities that differ.")
}

extension Finding {
  static func fetchedProperty(_ name: String, of entity: String) -> Finding {
    let place = Place.store(StorePlace(entity: entity, property: name))
    return Finding(.modelPartLeftOut, "'\(name)' of '\(entity)' is a fetched property and stores nothing", at: place)
  }
}
