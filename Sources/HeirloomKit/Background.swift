internal import Foundation

/// Work on a thread of its own, whose result somebody waits for.
///
/// The body must touch nothing that its caller touches before `value` or `wait` has returned: a connection of its own, and
/// values. Whoever starts work waits for it, also when he has no more use for the result.
final class Background<Result>: @unchecked Sendable {
  // Written by the thread before the signal, read after it: the semaphore hands it over.
  private var result: Swift.Result<Result, any Error>?
  private let done = DispatchSemaphore(value: 0)

  init(running body: @escaping () throws -> Result) {
    nonisolated(unsafe) let body = body
    let thread = Thread { [self] in
      result = Swift.Result { try body() }
      done.signal()
    }
    // What runs here calls SQLite, whose parser wants more than a thread's half megabyte on a Mac.
    thread.stackSize = 8 << 20
    thread.start()
  }

  /// Nothing to wait for: the result is there.
  init(done value: Result) {
    result = .success(value)
    done.signal()
  }

  func wait() {
    done.wait()
    done.signal()
  }

  /// The result, once it is there.
  /// - Throws: what the body threw.
  func value() throws -> Result {
    wait()
    guard let result else { throw CancellationError() }
    return try result.get()
  }
}
