package import HeirloomFindings

extension FindingKind {
  /// The kinds that checking versions and plans can find.
  package static let versions: [FindingKind] = [
    .duplicateChecksum, .lightweightNotEnough, .likelyRename, .uniquenessAdded, .stagesDisconnected, .versionWithoutStage,
    .versionNotInPlan,
    .versionsOutOfOrder, .planBackward, .modelSkipsVersion, .manyToManyInverse, .manyToManyOptional, .manyToManyDefault,
    .cascadeBothWays,
    .migrationWithoutSave, .wrongVersionInClosure, .notForCloudKit,
    .versionUnknown, .versionAmbiguous, .versionByIdentifier, .versionByShape, .noRoute, .downgradeRefused, .downgradeLoses,
    .stageWithoutMapping,
    .closureBeyond, .closureFailed, .closureInterpreted, .closureUnsaved, .closureClock, .duplicatesInStore, .noSuchVersion,
    .hopsOneByOne,
  ]

  package static let duplicateChecksum = FindingKind(
    "duplicate-checksum", .error, exit: .mappingFaulty,
    meaning:
      "Two versions of a plan have the same version checksum: SwiftData crashes with 'Duplicate version checksums across stages detected'.",
    advice:
      "Declare no new version for what the checksum does not cover (defaults, delete rules, indexes, original names), or freeze the old classes."
  )
  package static let lightweightNotEnough = FindingKind(
    "lightweight-not-enough", .error, exit: .mappingFaulty,
    meaning: "A lightweight stage covers a change that the framework cannot make by itself.",
    advice: "Make the stage custom, or write a mapping for it.")
  package static let likelyRename = FindingKind(
    "likely-rename", .warning,
    meaning: "A property or model vanishes and one like it appears; without 'originalName:' the old values are lost.",
    advice: "If it was renamed, say so with '@Attribute(originalName:)'.")
  package static let uniquenessAdded = FindingKind(
    "uniqueness-added", .warning,
    meaning: "A version adds a uniqueness constraint; records that are alike stop the migration, or one replaces the other.",
    advice: "Remove duplicates in a custom stage first, or with 'Unique(…)' in a mapping.")
  package static let duplicatesInStore = FindingKind(
    "duplicates-in-store", .error, exit: .mappingFaulty,
    meaning: "A store that was given has records that are alike in what a later version of its plan makes unique.",
    advice: "Remove duplicates in a custom stage first, or with 'Unique(…)' in a mapping.")
  package static let stagesDisconnected = FindingKind(
    "stages-disconnected", .error, exit: .mappingFaulty,
    meaning: "The stages of a plan do not lead from one of its versions to the next.",
    advice: "Let each stage begin where the one before it ends, in the order of 'schemas'.")
  package static let versionWithoutStage = FindingKind(
    "version-without-stage", .warning, meaning: "No stage leads to a version of the plan.",
    advice: "Add a stage; without one, stores of the version before it may not open.")
  package static let versionNotInPlan = FindingKind(
    "version-not-in-plan", .warning, meaning: "A stage or the sources name a version that the plan's 'schemas' leave out.",
    advice: "Add it to 'schemas': stores of a version that the plan does not know do not open (error 134504).")
  package static let versionsOutOfOrder = FindingKind(
    "versions-out-of-order", .warning, meaning: "The version numbers of a plan do not rise in the order of its 'schemas'.",
    advice: "Order 'schemas' from the oldest to the newest and give each a higher number.")
  package static let planBackward = FindingKind(
    "plan-backward", .note, meaning: "A plan leads from newer versions to older ones.",
    advice: "Keep it apart from the plan that the app ships.")
  package static let modelSkipsVersion = FindingKind(
    "model-skips-version", .warning,
    meaning: "A model is missing from a version between two that have it, so its records are lost on the way.",
    advice: "List it in every version: each is a complete snapshot.")
  package static let manyToManyInverse = FindingKind(
    "many-to-many-inverse", .warning,
    meaning: "A many-to-many relationship has no explicit inverse ('Expected only Arrays for Relationships').",
    advice: "Write '@Relationship(inverse: …)' on one side.")
  package static let manyToManyOptional = FindingKind(
    "many-to-many-optional", .warning, meaning: "One side of a many-to-many relationship is an optional array.",
    advice: "Use plain arrays on both sides, with '= []'.")
  package static let manyToManyDefault = FindingKind(
    "many-to-many-default", .note,
    meaning: "On iOS 17.0 a many-to-many relationship between models that are not in alphabetical order needs default values.",
    advice: "Give both sides '= []', or require iOS 17.1.")
  package static let cascadeBothWays = FindingKind(
    "cascade-both-ways", .warning,
    meaning: "Both ends of a relationship delete the other: deleting one record may delete everything it is linked to.",
    advice: "Let only the owner's side cascade.")
  package static let migrationWithoutSave = FindingKind(
    "migration-without-save", .warning,
    meaning:
      "A migration closure changes records and never saves: its work is lost, and the migration starts over at each launch.",
    advice: "End the closure with 'try context.save()'.")
  package static let wrongVersionInClosure = FindingKind(
    "wrong-version-in-closure", .error, exit: .mappingFaulty,
    meaning: "willMigrate names models of the new version, or didMigrate models of the old one; the context does not have them.",
    advice: "willMigrate sees only the old models, didMigrate only the new. What needs both at once is a mapping.")
  package static let notForCloudKit = FindingKind(
    "not-for-cloudkit", .warning, meaning: "The schema has something that CloudKit does not take.",
    advice:
      "For CloudKit: no uniqueness, every attribute optional or with a default, every relationship optional, none ordered, no '.deny'."
  )

