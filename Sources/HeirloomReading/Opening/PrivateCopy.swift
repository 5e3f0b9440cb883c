internal import Foundation
internal import HeirloomArchive
internal import HeirloomFindings

/// A copy of a store and its log in a folder that nobody else may enter; gone when the owner is.
///
/// Cost: a reflink where the file system has them (Btrfs, XFS, APFS), otherwise one pass over the file.
package final class PrivateCopy {
  private let folder: PrivateFolder
  /// The copy of the store itself.
  package let path: String

  /// Copies `source` and those companions (`-wal`, `-journal`) that are there.
  /// - Throws: `disk-full`, `input-output` or `input-unreadable`; nothing is left behind then.
  package init(of source: String, companions: [String]) throws {
    folder = try PrivateFolder()
    path = folder.path + "/" + (source as NSString).lastPathComponent
    try PrivateCopy.copy(source, to: path)
    for suffix in companions where FileStatus.exists(source + suffix) {
      try PrivateCopy.copy(source + suffix, to: path + suffix)
    }
  }

  private static func copy(_ source: String, to target: String) throws {
    let input = open(source, O_RDONLY | O_CLOEXEC)
    guard input >= 0 else { throw Finding(.inputUnreadable, "'\(source)' cannot be read: \(reason(errno))", at: .file(source)) }
    defer { close(input) }
    let output = open(target, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
    guard output >= 0 else { throw writing(errno, "a private copy of '\(source)' cannot be made", target) }
    defer { close(output) }
    if reflink(input, output) { return }

    var piece = [UInt8](repeating: 0, count: 1 << 20)
    while true {
      let got = read(input, &piece, piece.count)
      if got == 0 { return }
      if got < 0 {
        if errno == EINTR { continue }
        throw Finding(.inputOutput, "'\(source)' cannot be read: \(reason(errno))", at: .file(source))
      }
      var written = 0
      while written < got {
        let put = piece.withUnsafeBytes { write(output, $0.baseAddress.map { $0 + written }, got - written) }
        if put < 0 {
          if errno == EINTR { continue }
          throw writing(errno, "a private copy of '\(source)' cannot be made", target)
        }
        written += put
      }
    }
  }

  /// Shares the blocks of `input` with `output`; false where the file system cannot.
  private static func reflink(_ input: Int32, _ output: Int32) -> Bool {
    #if os(Linux)
      // FICLONE of linux/fs.h, a macro that Swift does not import.
      return ioctl(output, 0x4004_9409, input) == 0
    #else
      return fcopyfile(input, output, nil, copyfile_flags_t(COPYFILE_DATA)) == 0
    #endif
  }

  private static func writing(_ code: Int32, _ what: String, _ path: String) -> Finding {
    let isFull = code == ENOSPC || code == EDQUOT
    return Finding(isFull ? .diskFull : .inputOutput, "\(what): \(reason(code))", at: .file(path))
  }
}
