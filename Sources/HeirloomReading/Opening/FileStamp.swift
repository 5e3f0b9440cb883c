internal import Foundation
internal import HeirloomFindings

/// What a file was at one moment, by which a change is noticed: size, time and first 100 bytes.
///
/// The first 100 bytes are SQLite's header, whose change counter moves with every commit in rollback mode.
struct FileStamp: Equatable, Sendable {
  var size: Int64
  var seconds: Int
  var nanoseconds: Int
  var head: [UInt8]

  /// - Throws: a finding when the file is not there, is not a regular file or cannot be read.
  init(of path: String) throws {
    let status = try FileStatus(of: path)
    guard status.isRegular else {
      throw Finding(.inputUnreadable, "'\(path)' is \(status.noun), not a file", at: .file(path))
    }
    size = status.size
    seconds = status.seconds
    nanoseconds = status.nanoseconds
    head = try readBytes(of: path, count: 100)
  }

  /// Nil when there is no such file.
  static func ifPresent(_ path: String) throws -> FileStamp? {
    FileStatus.exists(path) ? try FileStamp(of: path) : nil
  }
}

/// The part of `stat` that matters here.
struct FileStatus: Sendable {
  var size: Int64
  var seconds: Int
  var nanoseconds: Int
  var mode: UInt32

  var isRegular: Bool { mode & UInt32(S_IFMT) == UInt32(S_IFREG) }
  var isFolder: Bool { mode & UInt32(S_IFMT) == UInt32(S_IFDIR) }

  /// What a file that is not a regular one is called.
  var noun: String {
    switch mode & UInt32(S_IFMT) {
    case UInt32(S_IFDIR): "a folder"
    case UInt32(S_IFIFO): "a named pipe"
    case UInt32(S_IFSOCK): "a socket"
    case UInt32(S_IFCHR), UInt32(S_IFBLK): "a device"
    default: "a special file"
    }
  }

  /// - Throws: `no-such-input` or `input-unreadable`.
  init(of path: String) throws {
    var status = stat()
    guard stat(path, &status) == 0 else {
      switch errno {
      case ENOENT, ENOTDIR: throw Finding(.noSuchInput, "there is no file '\(path)'", at: .file(path))
      case let code: throw Finding(.inputUnreadable, "'\(path)' cannot be read: \(reason(code))", at: .file(path))
      }
    }
    size = Int64(status.st_size)
    mode = UInt32(status.st_mode)
    #if canImport(Darwin)
      (seconds, nanoseconds) = (status.st_mtimespec.tv_sec, status.st_mtimespec.tv_nsec)
    #else
      (seconds, nanoseconds) = (status.st_mtim.tv_sec, status.st_mtim.tv_nsec)
    #endif
  }

  static func exists(_ path: String) -> Bool {
    var status = stat()
    return stat(path, &status) == 0
  }
}

/// Up to `count` bytes from the start of a file, or from `offset`.
/// - Throws: `input-unreadable`, or `input-output` when reading fails midway.
func readBytes(of path: String, count: Int, from offset: Int64 = 0) throws -> [UInt8] {
  let file = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
  guard file >= 0 else { throw Finding(.inputUnreadable, "'\(path)' cannot be read: \(reason(errno))", at: .file(path)) }
  defer { close(file) }
  var bytes = [UInt8](repeating: 0, count: count)
  var filled = 0
  while filled < count {
    let got = bytes.withUnsafeMutableBytes { room in
      pread(file, room.baseAddress.map { $0 + filled }, count - filled, off_t(offset) + off_t(filled))
    }
    if got == 0 { break }
    if got < 0 {
      if errno == EINTR { continue }
      throw Finding(.inputOutput, "'\(path)' cannot be read: \(reason(errno))", at: .file(path))
    }
    filled += got
  }
  return Array(bytes[..<filled])
}

/// The system's words for an error number, starting in lower case.
func reason(_ code: Int32) -> String {
  let words = String(cString: strerror(code))
  return words.prefix(1).lowercased() + words.dropFirst()
}