  // MARK: - Migrating

  package static let versionUnknown = FindingKind(
    "version-unknown", .error, exit: .mappingFaulty,
    meaning: "The store is at no version of the plan: its version hashes, identifiers and shape fit none.",
    advice:
      "Give the plan that has the store's version; the help names the entities that differ from the nearest one. A store that has its model may be a version itself: '--plan STORE --plan MODEL'."
  )
  package static let versionAmbiguous = FindingKind(
    "version-ambiguous", .error, exit: .mappingFaulty, meaning: "The store fits several versions of the plan equally well.",
    advice: "Say which with '--from'. Versions with equal hashes make the app crash: see 'heirloom lint'.")
  package static let versionByIdentifier = FindingKind(
    "version-by-identifier", .warning,
    meaning: "The store's version was told by its identifier; the version hashes are those of no version of the plan.",
    advice: "The app itself would not open this store (error 134504). Check that the plan is the app's.")
  package static let versionByShape = FindingKind(
    "version-by-shape", .warning, meaning: "The store's version was told by the names of its entities and properties alone.",
    advice: "Check that the version is the right one; '--from' names it.")
  package static let noSuchVersion = FindingKind(
    "no-such-version", .error, exit: .usage, meaning: "The plan has no version of this name or number.",
    advice: "'heirloom schema PLAN.swift' lists the versions.")
  package static let noRoute = FindingKind(
    "no-route", .error, exit: .mappingFaulty,
    meaning: "The stages of the plan do not lead from the store's version to the wanted one.",
    advice: "Add the missing stage to the plan.")
  package static let downgradeRefused = FindingKind(
    "downgrade-refused", .error, exit: .mappingFaulty, meaning: "The store is newer than the version it was to be migrated to.",
    advice: "A plan leads forward only. '--allow-downgrade' goes back where nothing is lost.")
  package static let downgradeLoses = FindingKind(
    "downgrade-loses", .error, exit: .mappingFaulty,
    meaning: "Going back to the older version would lose what only the newer one has. Nothing was written.",
    advice: "Keep the newer version, or write a mapping with a 'Drop' for each part and use 'heirloom convert'.")
  package static let stageWithoutMapping = FindingKind(
    "stage-without-mapping", .error, exit: .mappingFaulty,
    meaning: "A custom stage has closures, and no mapping takes their place. Nothing was written.",
    advice:
      "Write 'Stage(V1.self, to: V2.self) { … }' in a mapping and give it with '--mapping', or let the closures be interpreted with '--run-closures'."
  )
  package static let closureBeyond = FindingKind(
    "closure-beyond", .error, exit: .mappingFaulty, meaning: "A migration closure does something that is not interpreted.",
    advice: "Write a mapping for the stage; docs/migrating.md lists what is interpreted.")
  package static let closureFailed = FindingKind(
    "closure-failed", .error, exit: .mappingFaulty,
    meaning: "A migration closure stopped with an error, as it would on a device. Nothing was written.",
    advice: "Mend the closure or the data; the container would not open.")
  package static let closureInterpreted = FindingKind(
    "closure-interpreted", .note, meaning: "A migration closure was interpreted over the store, as the app would run it.",
    advice: "The report counts what it inserted, changed and deleted.")
  package static let closureClock = FindingKind(
    "closure-clock", .warning,
    meaning: "A migration closure reads the clock, so that the same store gives another one at another time.",
    advice: "'--clock' sets the clock to a moment; a mapping does without it.")
  package static let closureUnsaved = FindingKind(
    "closure-unsaved", .warning,
    meaning: "A migration closure changed records and did not save them: as on a device, nothing of it stays.",
    advice: "End the closure with 'try context.save()'.")
  package static let hopsOneByOne = FindingKind(
    "hops-one-by-one", .note,
    meaning:
      "Several stages were run one after the other, through private stores in between: closures, mappings and some changes do not let them be made at once.",
    advice: "Nothing needs to be done; the intermediate stores are gone.")
}
