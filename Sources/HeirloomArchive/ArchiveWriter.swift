internal import CArchive
internal import Foundation
internal import HeirloomFindings

/// Writes an archive that depends on its members alone: the same members give the same bytes at any time, place and
/// time zone. Published by one rename at `finish`; until then nothing stands under its name.
package final class ArchiveWriter {
  package enum Form: String, Sendable, CaseIterable {
    case zip, tarGzip = "tar.gz", tarZstandard = "tar.zst"

    /// By the ending of a file name; nil when it is none that can be written.
    package init?(path: String) {
      let lower = path.lowercased()
      if lower.hasSuffix(".zip") {
        self = .zip
      } else if lower.hasSuffix(".tar.gz") || lower.hasSuffix(".tgz") {
        self = .tarGzip
      } else if lower.hasSuffix(".tar.zst") || lower.hasSuffix(".tzst") {
        self = .tarZstandard
      } else {
        return nil
      }
    }
  }

  private var handle: OpaquePointer?
  private let path: String
  private let draft: String
  private let locale = UTF8Locale()

  /// - Throws: a finding when something stands under that name and `overwrite` is not set, or it cannot be created.
  package init(_ path: String, _ form: Form, overwrite: Bool = false) throws {
    if !overwrite, FileManager.default.fileExists(atPath: path) {
      throw Finding(.targetExists, "'\(path)' is there already", at: .file(path))
    }
    try FilePlace.refuseSpecial(path)
    self.path = path
    // Beside the archive, under a short name: that of the archive may be as long as names can be.
    let folder = PathText.folder(of: path)
    draft =
      (folder.isEmpty ? "" : folder == "/" ? "/" : folder + "/")
      + ".heirloom-\(ProcessInfo.processInfo.processIdentifier)-\(UInt32.random(in: 0...UInt32.max)).draft"
    TemporaryFiles.register(draft)
    handle = archive_write_new()
    switch form {
    case .zip:
      archive_write_set_format_zip(handle)
      archive_write_set_options(handle, "zip:compression=deflate,zip:compression-level=6")
    case .tarGzip:
      archive_write_set_format_pax_restricted(handle)
      archive_write_add_filter_gzip(handle)
      // gzip's header would else hold the time of day.
      archive_write_set_filter_option(handle, "gzip", "timestamp", nil)
      archive_write_set_filter_option(handle, "gzip", "compression-level", "6")
    case .tarZstandard:
      archive_write_set_format_pax_restricted(handle)
      archive_write_add_filter_zstd(handle)
      archive_write_set_filter_option(handle, "zstd", "compression-level", "9")
    }
    archive_write_set_bytes_in_last_block(handle, 1)
    guard archive_write_open_filename(handle, draft) == ARCHIVE_OK else {
      throw Finding(.targetUncreatable, "'\(path)' cannot be created", at: .file(path))
    }
  }

  deinit {
    if handle != nil { archive_write_free(handle) }
    TemporaryFiles.remove(draft)
  }

  /// Adds a member whose bytes are at hand.
  package func add(_ name: String, _ bytes: [UInt8]) throws {
    try begin(name, size: Int64(bytes.count))
    try write(bytes)
  }

  /// Adds a file's content, read in pieces.
  package func add(_ name: String, file: String) throws {
    let size = (try? FileManager.default.attributesOfItem(atPath: file))?[.size] as? NSNumber
    try begin(name, size: size?.int64Value ?? 0)
    let stream = try FileStream(file)
    while let piece = try stream.next() { try write(piece) }
  }

  /// Ends the archive and puts it under its name.
  package func finish() throws {
    guard archive_write_close(handle) == ARCHIVE_OK else { throw failure() }
    archive_write_free(handle)
    handle = nil
    guard rename(draft, path) == 0 else { throw Finding(.targetUncreatable, "'\(path)' cannot be created", at: .file(path)) }
    TemporaryFiles.forget(draft)
  }

  private func begin(_ name: String, size: Int64) throws {
    let entry = archive_entry_new()
    defer { archive_entry_free(entry) }
    _ = locale.during { archive_entry_update_pathname_utf8(entry, name) }
    archive_entry_set_filetype(entry, 0o100000)
    archive_entry_set_perm(entry, 0o644)
    archive_entry_set_size(entry, size)
    // 1970 becomes 1980, the earliest a zip can say, in every time zone.
    archive_entry_set_mtime(entry, 0, 0)
    archive_entry_set_uid(entry, 0)
    archive_entry_set_gid(entry, 0)
    guard locale.during({ archive_write_header(handle, entry) }) == ARCHIVE_OK else { throw failure() }
  }

  private func write(_ bytes: [UInt8]) throws {
    var start = 0
    while start < bytes.count {
      let written = bytes[start...].withUnsafeBytes { archive_write_data(handle, $0.baseAddress, $0.count) }
      guard written > 0 else { throw failure() }
      start += written
    }
  }

  private func failure() -> Finding {
    let message = archive_error_string(handle).map { String(cString: $0) } ?? "unknown reason"
    // What libarchive says of a full disk is "Write error".
    if [ENOSPC, EDQUOT].contains(archive_errno(handle)) || message.lowercased().contains("no space") {
      return Finding(.diskFull, "there is no room left to write '\(path)'", at: .file(path))
    }
    return Finding(.archiveUnwritable, "'\(path)' cannot be written: \(message)", at: .file(path))
  }
}
