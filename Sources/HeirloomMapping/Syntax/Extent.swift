internal import Foundation
internal import HeirloomFindings
internal import SwiftSyntax
internal import Synchronization

/// Keeps a text from nesting or chaining so far that reading it, which is recursive, would run out of stack or of time.
///
/// No mapping that a person wrote comes near the limits.
enum Extent {
  static let bytes = 1 << 20
  static let brackets = 100
  /// SwiftParser's look-ahead doubles its time at each `[` that follows another (seen: 16 take 3 s).
  static let squares = 10
  /// Levels of the syntax tree.
  static let levels = 250
  /// Operands and operators of one expression.
  static let elements = 200

  /// The offset from which a text is too long or nested too deeply to be parsed; nil when it can be.
  static func offsetBeyond(_ text: String) -> Int? {
    var depth = 0, open = 0
    for (offset, byte) in text.utf8.enumerated() {
      if offset >= bytes { return offset }
      switch byte {
      case UInt8(ascii: "["): (depth, open) = (depth + 1, open + 1)
      case UInt8(ascii: "("): depth += 1
      case UInt8(ascii: "{"): (depth, open) = (depth + 1, 0)
      case UInt8(ascii: "]"): (depth, open) = (max(0, depth - 1), max(0, open - 1))
      case UInt8(ascii: ")"), UInt8(ascii: "}"): depth = max(0, depth - 1)
      case UInt8(ascii: "="), UInt8(ascii: ";"), UInt8(ascii: "\""): open = 0
      default: continue
      }
      if depth > brackets || open > squares { return offset }
    }
    return nil
  }

  /// Where an expression of a parsed text is too long or too deep to be read; nil when all can be.
  static func positionBeyond(_ tree: SourceFileSyntax) -> AbsolutePosition? {
    let visitor = Visitor(viewMode: .sourceAccurate)
    visitor.walk(tree)
    return visitor.found
  }

  private final class Visitor: SyntaxAnyVisitor {
    var found: AbsolutePosition?
    private var level = 0

    override func visitAny(_ node: Syntax) -> SyntaxVisitorContinueKind {
      level += 1
      let isTooLong = node.as(SequenceExprSyntax.self).map { $0.elements.count > Extent.elements } ?? false
      if level > Extent.levels || isTooLong { found = found ?? node.positionAfterSkippingLeadingTrivia }
      return found == nil ? .visitChildren : .skipChildren
    }

    override func visitAnyPost(_ node: Syntax) { level -= 1 }
  }

  /// Runs `body` on a thread whose stack holds the parser within these limits, whatever thread the caller is on.
  static func withDeepStack<Result: Sendable>(_ body: @escaping @Sendable () -> Result) -> Result? {
    let box = Box<Result>(), done = DispatchSemaphore(value: 0)
    let thread = Thread {
      box.value.withLock { $0 = body() }
      done.signal()
    }
    // Memory is taken as it is used.
    thread.stackSize = 512 << 20
    thread.start()
    done.wait()
    return box.value.withLock { $0 }
  }

  private final class Box<Value: Sendable>: Sendable {
    let value = Mutex<Value?>(nil)
  }
}
