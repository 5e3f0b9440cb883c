internal import HeirloomFindings
internal import SwiftSyntax

/// The text of a mapping, which turns syntax nodes into places for findings.
struct PlacedText {
  let path: String
  private let lines: [Substring]
  private let converter: SourceLocationConverter

  init(path: String, text: String, tree: SourceFileSyntax) {
    self.path = path
    lines = text.split(omittingEmptySubsequences: false) { $0 == "\n" || $0 == "\r\n" || $0 == "\r" }
    converter = SourceLocationConverter(fileName: path, tree: tree)
  }

  /// The place that a node covers, without its surrounding blanks and comments; its first line only.
  func place(of node: some SyntaxProtocol) -> TextPlace {
    place(from: node.positionAfterSkippingLeadingTrivia, to: node.endPositionBeforeTrailingTrivia)
  }

  func place(from start: AbsolutePosition, to end: AbsolutePosition? = nil) -> TextPlace {
    let location = converter.location(for: start)
    let line = lines.indices.contains(location.line - 1) ? lines[location.line - 1] : ""
    // The converter counts UTF-8 bytes; a caret stands under characters.
    let before = String(decoding: line.utf8.prefix(max(0, location.column - 1)), as: UTF8.self).count
    let length = end.map { max(1, $0.utf8Offset - start.utf8Offset) } ?? 1
    let covered = String(decoding: line.utf8.dropFirst(max(0, location.column - 1)).prefix(length), as: UTF8.self).count
    return TextPlace(file: path, line: location.line, column: before + 1, length: max(1, covered), lineText: String(line))
  }
}
