internal import Foundation
internal import HeirloomFindings
internal import HeirloomSQLite

/// What stands at a destination that is to be overwritten.
enum OldTarget {
  /// The files that SQLite would read together with a store of this name.
  static func journals(of path: String) -> [String] { ["-wal", "-shm", "-journal"].map { path + $0 } }

  /// Makes sure that no journal stands at the destination which SQLite would apply to the new store.
  ///
  /// Called right before the rename. A journal may hold the last writes of the old store, so it is not deleted but folded into
  /// that store: a run killed here leaves the old store whole. What belongs to no readable store is removed.
  /// - Throws: `target-busy` when another program has the old store open.
  static func settle(at destination: String) throws {
    let journals = journals(of: destination)
    guard journals.contains(where: FileWork.exists) else { return }
    if FileWork.exists(destination) {
      do {
        let old = try Connection(destination, .readWrite)
        _ = try old.value("PRAGMA journal_mode = DELETE")
      } catch let error where error.primaryCode == 5 || error.primaryCode == 6 {
        throw Finding(.targetBusy, "another program uses '\(destination)'", at: .file(destination))
      } catch {
        // Not a store that SQLite can read: its journals mean nothing.
      }
    }
    for journal in journals where FileWork.exists(journal) {
      do { try FileManager.default.removeItem(atPath: journal) } catch {
        throw Finding(.leftoverJournal, "'\(journal)' of the old store cannot be removed", at: .file(journal))
      }
    }
  }
}
