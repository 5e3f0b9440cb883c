package import HeirloomFindings

extension FindingKind {
  /// What reading a Realm file can bring to light.
  package static let realm: [FindingKind] = [
    .realmEmpty, .realmNotRealm, .realmSideFile, .realmTextConversion, .realmEncrypted, .realmWrongKey, .realmKeyLength,
    .realmNotEncrypted, .realmUnsupportedVersion, .realmTruncated, .realmDamaged, .realmHalfUpgraded, .realmRenamed,
    .realmColumnLeftOut, .realmDateRounded, .realmNaN, .realmUnresolvedLinks, .realmKeyWithoutObject,
    .realmInvalidText, .realmInternalTables, .realmSalvaged,
  ]

  package static let realmEmpty = FindingKind(
    "realm-empty", .error, exit: .sourceUnreadable,
    meaning: "The file has no bytes; Realm's library would make a new database of it.",
    advice: "Check that the whole file was copied from the device.")
  package static let realmNotRealm = FindingKind(
    "realm-not-realm", .error, exit: .sourceUnreadable, meaning: "The file is not a Realm file, nor an encrypted one.",
    advice: "Name the '.realm' file itself.")
  package static let realmSideFile = FindingKind(
    "realm-side-file", .error, exit: .sourceUnreadable,
    meaning: "The path names one of the files that stand beside a Realm: its lock, its notifier or its management folder.",
    advice: "Name the '.realm' file beside it; the side files hold nothing that is worth converting.")
  package static let realmTextConversion = FindingKind(
    "realm-text-conversion", .error, exit: .sourceUnreadable,
    meaning:
      "The file went through a program that ended its lines with CR LF, such as git with 'autocrlf', and is damaged by it.",
    advice:
      "Fetch it again as a binary file; or replace each CR LF by LF in a copy, which gave a sound file back where it was tried.")
  package static let realmEncrypted = FindingKind(
    "realm-encrypted", .error, exit: .sourceUnreadable, meaning: "The file seems to be encrypted, and no key was given.",
    advice: "Pass the 64-byte key with --key HEX or --key-file; the app keeps it, often in the keychain.")
  package static let realmWrongKey = FindingKind(
    "realm-wrong-key", .error, exit: .sourceUnreadable, meaning: "The file's first page does not fit the key.",
    advice: "Check that the key belongs to this file, and that it was copied whole.")
  package static let realmKeyLength = FindingKind(
    "realm-key-length", .error, exit: .usage, meaning: "A key for a Realm file has 64 bytes, which are 128 hexadecimal digits.",
    advice: "Pass the whole key.")
  package static let realmNotEncrypted = FindingKind(
    "realm-not-encrypted", .warning, meaning: "A key was given, but the file is not encrypted.",
    advice: "Leave the key out; it was not used.")
  package static let realmUnsupportedVersion = FindingKind(
    "realm-unsupported-version", .error, exit: .sourceUnreadable,
    meaning: "The file's format has a number that Heirloom does not know: 0, 2 to 11 and 20 to 24 are read.",
    advice: "Open the file once with an app whose Realm library is older, or look for a newer Heirloom.")
  package static let realmTruncated = FindingKind(
    "realm-truncated", .error, exit: .sourceUnreadable, meaning: "The file is shorter than it says that it is.",
    advice: "Copy it again, while no app has it open.")
  package static let realmDamaged = FindingKind(
    "realm-damaged", .error, exit: .sourceUnreadable,
    meaning: "A part of the file contradicts itself, and what stands there cannot be read.",
    advice:
      "Look for a backup, or for a copy beside it that ends in '.backup.realm'; --salvage takes what can still be read.")
  package static let realmSalvaged = FindingKind(
    "realm-salvaged", .error,
    meaning:
      "A damaged part of a file that is read with --salvage: values of it are NULL, objects and collections of it are missing.",
    advice: "Compare the counts with what the app showed; a conversion is published and ends with status 1.")
  package static let realmHalfUpgraded = FindingKind(
    "realm-half-upgraded", .error, exit: .sourceUnreadable,
    meaning: "Realm's library was stopped while it turned the file from format 9 into format 10, and has moved a column already.",
    advice: "Open the file once with an app whose Realm library has version 5 to 13, which ends the upgrade.")
  package static let realmRenamed = FindingKind(
    "realm-renamed", .note,
    meaning: "A class or property goes by another name here, since two names may not differ in case alone.",
    advice: "Use the name that the finding gives.")
  package static let realmColumnLeftOut = FindingKind(
    "realm-column-left-out", .warning, meaning: "A property has a type that Heirloom does not know, and is left out.",
    advice: "Please report the file's format version and the SDK that wrote it.")
  package static let realmDateRounded = FindingKind(
    "realm-date-rounded", .note,
    meaning: "Dates hold nanoseconds that seconds since 2001 as a double cannot express; they are rounded to the nearest double.",
    advice: "Nothing, unless the nanoseconds matter: SwiftData's own dates are such doubles.")
  package static let realmNaN = FindingKind(
    "realm-nan", .warning, meaning: "Numbers are 'not a number', for which SQLite has NULL alone.",
    advice: "Give the property a default in the mapping, or make it optional in the target.")
  package static let realmUnresolvedLinks = FindingKind(
    "realm-unresolved-links", .note,
    meaning: "Links lead to objects that were deleted or never synced; the SDKs show none there, and neither does Heirloom.",
    advice: "Nothing: the app did not see them either.")
  package static let realmKeyWithoutObject = FindingKind(
    "realm-key-without-object", .warning,
    meaning: "Entries of a dictionary of objects have a key and no object, for which a relationship has no place.",
    advice: "Nothing, unless the app gives the mere key a meaning; such keys are not carried over.")
  package static let realmInvalidText = FindingKind(
    "realm-invalid-text", .warning, meaning: "Texts hold bytes that are not UTF-8, as old SDKs let happen.",
    advice: "They are carried over as they are; whoever reads them as text will see replacement characters.")
  package static let realmInternalTables = FindingKind(
    "realm-internal-tables", .note, meaning: "Tables that are no class of an app were left out.",
    advice: "Pass --internal to see them.")
}
