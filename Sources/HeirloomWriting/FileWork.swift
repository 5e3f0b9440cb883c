internal import Foundation
internal import HeirloomFindings

#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#elseif canImport(Darwin)
  internal import Darwin
#endif

/// The few file operations that Foundation does not offer: reaching the disk, and locks that end with the process.
enum FileWork {
  /// Returns once the content of a file or folder is on the disk.
  static func synchronize(_ path: String) throws {
    let descriptor = open(path, O_RDONLY)
    guard descriptor >= 0 else { throw fault(errno, "opening", path) }
    defer { close(descriptor) }
    #if canImport(Darwin)
      // On Apple's systems fsync leaves the bytes in the drive's cache.
      if fcntl(descriptor, F_FULLFSYNC) == 0 { return }
    #endif
    guard fsync(descriptor) == 0 else {
      let code = errno
      // Some file systems cannot synchronize a folder; the rename itself is still in order.
      if code == EINVAL || code == ENOTSUP { return }
      throw fault(code, "synchronizing", path)
    }
  }

  static func rename(_ old: String, to new: String) throws {
    guard renameFile(old, new) == 0 else { throw fault(errno, "publishing", new) }
  }

  /// Takes a lock on a file, creating it; nil when another process holds it. The lock ends with the process or with `unlock`.
  static func lock(_ path: String) throws -> Int32? {
    let descriptor = open(path, O_RDWR | O_CREAT, 0o600)
    guard descriptor >= 0 else { throw fault(errno, "creating", path) }
    if flock(descriptor, LOCK_EX | LOCK_NB) == 0 { return descriptor }
    close(descriptor)
    return nil
  }

  static func unlock(_ descriptor: Int32) { close(descriptor) }

  static func exists(_ path: String) -> Bool {
    var status = stat()
    return lstat(path, &status) == 0
  }

  static func isFolder(_ path: String) -> Bool {
    var isFolder: ObjCBool = false
    return FileManager.default.fileExists(atPath: path, isDirectory: &isFolder) && isFolder.boolValue
  }

  /// Creates a folder that only its owner can enter; an existing one is left as it is.
  static func createFolder(_ path: String, mode: mode_t = 0o700) throws {
    guard mkdir(path, mode) != 0 else { return }
    let code = errno
    if code != EEXIST || !isFolder(path) { throw fault(code, "creating", path) }
  }

  /// The finding for a refusal by the operating system.
  static func fault(_ code: Int32, _ doing: String, _ path: String) -> Finding {
    let reason = String(cString: strerror(code))
    let message = "\(doing) '\(path)' failed: \(reason.prefix(1).lowercased())\(reason.dropFirst())"
    return switch code {
    case ENOSPC, EDQUOT: Finding(.diskFull, message, at: .file(path))
    case EACCES, EPERM, EROFS, ENOENT, ENOTDIR, EEXIST, EISDIR, ENAMETOOLONG:
      Finding(.targetUncreatable, message, at: .file(path))
    default: Finding(.inputOutput, message, at: .file(path))
    }
  }
}

/// `rename` of the C library, under a name that the enum's own does not hide.
private func renameFile(_ old: String, _ new: String) -> Int32 { rename(old, new) }
