internal import Foundation
internal import HeirloomFindings

/// Tells Realm files from the files beside them and from anything else, and says what is wrong with one.
enum RealmRecognition {
  /// Refuses, by its name, what stands beside a Realm; a notifier must not even be opened, since it is a pipe.
  static func refuseSideFile(_ path: String) throws {
    let name = (path as NSString).lastPathComponent
    let sort: String? =
      name.hasSuffix(".realm.lock")
      ? "lock file"
      : name.hasSuffix(".realm.note")
        ? "notifier"
        : name.hasSuffix(".realm.management")
          ? "management folder"
          : name.hasSuffix(".realm.backup-log") ? "log of backups" : nil
    let isLog = [".realm.log", ".realm.log_a", ".realm.log_b"].contains { name.hasSuffix($0) }
    let isManagement = name.hasPrefix("access_control.") || path.contains(".realm.management/")
    guard let sort = sort ?? (isLog ? "log" : isManagement ? "part of the management folder" : nil) else { return }
    var message = "'\(name)' is the \(sort) of a Realm, and holds no data"
    if let end = name.range(of: ".realm.") { message += ": name '\(name[..<end.lowerBound]).realm'" }
    throw Finding(.realmSideFile, message, at: .file(path))
  }

  /// What to say of bytes that have no Realm mark.
  static func refusal(_ bytes: RealmBytes, path: String) -> Finding {
    if RealmDecryption.looksEncrypted(bytes) {
      return Finding(.realmEncrypted, "'\(path)' seems to be an encrypted Realm file", at: .file(path))
    }
    return Finding(.realmNotRealm, "'\(path)' is not a Realm file", at: .file(path))
  }

  /// Whether every LF has a CR before it, in a file whose size no Realm file has.
  static func looksConvertedToText(_ bytes: RealmBytes) -> Bool {
    guard bytes.count % 8 != 0 else { return false }
    var previous: UInt8 = 0, lines = 0
    for byte in UnsafeRawBufferPointer(start: bytes.base, count: bytes.count) {
      if byte == 0x0A {
        guard previous == 0x0D else { return false }
        lines += 1
      }
      previous = byte
    }
    return lines > 0 && (bytes.count - lines) % 8 == 0
  }
}
