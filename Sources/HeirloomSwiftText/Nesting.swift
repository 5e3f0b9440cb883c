internal import Foundation
internal import Synchronization

/// Guards against text that nests so deeply that the parser, which is recursive, would run out of stack or of time.
package enum Nesting {
  /// No sound source comes near it; SwiftParser's own limit is 256, and does not hold for types.
  package static let limit = 200

  /// How often `[` may follow `[` in one type or list: SwiftParser's look-ahead doubles its time at each (seen: 16 take 3 s).
  package static let squareLimit = 10

  /// The offset of the bracket that is nested too deeply, if any. Brackets in strings and comments count too.
  package static func offsetBeyondLimit(_ text: [UInt8]) -> Int? {
    var depth = 0, angles = 0, squares = 0
    for (offset, byte) in text.enumerated() {
      switch byte {
      case UInt8(ascii: "["): squares += 1
      case UInt8(ascii: "]"): squares = max(0, squares - 1)
      case UInt8(ascii: "{"), UInt8(ascii: "="), UInt8(ascii: ";"), UInt8(ascii: "\""): squares = 0
      default: break
      }
      switch byte {
      case UInt8(ascii: "("), UInt8(ascii: "["), UInt8(ascii: "{"): depth += 1
      case UInt8(ascii: ")"), UInt8(ascii: "]"), UInt8(ascii: "}"): depth = max(0, depth - 1)
      // Less-than signs need no partner, so they count within a line only.
      case UInt8(ascii: "<"): angles += 1
      case UInt8(ascii: ">"): angles = max(0, angles - 1)
      case UInt8(ascii: "\n"): angles = 0
      default: continue
      }
      if depth + angles > limit || squares > squareLimit { return offset }
    }
    return nil
  }

  /// Runs `body` on a thread whose stack holds the parser at that depth, whatever thread the caller is on.
  package static func withDeepStack<Result: Sendable>(_ body: @escaping @Sendable () -> Result) -> Result? {
    let box = Box<Result>()
    let done = DispatchSemaphore(value: 0)
    let thread = Thread {
      box.value.withLock { $0 = body() }
      done.signal()
    }
    thread.stackSize = 64 << 20
    thread.start()
    done.wait()
    return box.value.withLock { $0 }
  }

  private final class Box<Value: Sendable>: Sendable {
    let value = Mutex<Value?>(nil)
  }
}
