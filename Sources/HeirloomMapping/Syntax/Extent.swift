internal import SwiftSyntax

/// Keeps a text from chaining so far that reading it, which is recursive, would run out of stack or of time.
///
/// Brackets are the business of `Nesting`; member chains, operators and `else if` need none.
///
/// No mapping that a person wrote comes near the limits.
enum Extent {
  static let bytes = 1 << 20
  /// Levels of the syntax tree.
  static let levels = 250
  /// Operands and operators of one expression.
  static let elements = 200

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
