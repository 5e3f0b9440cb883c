package import HeirloomFindings

extension FindingKind {
  /// Kinds of finding about opening a store and reading what is in it.
  package static let reading: [FindingKind] = [
    .emptyFile, .companionFile, .notAStore, .unsupportedStore, .storeTruncated, .storeDamaged, .storeEncrypted,
    .notACoreDataStore,
    .missingTable, .missingColumn, .unknownColumn, .missingJoinTable, .joinTableByLikeness, .modelUnreadable, .modelGuessed,
    .relationshipGuessed, .modelDiffers, .metadataUnreadable, .unknownEntityNumber, .entityWithoutNumber, .undefinedAttribute,
    .internalTables, .unknownTable, .externalFileMissing, .externalMarker, .danglingLink, .ownerMissing,
    .oneSidedLink, .unexpectedValue, .requiredMissing,
  ]

  // MARK: The file

  package static let emptyFile = FindingKind(
    "empty-file", .error, exit: .sourceUnreadable, meaning: "The file has no content.",
    advice: "A store that was never saved, or a copy that failed, looks like this: look for another copy.")
  package static let companionFile = FindingKind(
    "companion-file", .error, exit: .usage,
    meaning: "The file stands beside a store (its log, its lock, its shared memory) and is not the store.",
    advice: "Give the store itself; its companions are found by themselves.")
  package static let notAStore = FindingKind(
    "not-a-store", .error, exit: .sourceUnreadable, meaning: "The file is no store and no archive that Heirloom knows.",
    advice: "Check that it is the right file; Core Data and SwiftData stores start with the words 'SQLite format 3'.")
  package static let unsupportedStore = FindingKind(
    "unsupported-store", .error, exit: .sourceUnreadable,
    meaning: "The file's form is known, but this version of Heirloom cannot read it.",
    advice: "Export the data with a program that can, or convert the store to SQLite first.")
  package static let storeTruncated = FindingKind(
    "store-truncated", .error, exit: .sourceUnreadable, meaning: "The store ends before its own header says it should.",
    advice: "The copy is incomplete: fetch the file again, from a backup if need be.")
  package static let storeDamaged = FindingKind(
    "store-damaged", .error, exit: .sourceUnreadable, meaning: "The store contradicts itself.",
    advice: "Use another copy, or recover what can be recovered with 'sqlite3 STORE .recover'; Heirloom takes no half stores.")
  package static let storeEncrypted = FindingKind(
    "store-encrypted", .error, exit: .sourceUnreadable, meaning: "The file has no header and its bytes look random.",
    advice:
      "It is most likely encrypted (SQLCipher, an encrypted Realm): decrypt it with its own app, or give a Realm's key with --key."
  )

  // MARK: Core Data

