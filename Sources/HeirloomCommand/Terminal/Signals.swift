internal import Dispatch
internal import Foundation
internal import HeirloomBulk
internal import HeirloomFindings
internal import Synchronization

/// Ends the run cleanly when it is interrupted: no half-written file stays behind.
enum Signals {
  private static let sources = Mutex<[any DispatchSourceSignal]>([])
  private static let isEnding = Atomic(false)

  /// Returns at once, or never when a signal is ending the run: what fails because its files are taken away is not to be told.
  static func yield() {
    while isEnding.load(ordering: .acquiring) { Thread.sleep(forTimeInterval: 1) }
  }

  /// Watches SIGINT, SIGTERM and SIGHUP, and ignores SIGPIPE, which then comes as an error of `write`.
  ///
  /// The exit status is 128 and the signal's number: 130 for SIGINT, 143 for SIGTERM.
  static func watch() {
    signal(SIGPIPE, SIG_IGN)
    let queue = DispatchQueue(label: "heirloom.signals", qos: .userInteractive)
    for number in [SIGINT, SIGTERM, SIGHUP] {
      // A run started with nohup keeps ignoring SIGHUP.
      let before = signal(number, SIG_IGN)
      if number == SIGHUP, isIgnored(before) { continue }
      sources.withLock { sources in
        let source = DispatchSource.makeSignalSource(signal: number, queue: queue)
        source.setEventHandler {
          isEnding.store(true, ordering: .releasing)
          BulkRun.interrupt()
          TemporaryFiles.removeAll()
          _exit(128 + number)
        }
        source.resume()
        sources.append(source)
      }
    }
  }

  private static func isIgnored(_ handler: (@convention(c) (Int32) -> Void)?) -> Bool {
    unsafeBitCast(handler, to: Int.self) == unsafeBitCast(SIG_IGN, to: Int.self)
  }
}
