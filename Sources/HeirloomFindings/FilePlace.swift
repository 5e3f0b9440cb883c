package import Foundation

/// What stands at a path that is to be written or read as a file.
package enum FilePlace {
  /// Refuses to put a file where a device, a pipe or a socket stands: it would be gone, for everybody.
  ///
  /// A link is replaced by the file, and what it leads to stays.
  /// - Throws: a `Finding` that names the path.
  package static func refuseSpecial(_ path: String) throws(Finding) {
    guard let type = (try? FileManager.default.attributesOfItem(atPath: path))?[.type] as? FileAttributeType else { return }
    guard [.typeCharacterSpecial, .typeBlockSpecial, .typeSocket, .typeUnknown].contains(type) else { return }
    throw Finding(
      .targetUncreatable, "'\(path)' is a device, a pipe or a socket, and would be replaced by a file", at: .file(path),
      help: "choose another name")
  }

  /// A small file whole, or what comes out of a pipe (`<(…)`), which has no size and can be read once.
  ///
  /// - Parameters:
  ///   - noun: what the file is, in messages.
  ///   - limit: the most bytes that make sense; what is longer, such as an endless device, is refused.
  /// - Throws: a `Finding` when nothing is there, or it cannot be read.
  package static func contents(of path: String, as noun: String, limit: Int = 64 << 20) throws(Finding) -> Data {
    let refusal = Finding(.inputUnreadable, "the \(noun) '\(path)' cannot be read", at: .file(path))
    guard let file = FileHandle(forReadingAtPath: path) else {
      if FileManager.default.fileExists(atPath: path) { throw refusal }
      throw Finding(.noSuchInput, "there is no \(noun) '\(path)'", at: .file(path))
    }
    defer { try? file.close() }
    var data = Data()
    do {
      while let piece = try file.read(upToCount: 1 << 20), !piece.isEmpty {
        data += piece
        if data.count > limit { break }
      }
    } catch { throw refusal }
    guard data.count <= limit else {
      throw Finding(.inputUnreadable, "'\(path)' is longer than \(limit >> 20) MiB, and no \(noun)", at: .file(path))
    }
    return data
  }
}