  package static let notACoreDataStore = FindingKind(
    "not-a-core-data-store", .error, exit: .sourceUnreadable,
    meaning: "The file is an SQLite database, but not one of Core Data or SwiftData.",
    advice: "Z_METADATA and Z_PRIMARYKEY are missing; check that it is the right file.")
  package static let missingTable = FindingKind(
    "missing-table", .error, exit: .sourceUnreadable,
    meaning: "The model or the metadata names a table that is not in the store.",
    advice: "The store is damaged or the model is of another version: use another copy, or another --model.")
  package static let missingColumn = FindingKind(
    "missing-column", .warning, exit: .differences,
    meaning: "A property of the model has no column in the store; it is read as empty.",
    advice: "The model is of another version than the store, or the store was altered by hand.")
  package static let unknownColumn = FindingKind(
    "unknown-column", .warning, meaning: "A column of an entity's table belongs to no property of the model; it is not read.",
    advice: "A newer or an older model may know it: give that with --model.")
  package static let missingJoinTable = FindingKind(
    "missing-join-table", .error, exit: .sourceUnreadable,
    meaning: "The table of a many-to-many relationship is not in the store.",
    advice: "The store is damaged or the model is of another version: use another copy, or another --model.")
  package static let joinTableByLikeness = FindingKind(
    "join-table-by-likeness", .warning,
    meaning: "A join table carries other numbers than its entities do and was recognised by its name.",
    advice: "Check the relationship's counts.")
  package static let modelUnreadable = FindingKind(
    "model-unreadable", .warning, meaning: "The model that the store keeps of itself cannot be read.",
    advice: "Give the app's model with --model; without it Heirloom reads the tables by themselves.")
  package static let modelGuessed = FindingKind(
    "model-guessed", .warning,
    meaning: "The store keeps no model of itself, so its entities were read from the tables alone.",
    advice: "Give the app's model with --model: names, types, inheritance and relationships are then exact.")
  package static let relationshipGuessed = FindingKind(
    "relationship-guessed", .warning, meaning: "A column was taken for a relationship by its name, its index and its values.",
    advice: "Check the destination, or give the app's model with --model.")
  package static let modelDiffers = FindingKind(
    "model-differs", .warning, meaning: "The model that was given and the store do not name the same entities.",
    advice: "Give the model of the version that wrote the store.")
  package static let metadataUnreadable = FindingKind(
    "metadata-unreadable", .warning,
    meaning: "The store's metadata is empty or not a property list; its version and hashes are not known.",
    advice: "The rows are not affected.")
  package static let unknownEntityNumber = FindingKind(
    "unknown-entity-number", .warning, exit: .differences,
    meaning: "Rows carry an entity number that no entity of their table has.",
    advice: "They are left out where the table holds several entities; look at Z_ENT of these rows.")
  package static let entityWithoutNumber = FindingKind(
    "entity-without-number", .warning,
    meaning: "An entity of the model is not in the store's list of entities; it is taken to be empty.",
    advice: "The model is of another version than the store.")
  package static let undefinedAttribute = FindingKind(
    "undefined-attribute", .note, meaning: "An attribute has no type in the model; it is read as the store holds it.",
    advice: "Give it a type in the mapping.")
  package static let internalTables = FindingKind(
    "internal-tables", .note,
    meaning: "Tables of Core Data's own (history, CloudKit mirroring, full-text and place indexes) are left out.",
    advice: "Nothing is to be done; the new store starts a history of its own. 'heirloom query' can show them on request.")
  package static let unknownTable = FindingKind(
    "unknown-table", .warning, meaning: "A table belongs to no entity of the model; it is not read.",
    advice: "Other programs put tables of their own into a store; query it with the sqlite3 shell if it matters.")
  package static let externalFileMissing = FindingKind(
    "external-file-missing", .error, exit: .sourceUnreadable,
    meaning: "A value is kept in a file of its own, and that file is not there.",
    advice:
      "Copy the folder '.NAME_SUPPORT' that stands beside the store along with it, or refuse such records with --reject-missing-files."
  )
  package static let externalMarker = FindingKind(
    "external-marker", .error, exit: .sourceUnreadable,
    meaning: "A value that may be kept in a file of its own starts with neither of the two marks that say where it is.",
    advice: "The store is damaged, or the model that says so is of another version.")

  // MARK: Records

  package static let danglingLink = FindingKind(
    "dangling-link", .warning, meaning: "A relationship points to a record that does not exist.",
    advice: "The mapping says what becomes of such links; by default they are dropped and counted.")
  package static let ownerMissing = FindingKind(
    "link-without-owner", .warning, meaning: "A join table holds a link whose owner does not exist.",
    advice: "Such links cannot be carried; they are counted.")
  package static let oneSidedLink = FindingKind(
    "one-sided-link", .warning, meaning: "One record links to another whose inverse relationship does not lead back.",
    advice: "The mapping carries the side that it names; the new store writes both sides from that.")
  package static let unexpectedValue = FindingKind(
    "unexpected-value", .warning, meaning: "Values of an attribute are not of the type that the model gives it.",
    advice: "Look at them with 'heirloom query'; a mapping can turn or reject them.")
  package static let requiredMissing = FindingKind(
    "required-value-missing", .warning, meaning: "Records lack a value that the model requires.",
    advice: "Give a default in the mapping with '??', or reject such records.")
}
