internal import Foundation
internal import HeirloomFindings

/// The memory in which a Realm file's bytes stand: the file itself, mapped read-only, or its decrypted pages.
///
/// Whoever keeps a pointer into it keeps it alive. A mapped file costs no memory of the process's own.
final class RealmImage {
  let bytes: RealmBytes
  private let memory: UnsafeMutableRawPointer
  private let length: Int

  private init(memory: UnsafeMutableRawPointer, length: Int, count: Int) {
    self.memory = memory
    self.length = length
    bytes = RealmBytes(base: UnsafeRawPointer(memory), count: count)
  }

  deinit { munmap(memory, length) }

  /// Maps a file.
  /// - Throws: a finding when it cannot be opened, or is empty.
  static func map(_ path: String) throws -> RealmImage {
    let file = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC)
    guard file >= 0 else { throw Finding(.inputUnreadable, "'\(path)' cannot be read: \(reason(errno))", at: .file(path)) }
    defer { close(file) }
    var status = stat()
    guard fstat(file, &status) == 0 else {
      throw Finding(.inputUnreadable, "'\(path)' cannot be read: \(reason(errno))", at: .file(path))
    }
    let size = Int(status.st_size)
    guard size > 0 else { throw Finding(.realmEmpty, "'\(path)' is empty", at: .file(path)) }
    guard let memory = mmap(nil, size, PROT_READ, MAP_PRIVATE, file, 0), memory != MAP_FAILED else {
      throw Finding(.inputUnreadable, "'\(path)' cannot be mapped into memory", at: .file(path))
    }
    return RealmImage(memory: memory, length: size, count: size)
  }

  /// Room for decrypted pages, all zero, that is given back with the image.
  static func allocate(_ size: Int) -> (RealmImage, UnsafeMutableRawBufferPointer)? {
    guard size > 0, let memory = mmap(nil, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0), memory != MAP_FAILED
    else { return nil }
    return (RealmImage(memory: memory, length: size, count: size), UnsafeMutableRawBufferPointer(start: memory, count: size))
  }
}

#if os(Linux)
  private let MAP_ANONYMOUS = Int32(0x20)
#else
  private let MAP_ANONYMOUS = MAP_ANON
#endif
