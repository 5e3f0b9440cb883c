internal import HeirloomSwiftText
internal import SwiftSyntax

/// Keeps a text from nesting or chaining so far that reading it, which is recursive, would run out of stack or of time.
///
/// No mapping that a person wrote comes near the limits.
enum Extent {
  static let bytes = 1 << 20
  static let brackets = 100
  /// Levels of the syntax tree.
  static let levels = 250
  /// Operands and operators of one expression.
  static let elements = 200

  /// The offset from which a text is too long or nested too deeply to be parsed; nil when it can be.
  static func offsetBeyond(_ text: String) -> Int? {
    let text = Array(text.utf8.prefix(bytes + 1))
    return Nesting.offsetBeyondLimit(text, limit: brackets) ?? (text.count > bytes ? bytes : nil)
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
}
