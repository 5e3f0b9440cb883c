package import HeirloomFindings

extension FindingKind {
  /// What can be wrong with an archive as a container, whatever it holds.
  package static let archiveContainers: [FindingKind] = [
    .archivePathTraversal, .archiveAbsolutePath, .archiveLinkLeaves, .archiveLinkSkipped, .archiveSpecialFile, .archiveBomb,
    .archiveTooManyEntries, .archiveTooLarge, .archiveDuplicateName, .archiveCaseCollision, .archiveTruncated, .archiveChecksum,
    .archiveDamaged, .archiveEncrypted, .archiveWrongPassword, .archiveNameEncoding, .archiveUnwritable,
  ]

  package static let archivePathTraversal = FindingKind(
    "archive-path-traversal", .warning, meaning: "A member's name climbs out of the archive with '..'.",
    advice: "The member was left out. Make the archive again from the original files if it should be there.")
  package static let archiveAbsolutePath = FindingKind(
    "archive-absolute-path", .warning, meaning: "A member's name is an absolute path.",
    advice: "The member was left out. Make the archive again with relative names if it should be there.")
  package static let archiveLinkLeaves = FindingKind(
    "archive-link-leaves", .warning, meaning: "A link points outside of the archive or folder that holds it.",
    advice: "The link was not followed. Replace it by the file it means if that belongs to the data.")
  package static let archiveLinkSkipped = FindingKind(
    "archive-link-skipped", .note, meaning: "A link to another member was not followed.",
    advice: "The member it points to is read under its own name; nothing need be done.")
  package static let archiveSpecialFile = FindingKind(
    "archive-special-file", .note, meaning: "A member is neither a file nor a folder nor a link (a device, a pipe).",
    advice: "It was left out; nothing need be done.")
  package static let archiveBomb = FindingKind(
    "archive-bomb", .error, exit: .sourceUnreadable,
    meaning: "The archive unpacks to far more than its own size, as one made to fill a disk would.",
    advice: "If it is known to be sound, raise the limit with --max-ratio.")
  package static let archiveTooManyEntries = FindingKind(
    "archive-too-many-entries", .error, exit: .sourceUnreadable, meaning: "The archive has more members than the limit.",
    advice: "If it is known to be sound, raise the limit with --max-entries.")
  package static let archiveTooLarge = FindingKind(
    "archive-too-large", .error, exit: .sourceUnreadable, meaning: "The archive unpacks to more bytes than the limit.",
    advice: "If it is known to be sound, raise the limit with --max-unpacked.")
  package static let archiveDuplicateName = FindingKind(
    "archive-duplicate-name", .warning, meaning: "Two members have the same name.",
    advice: "The first was read and the later ones were left out. Make the archive again to say which is meant.")
  package static let archiveCaseCollision = FindingKind(
    "archive-case-collision", .warning, meaning: "Two members' names differ in case or accents' encoding only.",
    advice: "Both were read. On a disk that ignores case one would have overwritten the other: check which is meant.")
  package static let archiveTruncated = FindingKind(
    "archive-truncated", .error, exit: .sourceUnreadable, meaning: "The archive, or a member of it, ends early.",
    advice: "Get the archive again: the copy or download was cut short.")
  package static let archiveChecksum = FindingKind(
    "archive-checksum", .error, exit: .sourceUnreadable, meaning: "A member's bytes do not match their checksum.",
    advice: "Get the archive again: it was damaged on the way.")
  package static let archiveDamaged = FindingKind(
    "archive-damaged", .error, exit: .sourceUnreadable, meaning: "The archive's structure is damaged, or of an unsupported kind.",
    advice: "Try to repair or convert it with the tool that made it, or give the unpacked folder instead.")
  package static let archiveEncrypted = FindingKind(
    "archive-encrypted", .error, exit: .sourceUnreadable,
    meaning: "The archive's content is encrypted and no password was given.",
    advice: "Pass the password with --password-file, or decrypt the archive first.")
  package static let archiveWrongPassword = FindingKind(
    "archive-wrong-password", .error, exit: .sourceUnreadable, meaning: "The password does not open the archive.",
    advice: "Check the password; members of one archive may have different ones.")
  package static let archiveNameEncoding = FindingKind(
    "archive-name-encoding", .warning,
    meaning: "A member's name is not UTF-8; it was read as code page 437, the encoding of old zips.",
    advice: "Check the name in the listing. Make the archive again with UTF-8 names if it reads wrong.")
  package static let archiveUnwritable = FindingKind(
    "archive-unwritable", .error, exit: .inputOutput, meaning: "An archive could not be written.",
    advice: "Check the disk; nothing was published.")
}
