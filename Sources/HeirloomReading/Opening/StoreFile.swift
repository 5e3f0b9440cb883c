internal import Foundation
package import HeirloomFindings
package import HeirloomSQLite

/// An SQLite store as it lies on disk, made readable without ever being touched.
///
/// A store by itself is read in place, without locks and without a `-shm` file. A store with a log (`-wal`, or a hot
/// `-journal`) is copied with it into a private folder, where SQLite itself replays or rolls back: SQLite can do neither in
/// a folder it may not write, and reading past the log would show old rows. A log whose salt does not match is SQLite's to
/// ignore.
package final class StoreFile {
  /// The path as the user gave it.
  package let path: String
  /// The path with links resolved, beside which companions and external files stand.
  package let resolvedPath: String
  /// Where to read, always with `Connection.Access.immutable`.
  package let readablePath: String
  /// The size of the store's own file.
  package let bytes: Int64
  /// The log that was read along, such as `-wal`; nil when there was none.
  package let log: String?

  private let copy: PrivateCopy?
  private let stamp: FileStamp
  private let logStamps: [String: FileStamp]

  /// - Throws: `no-such-input`, `input-unreadable`, `empty-file`, `store-truncated`, `store-damaged`, `source-locked`,
  ///   `source-changed`, or what copying throws.
  package init(_ path: String) throws {
    self.path = path
    let resolved = StoreFile.resolve(path)
    resolvedPath = resolved
    stamp = try FileStamp(of: resolved)
    bytes = stamp.size
    if stamp.size == 0 { throw Finding(.emptyFile, "'\(path)' is empty", at: .file(path)) }
    logStamps = try StoreFile.logs(of: resolved)
    log = logStamps.keys.min()
    try StoreFile.refuseLocked(resolved, named: path)
    if logStamps.isEmpty {
      copy = nil
      readablePath = resolved
      try StoreFile.checkSize(resolved, named: path)
    } else {
      let copy = try PrivateCopy(of: resolved, companions: StoreFile.logSuffixes)
      self.copy = copy
      readablePath = copy.path
      try StoreFile.replay(copy.path, named: path)
      try StoreFile.checkSize(copy.path, named: path)
      try confirmUnchanged()
    }
  }

  /// Confirms that the source is what it was when it was opened.
  /// - Throws: `source-changed` when the store or its log has changed, appeared or gone.
  package func confirmUnchanged() throws {
    let now = try? FileStamp(of: resolvedPath)
    let logsNow = try? StoreFile.logs(of: resolvedPath)
    guard now == stamp, logsNow == logStamps else {
      throw Finding(.sourceChanged, "'\(path)' changed while it was being read", at: .file(path))
    }
  }

  /// Opens the store for reading.
  package func open() throws -> Connection {
    do { return try Connection(readablePath, .immutable) } catch { throw Finding(reading: path, failed: error) }
  }

  // MARK: - Companions

  private static let logSuffixes = ["-wal", "-journal"]

  private static func resolve(_ path: String) -> String {
    guard let resolved = realpath(path, nil) else { return path }
    defer { free(resolved) }
    return String(cString: resolved)
  }

  /// The logs that hold something: a `-wal` with more than nothing, a `-journal` whose header is not zeroed.
  ///
  /// SQLite leaves an empty `-wal` after a checkpoint, and a zeroed `-journal` in its persistent mode
  /// (sqlite.org/lockingv3.html).
  private static func logs(of path: String) throws -> [String: FileStamp] {
    var result: [String: FileStamp] = [:]
    for suffix in logSuffixes {
      guard let stamp = try FileStamp.ifPresent(path + suffix), stamp.size > 0 else { continue }
      if suffix == "-journal", stamp.head.first == 0 { continue }
      result[suffix] = stamp
    }
    return result
  }

  /// Lets SQLite bring the copy up to date and put the log's pages into it.
  private static func replay(_ copy: String, named path: String) throws {
    do {
      let connection = try Connection(copy, .readWrite)
      _ = try connection.count("SELECT count(*) FROM sqlite_schema")
      _ = try connection.rows("PRAGMA wal_checkpoint(TRUNCATE)")
    } catch {
      throw Finding(reading: path, failed: error)
    }
  }

  // MARK: - Checks before SQLite looks

  /// Compares the file's size with the page count of its header (sqlite.org/fileformat2.html, offsets 16, 24, 28 and 92).
  private static func checkSize(_ file: String, named path: String) throws {
    let head = try readBytes(of: file, count: 100)
    let size = try FileStatus(of: file).size
    func number(_ offset: Int, _ length: Int) -> Int64 { head[offset..<offset + length].reduce(0) { $0 << 8 | Int64($1) } }
    guard head.count == 100 else {
      throw Finding(.storeTruncated, "'\(path)' has \(size) bytes, less than a header", at: .file(path))
    }
    let pageSize = number(16, 2) == 1 ? 65536 : number(16, 2)
    guard pageSize >= 512, pageSize & (pageSize - 1) == 0 else {
      throw Finding(.storeDamaged, "'\(path)' states a page size of \(pageSize), which SQLite does not have", at: .file(path))
    }
    let isCurrent = number(24, 4) == number(92, 4)
    let wanted = max(1, isCurrent ? number(28, 4) : 1) * pageSize
    if size < wanted {
      throw Finding(.storeTruncated, "'\(path)' has \(size) bytes of the \(wanted) that its header states", at: .file(path))
    }
  }

  /// Refuses a store that another process is writing right now.
  ///
  /// SQLite's locks are byte ranges at 1 GiB (sqlite.org/lockingv3.html); a mere reader holds none that matters here.
  private static func refuseLocked(_ file: String, named path: String) throws {
    let handle = Foundation.open(file, O_RDONLY | O_CLOEXEC)
    guard handle >= 0 else { throw Finding(.inputUnreadable, "'\(path)' cannot be read: \(reason(errno))", at: .file(path)) }
    defer { close(handle) }
    var lock = flock()
    lock.l_type = Int16(F_RDLCK)
    lock.l_whence = Int16(SEEK_SET)
    lock.l_start = 0x4000_0000
    lock.l_len = 512
    if fcntl(handle, F_GETLK, &lock) == 0, lock.l_type == Int16(F_WRLCK) {
      throw Finding(.sourceLocked, "another program is writing '\(path)'", at: .file(path))
    }
  }
}

