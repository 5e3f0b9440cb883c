internal import Foundation
package import HeirloomFindings

/// An archive, a folder or a single file, seen as a list of members with content.
///
/// ```swift
/// let archive = try ArchiveReader("export.zip")
/// try archive.visit { entry, content in while let piece = try content.next() { … } }
/// ```
/// Each visit is one pass over the file; nothing is unpacked to disk. Names are made safe and everything left out
/// is in `findings`. One owner; not to be shared between tasks.
package final class ArchiveReader {
  package let path: String
  package let shape: Shape
  /// `zip`, `tar.gz`, `7z`…; `folder` or `file` for what is no archive; `gz` and the like for one packed file.
  package private(set) var format: String
  package private(set) var findings: [Finding] = []
  private let password: String?
  private let limits: ArchiveLimits
  private var listing: [ArchiveEntry]?

  package enum Shape: Sendable { case archive, packedFile, folder, file }
  package enum Next: Sendable { case goOn, stop }

  /// Looks at what is there; of an archive, its first member's header.
  /// - Throws: a finding when there is nothing, or it cannot be read.
  package init(_ path: String, password: String? = nil, limits: ArchiveLimits = ArchiveLimits()) throws {
    self.path = path
    self.password = password
    self.limits = limits
    var isFolder: ObjCBool = false
    guard FileManager.default.fileExists(atPath: path, isDirectory: &isFolder) else {
      throw Finding(.noSuchInput, "there is no '\(path)'", at: .file(path))
    }
    if isFolder.boolValue {
      (shape, format) = (.folder, "folder")
      return
    }
    guard FileManager.default.isReadableFile(atPath: path) else {
      throw Finding(.inputUnreadable, "'\(path)' cannot be read", at: .file(path))
    }
    (shape, format) = try ArchiveReader.recognise(path, password, limits)
    if format.hasSuffix("gz") { try GzipCheck.check(path, limits) }
  }

  /// By the first bytes, never by the name: libarchive's own guesses take some texts for archives.
  private static func recognise(_ path: String, _ password: String?, _ limits: ArchiveLimits) throws -> (Shape, String) {
    let head = try FileStream(path).next(upTo: 512) ?? []
    let packed = Magic.packings.contains { head.starts(with: $0) }
    let isTar = head.count >= 263 && Array(head[257..<262]) == Array("ustar".utf8)
    let isContainer = isTar || Magic.containers.contains { head.starts(with: $0) }
    guard isContainer || packed else { return (.file, "file") }
    if isContainer {
      let reader = try LibarchiveReader(path, password: password, limits: limits)
      _ = try reader.next()
      return (.archive, reader.formatName)
    }
    if let reader = try? LibarchiveReader(path, password: password, limits: limits), (try? reader.next()) != nil {
      return (.archive, reader.formatName)
    }
    let reader = try LibarchiveReader(path, password: password, limits: limits, raw: true)
    _ = try reader.next()
    return (.packedFile, reader.packings.first ?? "packed")
  }

  /// All members that are files, in the archive's order (a folder's: sorted by path). Read once, then remembered.
  package func entries() throws -> [ArchiveEntry] {
    if let listing { return listing }
    var result: [ArchiveEntry] = []
    try visit { entry, _ in
      result.append(entry)
      return .goOn
    }
    listing = result
    return result
  }

  /// One pass over the members that are files, in order; content that is not asked for is skipped.
  package func visit(_ body: (ArchiveEntry, any ByteStream) throws -> Next) throws {
    var names = NameRegister(place: .file(path), limits: limits)
    defer { remember(names.findings) }
    switch shape {
    case .file:
      let size = (try? FileManager.default.attributesOfItem(atPath: path))?[.size] as? Int64
      let name = URL(fileURLWithPath: path).lastPathComponent
      _ = try body(ArchiveEntry(path: name, size: size, ordinal: 0), try FileStream(path))
    case .folder:
      for file in try FolderWalk(path).files(&names) {
        if try body(file, try FileStream(path + "/" + file.path)) == .stop { return }
      }
    case .packedFile:
      let reader = try LibarchiveReader(path, password: password, limits: limits, raw: true)
      guard try reader.next() != nil else { return }
      let name = URL(fileURLWithPath: path).deletingPathExtension().lastPathComponent
      _ = try body(ArchiveEntry(path: name, size: nil, ordinal: 0), MemberStream(reader))
    case .archive:
      let reader = try LibarchiveReader(path, password: password, limits: limits)
      while let header = try reader.next() {
        guard let entry = try names.admit(header) else { continue }
        if try body(entry, MemberStream(reader)) == .stop { return }
      }
    }
  }

  /// The content of one member, whole.
  /// - Parameter limit: the most bytes to take into memory.
  package func bytes(of wanted: ArchiveEntry, limit: Int = 64 << 20) throws -> [UInt8] {
    var result: [UInt8]?
    try visit { entry, content in
      guard entry.ordinal == wanted.ordinal else { return .goOn }
      result = try content.all(
        limit: limit, or: Finding(.archiveTooLarge, "'\(wanted.path)' is larger than \(limit) bytes", at: .file(path)))
      return .stop
    }
    guard let result else { throw Finding(.sourceChanged, "'\(wanted.path)' is no longer there", at: .file(path)) }
    return result
  }

  /// Each pass meets the same names again: a finding is kept once.
  private func remember(_ found: [Finding]) {
    for finding in found where !findings.contains(finding) { findings.append(finding) }
  }
}

/// The first bytes of what libarchive is asked to read.
private enum Magic {
  static let containers: [[UInt8]] = [
    [0x50, 0x4B, 0x03, 0x04], [0x50, 0x4B, 0x05, 0x06], [0x50, 0x4B, 0x07, 0x08],  // zip; empty; spanned
    [0x37, 0x7A, 0xBC, 0xAF, 0x27, 0x1C],  // 7z
    Array("070701".utf8), Array("070702".utf8), Array("070707".utf8), [0xC7, 0x71], [0x71, 0xC7],  // cpio
  ]
  static let packings: [[UInt8]] = [
    [0x1F, 0x8B], Array("BZh".utf8), [0xFD, 0x37, 0x7A, 0x58, 0x5A, 0x00], [0x28, 0xB5, 0x2F, 0xFD], [0x5D, 0x00, 0x00],
  ]
}

/// A member's content as libarchive hands it out.
private final class MemberStream: ByteStream {
  private let reader: LibarchiveReader
  init(_ reader: LibarchiveReader) { self.reader = reader }
  func next() throws -> [UInt8]? { try reader.nextPiece() }
}
