internal import CArchive
internal import HeirloomFindings

#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Darwin)
  internal import Darwin
#endif

/// One pass over an archive file: the owner of libarchive's handle.
final class LibarchiveReader {
  private let handle: OpaquePointer
  private let path: String
  private let limits: ArchiveLimits
  private let hasPassword: Bool
  /// Unpacked bytes so far, of all members together.
  private var unpacked: Int64 = 0
  private var entryName = ""
  private let locale = UTF8Locale()

  /// - Parameter raw: reads one packed file (`x.json.gz`) as an archive with that one member.
  init(_ path: String, password: String?, limits: ArchiveLimits, raw: Bool = false) throws {
    guard let handle = archive_read_new() else { throw Finding(.archiveDamaged, "libarchive cannot start") }
    self.handle = handle
    self.path = path
    self.limits = limits
    hasPassword = password != nil
    archive_read_support_filter_gzip(handle)
    archive_read_support_filter_bzip2(handle)
    archive_read_support_filter_xz(handle)
    archive_read_support_filter_lzma(handle)
    archive_read_support_filter_zstd(handle)
    if raw {
      archive_read_support_format_raw(handle)
    } else {
      archive_read_support_format_zip(handle)
      archive_read_support_format_tar(handle)
      archive_read_support_format_7zip(handle)
      archive_read_support_format_cpio(handle)
    }
    if let password { archive_read_add_passphrase(handle, password) }
    guard locale.during({ archive_read_open_filename(handle, path, 128 << 10) }) == ARCHIVE_OK else { throw failure() }
  }

  deinit { archive_read_free(handle) }

  /// `zip`, `tar.gz`, `7z` and the like, once the first member was read.
  var formatName: String {
    let format = archive_format_name(handle).map { String(cString: $0) }?.lowercased() ?? ""
    var name =
      format.contains("zip") && !format.contains("7")
      ? "zip" : format.contains("7") ? "7z" : format.contains("cpio") ? "cpio" : format.contains("raw") ? "" : "tar"
    for filter in packings.reversed() { name += (name.isEmpty ? "" : ".") + filter }
    return name
  }

  /// The ways the file as a whole is packed, outermost last: `gz`, `zst`.
  var packings: [String] {
    let short = ["gzip": "gz", "bzip2": "bz2", "xz": "xz", "zstd": "zst", "lzma": "lzma"]
    return (0..<archive_filter_count(handle)).compactMap {
      archive_filter_name(handle, $0).flatMap { short[String(cString: $0)] }
    }
  }

  struct Header {
    var name: String
    var isUTF8: Bool
    var size: Int64?
    var isEncrypted: Bool
    var kind: Kind
    enum Kind { case file, folder, link(target: String, isHard: Bool), special }
  }

  /// The next member's header; nil at the end.
  func next() throws -> Header? {
    var entry: OpaquePointer?
    let code = locale.during { archive_read_next_header(handle, &entry) }
    if code == ARCHIVE_EOF { return nil }
    guard code == ARCHIVE_OK || code == ARCHIVE_WARN, let entry else { throw failure() }
    return locale.during {
      let (name, isUTF8) = text(archive_entry_pathname(entry), archive_entry_pathname_utf8(entry))
      entryName = name
      let mode = UInt32(archive_entry_filetype(entry)) & 0o170000
      var kind: Header.Kind = mode == 0o100000 || mode == 0 ? .file : mode == 0o040000 ? .folder : .special
      if let target = archive_entry_hardlink(entry) { kind = .link(target: text(target, nil).text, isHard: true) }
      if mode == 0o120000 {
        kind = .link(target: text(archive_entry_symlink(entry), archive_entry_symlink_utf8(entry)).text, isHard: false)
      }
      if case .file = kind, name.hasSuffix("/") { kind = .folder }
      return Header(
        name: name, isUTF8: isUTF8, size: archive_entry_size_is_set(entry) != 0 ? archive_entry_size(entry) : nil,
        isEncrypted: archive_entry_is_encrypted(entry) != 0, kind: kind)
    }
  }

  /// The next piece of the current member's content; nil at its end.
  func nextPiece() throws -> [UInt8]? {
    while true {
      var piece = [UInt8](repeating: 0, count: 128 << 10)
      let count = piece.withUnsafeMutableBytes { archive_read_data(handle, $0.baseAddress, $0.count) }
      if count == 0 { return nil }
      if count == Int(ARCHIVE_RETRY) { continue }
      guard count > 0 else { throw failure() }
      piece.removeLast(piece.count - count)
      unpacked &+= Int64(count)
      try checkLimits()
      return piece
    }
  }

  private func checkLimits() throws {
    if unpacked > limits.unpackedBytes {
      throw Finding(.archiveTooLarge, "the archive unpacks to more than \(limits.unpackedBytes) bytes", at: .file(path))
    }
    let packed = max(1, archive_filter_bytes(handle, -1))
    if unpacked > limits.ratioFloor, unpacked / packed > limits.ratio {
      throw Finding(
        .archiveBomb, "'\(EntryName.shown(entryName))' unpacks to more than \(limits.ratio) times the archive's size",
        at: .file(path))
    }
  }

  private func text(_ bytes: UnsafePointer<CChar>?, _ utf8: UnsafePointer<CChar>?) -> (text: String, isUTF8: Bool) {
    if let utf8, let text = String(validatingCString: utf8) { return (text, true) }
    guard let bytes else { return ("", false) }
    return EntryName.decode(UnsafeBufferPointer(start: bytes, count: strlen(bytes)).map { UInt8(bitPattern: $0) })
  }

  /// The finding that libarchive's own message stands for.
  private func failure() -> Finding {
    let message = archive_error_string(handle).map { String(cString: $0) } ?? "unknown format"
    let lower = message.lowercased()
    let subject = entryName.isEmpty ? "the archive" : "'\(EntryName.shown(entryName))'"
    let kind: FindingKind, text: String
    if lower.contains("incorrect passphrase") {
      (kind, text) = (.archiveWrongPassword, "the password does not open \(subject)")
    } else if lower.contains("passphrase") || lower.contains("encrypt") {
      (kind, text) =
        hasPassword
        ? (.archiveWrongPassword, "the password does not open \(subject)") : (.archiveEncrypted, "\(subject) is encrypted")
    } else if lower.contains("crc") || lower.contains("checksum") || lower.contains("authentication") {
      (kind, text) = (.archiveChecksum, "\(subject) does not match its checksum")
    } else if lower.contains("truncated") || lower.contains("premature") || lower.contains("unexpected end") {
      (kind, text) = (.archiveTruncated, "\(subject) ends early")
    } else {
      (kind, text) = (.archiveDamaged, "\(subject) cannot be read: \(EntryName.shown(lower))")
    }
    return Finding(kind, text, at: .file(path))
  }
}