extension Finding {
  /// What SQLite's refusal to read a store means to the user.
  package init(reading path: String, failed error: any Error) {
    self =
      switch error {
      case let finding as Finding: finding
      case let error as SQLiteError where error.isDamage:
        Finding(.storeDamaged, "'\(path)' is damaged: \(error.message)", at: .file(path))
      case let error as SQLiteError where error.message.contains("[\(FindingKind.externalFileMissing.id)]"):
        Finding(.externalFileMissing, error.words, at: .file(path))
      case let error as SQLiteError where error.message.contains("[\(FindingKind.externalMarker.id)]"):
        Finding(.externalMarker, error.words, at: .file(path))
      case let error as SQLiteError where error.message.contains("[\(FindingKind.realmDamaged.id)]"):
        Finding(.realmDamaged, error.words, at: .file(path))
      case let error as SQLiteError where error.isLock:
        Finding(.sourceLocked, "'\(path)' is held by another program", at: .file(path))
      case let error as SQLiteError where error.isDiskFull:
        Finding(.diskFull, "there is no room to read '\(path)': \(error.message)", at: .file(path))
      case let error as SQLiteError where error.isInputOutput:
        Finding(.inputOutput, "'\(path)' cannot be read: \(error.message)", at: .file(path))
      case let error as SQLiteError:
        Finding(.storeDamaged, "'\(path)' cannot be read: \(error.message)", at: .file(path))
      default: Finding(.inputOutput, "'\(path)' cannot be read: \(error)", at: .file(path))
      }
  }
}

extension SQLiteError {
  /// The message of a finding that a function of ours threw inside a statement, without its severity and id.
  fileprivate var words: String { message.firstRange(of: "]: ").map { String(message[$0.upperBound...]) } ?? message }
}
