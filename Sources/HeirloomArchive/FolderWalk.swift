internal import Foundation
internal import HeirloomFindings

/// The files below a folder, as if the folder were an archive.
struct FolderWalk {
  private let root: String
  init(_ root: String) { self.root = root }

  /// Sorted by path, so that every disk gives the same order. Links are judged, never followed.
  func files(_ names: inout NameRegister) throws -> [ArchiveEntry] {
    var result: [ArchiveEntry] = []
    try walk("", &result, &names, depth: 0)
    return result
  }

  private func walk(_ folder: String, _ result: inout [ArchiveEntry], _ names: inout NameRegister, depth: Int) throws {
    guard depth < 64 else { throw Finding(.archiveTooManyEntries, "'\(EntryName.shown(folder))' is nested too deep", at: .file(root)) }
    let full = folder.isEmpty ? root : root + "/" + folder
    let children: [String]
    do { children = try FileManager.default.contentsOfDirectory(atPath: full) } catch {
      throw Finding(.inputUnreadable, "the folder '\(full)' cannot be read", at: .file(full))
    }
    for child in children.sorted(by: { $0.unicodeScalars.lexicographicallyPrecedes($1.unicodeScalars) }) {
      try names.countOne()
      let path = folder.isEmpty ? child : folder + "/" + child
      let attributes = try? FileManager.default.attributesOfItem(atPath: root + "/" + path)
      switch attributes?[.type] as? FileAttributeType {
      case .typeDirectory?: try walk(path, &result, &names, depth: depth + 1)
      case .typeSymbolicLink?:
        let target = (try? FileManager.default.destinationOfSymbolicLink(atPath: root + "/" + path)) ?? "/"
        names.judge(linkAt: path, to: target, fromRoot: false)
      case .typeRegular?:
        let size = (attributes?[.size] as? NSNumber)?.int64Value
        if let entry = names.admit(ArchiveEntry(path: path, size: size, ordinal: names.lastOrdinal)) { result.append(entry) }
      default: names.note(.archiveSpecialFile, "'\(EntryName.shown(path))' is no regular file")
      }
    }
  }
}

/// A file read in pieces.
final class FileStream: ByteStream {
  private let file: FileHandle
  private let path: String

  init(_ path: String) throws {
    guard let file = FileHandle(forReadingAtPath: path) else {
      throw Finding(.inputUnreadable, "'\(path)' cannot be read", at: .file(path))
    }
    self.file = file
    self.path = path
  }
  deinit { try? file.close() }

  func next() throws -> [UInt8]? { try next(upTo: 256 << 10) }

  /// The last bytes of a file.
  static func tail(of path: String, count: UInt64) throws -> [UInt8] {
    let stream = try FileStream(path)
    guard let end = try? stream.file.seekToEnd(), end >= count else { return [] }
    try? stream.file.seek(toOffset: end - count)
    return try stream.next(upTo: Int(count)) ?? []
  }

  func next(upTo count: Int) throws -> [UInt8]? {
    do {
      guard let data = try file.read(upToCount: count), !data.isEmpty else { return nil }
      return [UInt8](data)
    } catch { throw Finding(.inputOutput, "'\(path)' cannot be read: \(error)", at: .file(path)) }
  }
}
