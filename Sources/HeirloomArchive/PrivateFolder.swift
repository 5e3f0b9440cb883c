internal import Foundation
internal import HeirloomFindings

#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Darwin)
  internal import Darwin
#endif

/// A folder of our own that nobody else may enter (mode 0700), for what must be on disk for a while. Removed with its owner.
///
/// It is registered with `TemporaryFiles`, so that a run that ends early leaves nothing behind.
package final class PrivateFolder {
  package let path: String

  /// - Parameter parent: where to make it; the system's folder for temporary files by default.
  /// - Throws: `disk-full` or `input-output` when it cannot be made.
  package init(in parent: String? = nil) throws {
    let base = parent ?? FileManager.default.temporaryDirectory.path
    var template = Array("\(base)/heirloom-XXXXXX".utf8CString)
    guard template.withUnsafeMutableBufferPointer({ $0.baseAddress.flatMap { mkdtemp($0) } }) != nil else {
      let code = errno
      throw Finding(
        code == ENOSPC || code == EDQUOT ? .diskFull : .inputOutput,
        "a temporary folder cannot be made in '\(base)': \(String(cString: strerror(code)))", at: .file(base))
    }
    path = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
    TemporaryFiles.register(path)
  }
  deinit { TemporaryFiles.remove(path) }

  /// Writes a member's content to its path inside the folder and returns where it is now.
  ///
  /// Never through a link and never over a file that is there: two names that the disk takes for one are refused.
  /// - Throws: a finding when the content is damaged, or the disk is full.
  package func store(_ entry: ArchiveEntry, _ content: any ByteStream) throws -> String {
    let target = path + "/" + entry.path
    let folder = URL(fileURLWithPath: target).deletingLastPathComponent().path
    try? FileManager.default.createDirectory(
      atPath: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
    let descriptor = open(target, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW, 0o600)
    guard descriptor >= 0 else {
      if errno == EEXIST { throw Finding(.archiveDuplicateName, "'\(entry.path)' is there twice, to this disk") }
      throw Finding(.inputOutput, "'\(entry.path)' cannot be unpacked: \(String(cString: strerror(errno)))")
    }
    let file = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
    do {
      while let piece = try content.next() { try file.write(contentsOf: piece) }
      try file.close()
    } catch let finding as Finding {
      throw finding
    } catch { throw Finding(.diskFull, "'\(entry.path)' cannot be unpacked: \(error.localizedDescription)") }
    return target
  }
}

extension ArchiveReader {
  /// Unpacks the members that `wanted` picks into a private folder, in one pass.
  package func unpack(in parent: String? = nil, _ wanted: (ArchiveEntry) -> Bool) throws -> PrivateFolder {
    let folder = try PrivateFolder(in: parent)
    try visit { entry, content in
      if wanted(entry) { _ = try folder.store(entry, content) }
      return .goOn
    }
    return folder
  }
}
