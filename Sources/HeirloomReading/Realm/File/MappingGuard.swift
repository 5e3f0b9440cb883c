internal import Foundation
internal import Synchronization

/// Keeps a process alive when another one cuts a file that is mapped here.
///
/// Reading a page that the file no longer has raises SIGBUS. For the ranges that are watched the handler puts zeros there, and
/// the reading goes on; that the file has changed is found by its size afterwards, before anything made from it is published.
/// Any other SIGBUS goes to whoever handled it before. See docs/decisions/0009-encrypted-pages.md.
enum MappingGuard {
  /// The number of a watched range.
  typealias Watch = Int

  private static let isInstalled = Mutex(false)

  /// Watches a range until `end`; nil when there are more than can be watched.
  static func watch(_ start: UnsafeMutableRawPointer, _ length: Int) -> Watch? {
    isInstalled.withLock { isInstalled in
      if !isInstalled {
        isInstalled = true
        install()
      }
      for number in 0..<watchedRanges.count where watchedRanges[number].end == 0 {
        watchedRanges[number] = WatchedRange(start: UInt(bitPattern: start), end: UInt(bitPattern: start) + UInt(length))
        return number
      }
      return nil
    }
  }

  static func end(_ watch: Watch) { isInstalled.withLock { _ in watchedRanges[watch] = WatchedRange() } }

  private static func install() {
    var action = sigaction()
    #if os(Linux)
      action.__sigaction_handler.sa_sigaction = replaceMissingPages
    #else
      action.__sigaction_u.__sa_sigaction = replaceMissingPages
    #endif
    action.sa_flags = Int32(truncatingIfNeeded: SA_SIGINFO)
    sigaction(SIGBUS, &action, &handlerBefore)
  }
}

private struct WatchedRange {
  var start: UInt = 0
  var end: UInt = 0
}

// What a signal handler may touch: memory that is there from the start, without a lock.
nonisolated(unsafe) private let watchedRanges: UnsafeMutableBufferPointer<WatchedRange> = {
  let ranges = UnsafeMutableBufferPointer<WatchedRange>.allocate(capacity: 256)
  ranges.initialize(repeating: WatchedRange())
  return ranges
}()
nonisolated(unsafe) private var handlerBefore = sigaction()

private func replaceMissingPages(_: Int32, _ info: UnsafeMutablePointer<siginfo_t>?, _: UnsafeMutableRawPointer?) {
  #if os(Linux)
    let address = UInt(bitPattern: info?.pointee._sifields._sigfault.si_addr)
  #else
    let address = UInt(bitPattern: info?.pointee.si_addr)
  #endif
  let code = errno
  // 16 KB: as large as a page is on any system that Heirloom runs on, and a multiple of the others.
  let page = address & ~0x3FFF
  for range in watchedRanges where address >= range.start && address < range.end {
    let start = max(page, range.start)
    let zeros = mmap(
      UnsafeMutableRawPointer(bitPattern: start), Int(range.end - start), PROT_READ, MAP_PRIVATE | anonymous | MAP_FIXED, -1, 0)
    errno = code
    if zeros != MAP_FAILED { return }
  }
  // Not ours: the instruction is tried again, and meets the handler from before.
  sigaction(SIGBUS, &handlerBefore, nil)
}

#if os(Linux)
  private let anonymous = Int32(0x20)
#else
  private let anonymous = MAP_ANON
#endif
