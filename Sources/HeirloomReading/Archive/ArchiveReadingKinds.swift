package import HeirloomFindings

extension FindingKind {
  /// What can be wrong with, or worth knowing of, the data inside an archive.
  package static let archiveReading: [FindingKind] = [
    .archiveHoldsNothing, .archiveAmbiguous, .archiveNoSuchMember, .archiveMemberIgnored, .archiveNested, .archiveTypeMixed,
    .archiveMixedShape,
    .archiveNestedList, .archiveEmptyProperty, .archiveTypesInferred, .archiveNotInSchema, .archiveNotInData,
    .archiveValueRefused,
    .archiveKeySuggested, .archiveReferenceSuggested, .archiveDanglingReference, .archiveKeyUnclear, .archiveCopiesRecognised,
    .archiveCopiesKept, .archiveTooManyColumns, .archiveTooDeep, .archiveNameFaulty, .archiveDocumentRecord, .archiveSchemaFaulty,
    .archiveSchemaUsed, .archiveSchemaUnused, .archiveSchemaAmbiguous,
    .realmStudioExport, .jsonDamaged, .jsonTooDeep, .jsonDuplicateKey, .jsonNotANumber, .jsonHugeNumber, .jsonLoneSurrogate,
    .jsonInvalidText, .jsonLenient, .jsonUnknownType, .csvDelimiter, .csvDelimiterUnsure, .csvRowShort, .csvRowLong, .csvQuote,
    .csvUnclosedQuote,
    .csvHeader, .csvEncoding, .propertyListDamaged, .xmlStoreDamaged, .xmlStoreUnmodelled, .binaryStoreUnproven,
  ]

