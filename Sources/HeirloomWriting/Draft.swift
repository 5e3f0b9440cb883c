internal import Foundation
internal import HeirloomBytes
internal import HeirloomFindings

/// A private folder beside the destination, in which a target is built.
///
/// It is named `.NAME.heirloom`, open to its owner alone, and locked while its run lives. What a killed run left there is
/// taken away by the next run to the same destination.
package final class Draft {
  /// Where the target will stand; nil for a trial run.
  package let destination: String?
  /// The folder under construction.
  package let folder: String
  /// The file under construction, inside `folder`, with the destination's own name.
  package let path: String
  private let overwrites: Bool
  private var lock: Int32?

  /// - Parameters:
  ///   - destination: the file to create; nil builds a trial in the temporary folder.
  ///   - overwrites: an existing target is replaced once the new one is complete.
  /// - Throws: `target-exists`, `target-uncreatable`, `leftover-journal`, `target-busy`.
  package init(for destination: String?, overwrites: Bool = false) throws {
    self.destination = destination
    self.overwrites = overwrites
    if let destination {
      try Self.inspect(destination, overwrites: overwrites)
      folder = Self.folder(for: destination)
    } else {
      folder = FileManager.default.temporaryDirectory.appending(path: "heirloom-trial-\(UUID().uuidString)").path
    }
    path = "\(folder)/\(destination.map { ($0 as NSString).lastPathComponent } ?? "trial.store")"
    do { try FileWork.createFolder(folder) } catch let finding as Finding {
      throw finding.renaming(folder, to: destination ?? folder)
    }
    guard let lock = try FileWork.lock("\(folder)/lock") else {
      throw Finding(.targetBusy, "another run is writing '\(destination ?? folder)'", at: .file(folder))
    }
    self.lock = lock
    TemporaryFiles.register(folder)
    for name in (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? [] where name != "lock" {
      try? FileManager.default.removeItem(atPath: "\(folder)/\(name)")
    }
  }

  deinit { abandon() }

  /// `.NAME.heirloom` beside the destination; of a long name, sixteen digits of its digest: `.9f86d081884c7d65.heirloom`.
  ///
  /// The draft's path has the name of the target besides, and SQLite opens no path of more than 512 bytes, companions included.
  static func folder(for destination: String) -> String {
    let whole = beside(destination, prefix: ".", suffix: ".heirloom"), name = PathText.name(of: destination)
    if name.utf8.count <= longestWhole { return whole }
    let short = Digest.hex(Digest.sha256(Array(name.utf8))).prefix(16)
    return whole.dropLast(PathText.name(of: whole).count) + ".\(short).heirloom"
  }

  /// Bytes of a name that stands in its draft's folder's name.
  private static let longestWhole = 64

  /// Bytes of a file's name on the usual disks.
  private static let longestName = 255

  /// The destination's folder and name with something around the name.
  static func beside(_ path: String, prefix: String = "", suffix: String = "") -> String {
    let name = PathText.name(of: path), folder = PathText.folder(of: path)
    return (folder.isEmpty ? "" : folder == "/" ? "/" : folder + "/") + prefix + name + suffix
  }

  /// Refuses a destination that cannot be published to, before any work is done.
  private static func inspect(_ destination: String, overwrites: Bool) throws {
    let folder = PathText.folder(of: destination)
    guard FileWork.isFolder(folder.isEmpty ? "." : folder) else {
      throw Finding(.targetUncreatable, "the folder '\(folder)' does not exist", at: .file(destination))
    }
    // SQLite puts `-wal` and `-journal` behind the name.
    guard PathText.name(of: destination).utf8.count <= longestName - 8 else {
      throw Finding(
        .targetUncreatable, "the name '\(PathText.name(of: destination).prefix(40))…' is too long for a store and its companions",
        at: .file(destination), help: "at most \(longestName - 8) bytes, for '-journal' must fit behind them")
    }
    guard !FileWork.isFolder(destination) else {
      throw Finding(.targetUncreatable, "'\(destination)' is a folder", at: .file(destination))
    }
    try FilePlace.refuseSpecial(destination)
    if overwrites { return }
    guard !FileWork.exists(destination) else {
      throw Finding(.targetExists, "'\(destination)' is there already", at: .file(destination))
    }
    for leftover in OldTarget.journals(of: destination) where FileWork.exists(leftover) {
      throw Finding(.leftoverJournal, "'\(leftover)' of an earlier store is in the way", at: .file(leftover))
    }
  }

  /// Puts the draft in its place.
  ///
  /// - Parameter withSupport: the files of large values beside the draft go along. They go first: files without a store are
  ///   litter, a store without its files would be a loss.
  package func publish(withSupport: Bool = false) throws {
    guard let destination else { return }
    try Self.inspect(destination, overwrites: overwrites)
    var stale: [String] = []
    if withSupport {
      let old = try SupportFolder.publish(from: path, to: destination)
      // Another store of the same name but another extension shares the folder: then whose the files are cannot be told.
      if FileWork.exists(destination), !SupportFolder.isShared(by: destination) { stale = old }
    }
    try OldTarget.settle(at: destination)
    try FileWork.rename(path, to: destination)
    let parent = PathText.folder(of: destination)
    try FileWork.synchronize(parent.isEmpty ? "." : parent)
    for file in stale { try? FileManager.default.removeItem(atPath: file) }
    abandon()
  }

  /// Removes the folder and gives up its lock; harmless more than once.
  package func abandon() {
    guard let lock else { return }
    self.lock = nil
    TemporaryFiles.remove(folder)
    FileWork.unlock(lock)
  }
}
