internal import Foundation
internal import Synchronization

/// Files and folders that must not outlive the run: drafts of a target, private copies of a source.
///
/// Whoever makes one registers it and removes it when done. Whatever is still registered when the run ends early,
/// by an error or a signal, is taken away by `removeAll`.
public enum TemporaryFiles {
  private static let registered = Mutex<Set<String>>([])

  /// Takes note of a path, before or after something exists there.
  public static func register(_ path: String) { _ = registered.withLock { $0.insert(path) } }

  /// Lets a path live on: it was published, or handed to somebody else.
  public static func forget(_ path: String) { _ = registered.withLock { $0.remove(path) } }

  /// Removes what is at the path, a folder with its content; nothing there is no fault.
  public static func remove(_ path: String) {
    try? FileManager.default.removeItem(atPath: path)
    forget(path)
  }

  /// Removes everything that is registered.
  ///
  /// Takes locks and allocates: call it from an ordinary thread (a dispatch source for signals), never from a signal handler.
  public static func removeAll() {
    let paths = registered.withLock { paths in
      defer { paths = [] }
      return paths
    }
    for path in paths.sorted() { removeStubbornly(path) }
  }

  /// Removes what is at the path although another thread may be writing there still: a folder that was emptied may have a new
  /// file by the time it is to go. Gives up after a tenth of a second.
  private static func removeStubbornly(_ path: String) {
    for _ in 0..<20 {
      try? FileManager.default.removeItem(atPath: path)
      if !FileManager.default.fileExists(atPath: path) { return }
      Thread.sleep(forTimeInterval: 0.005)
    }
  }

  /// The paths registered now, sorted.
  public static var all: [String] { registered.withLock { $0.sorted() } }
}