  package static let archiveHoldsNothing = FindingKind(
    "archive-holds-nothing", .error, exit: .sourceUnreadable, meaning: "Nothing in the archive is data that can be read.",
    advice: "JSON, JSON lines, CSV, TSV, property lists, Core Data stores and Realm files are read.")
  package static let archiveAmbiguous = FindingKind(
    "archive-ambiguous", .error, exit: .usage, meaning: "The archive holds several stores.",
    advice: "Choose one with --member.")
  package static let archiveNoSuchMember = FindingKind(
    "archive-no-such-member", .error, exit: .noInput, meaning: "The archive holds nothing under the name given with --member.",
    advice: "Leave --member out to see what the archive holds.")
  package static let archiveMemberIgnored = FindingKind(
    "archive-member-ignored", .note, meaning: "Members that are neither data nor stores were left out.",
    advice: "Nothing need be done, unless one of them should have been read.")
  package static let archiveNested = FindingKind(
    "archive-nested", .error, exit: .usage,
    meaning: "An archive holds archives, and nothing beside them, or something that was read.",
    advice: "Open the inner one with --member OUTER/INNER, or unpack it first.")
  package static let archiveTypeMixed = FindingKind(
    "archive-type-mixed", .warning, meaning: "A property's values are of several types, so that it is read as text.",
    advice: "Convert it in the mapping, with a rule for the values that do not fit, or give the schema of the export.")
  package static let archiveMixedShape = FindingKind(
    "archive-mixed-shape", .warning, meaning: "A property is a value in some records, and a list or an object in others.",
    advice: "Each shape is read under a name of its own; the mapping can join them.")
  package static let archiveNestedList = FindingKind(
    "archive-nested-list", .warning, meaning: "A list holds lists; the inner ones are read as JSON text.",
    advice: "Take them apart in the mapping.")
  package static let archiveEmptyProperty = FindingKind(
    "archive-empty-property", .note, meaning: "A property has no value in any record, so that its type cannot be told.",
    advice: "It is read as an optional text; give the schema of the export to say more.")
  package static let archiveTypesInferred = FindingKind(
    "archive-types-inferred", .note, meaning: "The export has no schema; types were inferred from all its records.",
    advice: "Give the schema (schema.json, SwiftData source or a model) where one is known.")
  package static let archiveNotInSchema = FindingKind(
    "archive-not-in-schema", .warning, meaning: "The data has a property or entity that the given schema does not know.",
    advice: "It is read with an inferred type; check that the schema belongs to the data.")
  package static let archiveNotInData = FindingKind(
    "archive-not-in-data", .note, meaning: "The schema has an entity or property of which the data holds nothing.",
    advice: "It reads as empty.")
  package static let archiveValueRefused = FindingKind(
    "archive-value-refused", .warning, meaning: "Values do not fit the type that the schema states, and read as null.",
    advice: "Correct the schema, or the values.")
  package static let archiveKeySuggested = FindingKind(
    "archive-key-suggested", .note, meaning: "A property looks like the key of its entity: every record has one of its own.",
    advice: "Say so in the mapping where it is needed; nothing was assumed.")
  package static let archiveReferenceSuggested = FindingKind(
    "archive-reference-suggested", .note, meaning: "A property looks like a reference: all its values are keys of an entity.",
    advice: "Say so in the mapping (Folder(where: \\.id == old.folder)); nothing was assumed.")
  package static let archiveDanglingReference = FindingKind(
    "archive-dangling-reference", .warning, meaning: "A reference names a record that the export does not hold.",
    advice: "The reference reads as null; export again with all classes if the record should be there.")
  package static let archiveKeyUnclear = FindingKind(
    "archive-key-unclear", .warning,
    meaning: "Links name records by key, but no property of the entity is their key beyond doubt.",
    advice: "The links read as null; give the schema of the export.")
  package static let archiveCopiesRecognised = FindingKind(
    "archive-copies-recognised", .note,
    meaning: "Records written out within others were recognised as records of their own class.",
    advice: "Each is equal to exactly one record of that class; nothing need be done.")
  package static let archiveCopiesKept = FindingKind(
    "archive-copies-kept", .warning,
    meaning: "Records written out within others have the shape of a class, but not each equals exactly one of its records.",
    advice: "They are read as embedded records. Use the original store instead of the export if there is one.")
  package static let archiveTooManyColumns = FindingKind(
    "archive-too-many-columns", .error, exit: .sourceUnreadable,
    meaning: "An object has so many properties that it is a dictionary, not a record.",
    advice: "Change the export so that each entry is a record with its key as a property.")
  package static let archiveTooDeep = FindingKind(
    "archive-too-deep", .warning,
    meaning: "Objects within objects go deeper than the limit, or are many times the file; the inner ones were left out.",
    advice: "Use the original store instead of the export if there is one.")
  package static let archiveNameFaulty = FindingKind(
    "archive-name-faulty", .error, exit: .sourceUnreadable, meaning: "A key or a column's name holds a NUL character.",
    advice: "Rename it in the export; no database can have a column of that name.")
  package static let archiveDocumentRecord = FindingKind(
    "archive-document-record", .note,
    meaning: "What stands beside the lists of a JSON document is read as one record of its own.",
    advice: "Nothing need be done; drop it in the mapping when it means nothing.")
  package static let archiveSchemaFaulty = FindingKind(
    "archive-schema-faulty", .error, exit: .mappingFaulty, meaning: "The schema.json beside the data is damaged.",
    advice: "Remove it, so that types are inferred, or export again.")
  package static let archiveSchemaUsed = FindingKind(
    "archive-schema-used", .note, meaning: "A schema beside the data (Swift source, a Core Data model) says its types and links.",
    advice: "Nothing need be done; --data-schema none infers them from the data instead.")
  package static let archiveSchemaUnused = FindingKind(
    "archive-schema-unused", .warning, meaning: "A schema beside the data cannot be read, or has none of the data's entities.",
    advice: "Check that it belongs to the data; types were inferred without it.")
  package static let archiveSchemaAmbiguous = FindingKind(
    "archive-schema-ambiguous", .error, exit: .usage,
    meaning: "Several schemas beside the data fit it alike, or none is named as asked.",
    advice: "Name one with --data-schema, or pass --data-schema none.")
  package static let realmStudioExport = FindingKind(
    "realm-studio-export", .warning,
    meaning: "The JSON was exported by Realm Studio, which loses some of what a Realm file holds.",
    advice: "Use the .realm file itself where it still exists.")
  package static let jsonDamaged = FindingKind(
    "json-damaged", .error, exit: .sourceUnreadable, meaning: "The text is not JSON, or ends early.",
    advice: "Export again, or repair the text at the place named.")
  package static let jsonTooDeep = FindingKind(
    "json-too-deep", .error, exit: .sourceUnreadable, meaning: "Objects and arrays are nested beyond the limit of 512 levels.",
    advice: "Such a text is no export of records; check that it is the right file.")
  package static let jsonDuplicateKey = FindingKind(
    "json-duplicate-key", .error, exit: .sourceUnreadable,
    meaning: "An object has the same key twice, so that a value would be lost.",
    advice: "Correct the export, or pass --allow-duplicate-keys: then the last value of each key is read, with a warning.")
  package static let jsonNotANumber = FindingKind(
    "json-not-a-number", .warning, meaning: "The text holds NaN or Infinity, which JSON does not have.",
    advice: "NaN reads as null, Infinity as itself.")
  package static let jsonHugeNumber = FindingKind(
    "json-huge-number", .warning,
    meaning: "A number is too large for a 64-bit integer or a double; its digits are kept as a decimal.",
    advice: "Check that the exporter wrote it right.")
  package static let jsonLoneSurrogate = FindingKind(
    "json-lone-surrogate", .warning,
    meaning: "A string has half a character (a lone surrogate); it reads as the replacement character.",
    advice: "The text was cut in the middle of a character before it was exported.")
  package static let jsonInvalidText = FindingKind(
    "json-invalid-text", .warning, meaning: "A string is not valid UTF-8; the bad bytes read as the replacement character.",
    advice: "Export again as UTF-8.")
  package static let jsonLenient = FindingKind(
    "json-lenient", .note,
    meaning: "The text breaks a rule of JSON that does no harm: control characters in strings, keys without quotes.",
    advice: "Nothing need be done.")
  package static let jsonUnknownType = FindingKind(
    "json-unknown-type", .warning,
    meaning: "An object has a '$' key that is no known type of extended JSON; it reads as an ordinary object.",
    advice: "Check what the exporter meant by it.")
  package static let csvDelimiter = FindingKind(
    "csv-delimiter", .note, meaning: "The values of a table are separated by something other than a comma.",
    advice: "Nothing need be done if the columns are right; --delimiter names another sign.")
  package static let csvDelimiterUnsure = FindingKind(
    "csv-delimiter-unsure", .warning,
    meaning: "More than one sign could separate a table's values, or none divides its first rows evenly.",
    advice: "Check the columns, and name the sign with --delimiter if they are wrong.")
  package static let csvRowShort = FindingKind(
    "csv-row-short", .warning, meaning: "Rows have fewer values than the header; the missing ones read as null.",
    advice: "Check the rows for a line break that should be quoted.")
  package static let csvRowLong = FindingKind(
    "csv-row-long", .warning, meaning: "Rows have more values than the header; the rest is read as further columns.",
    advice: "Check the rows for a delimiter that should be quoted.")
  package static let csvQuote = FindingKind(
    "csv-quote", .warning, meaning: "A quoted value is followed by more text before the next delimiter; it is joined to it.",
    advice: "Double the quotes inside of values.")
  package static let csvUnclosedQuote = FindingKind(
    "csv-unclosed-quote", .error, exit: .sourceUnreadable,
    meaning: "A quote is opened and never closed, so that the rest of the table is one value.",
    advice: "Repair the row named.")
  package static let csvHeader = FindingKind(
    "csv-header", .warning, meaning: "A column's name is missing, or there twice.",
    advice: "It was given a name; correct the header where that matters.")
  package static let csvEncoding = FindingKind(
    "csv-encoding", .warning, meaning: "Values are not UTF-8; they were read as Latin-1.",
    advice: "Export again as UTF-8 if accented letters come out wrong.")
  package static let propertyListDamaged = FindingKind(
    "property-list-damaged", .error, exit: .sourceUnreadable, meaning: "A property list is damaged.",
    advice: "Check it with plutil, or export again.")
  package static let xmlStoreDamaged = FindingKind(
    "xml-store-damaged", .error, exit: .sourceUnreadable, meaning: "A Core Data XML store is damaged.",
    advice: "Get the file again; it is one XML document.")
  package static let xmlStoreUnmodelled = FindingKind(
    "xml-store-unmodelled", .note,
    meaning: "A Core Data XML store has no model inside, so that names are in its own spelling and inverses unknown.",
    advice: "Give the model with --model.")
  package static let binaryStoreUnproven = FindingKind(
    "binary-store-unproven", .warning,
    meaning: "The file looks like a Core Data binary store, a form that was never seen in a real sample.",
    advice: "Compare the counts with what the app shows before relying on them.")
}
