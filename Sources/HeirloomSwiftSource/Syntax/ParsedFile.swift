internal import HeirloomFindings
internal import HeirloomSwiftText
internal import SwiftDiagnostics
internal import SwiftParser
internal import SwiftParserDiagnostics
internal import SwiftSyntax

/// One file, parsed, with the means to say where a node of it stands.
struct ParsedFile: Sendable {
  let path: String
  let tree: SourceFileSyntax
  private let text: [UInt8]
  /// Where the text nests deeper than can be parsed; the tree is then empty.
  private let tooDeepAt: Int?
  /// The byte at which each line begins.
  private let lineStarts: [Int]

  init(_ source: SourceText) {
    path = source.path
    text = Array(source.text.utf8)
    tooDeepAt = Nesting.offsetBeyondLimit(text)
    tree = Parser.parse(source: tooDeepAt == nil ? source.text : "")
    var starts = [0]
    for (offset, byte) in text.enumerated() where byte == UInt8(ascii: "\n") { starts.append(offset + 1) }
    lineStarts = starts
  }

  /// The name of the file without folder and extension.
  var name: String {
    let last = path.split(separator: "/").last.map(String.init) ?? path
    return last.hasSuffix(".swift") ? String(last.dropLast(6)) : last
  }

  /// Where a node begins, past the comments before it; the mark covers the node's first line.
  func place(of node: some SyntaxProtocol) -> TextPlace {
    let first = node.trimmedDescription.prefix { !$0.isNewline }
    return place(at: node.positionAfterSkippingLeadingTrivia, length: first.count)
  }

  func place(at position: AbsolutePosition, length: Int = 1) -> TextPlace {
    let offset = min(max(0, position.utf8Offset), text.count)
    var low = 0, high = lineStarts.count - 1
    while low < high {
      let middle = (low + high + 1) / 2
      if lineStarts[middle] <= offset { low = middle } else { high = middle - 1 }
    }
    let start = lineStarts[low]
    let end = low + 1 < lineStarts.count ? lineStarts[low + 1] - 1 : text.count
    var line = String(decoding: text[start..<max(start, end)], as: UTF8.self)
    if line.hasSuffix("\r") { line.removeLast() }
    let column = String(decoding: text[start..<max(start, offset)], as: UTF8.self).count + 1
    return TextPlace(file: path, line: low + 1, column: column, length: max(1, length), lineText: line)
  }

  /// What the parser could not make sense of, at most 50 findings.
  func syntaxFindings() -> [Finding] {
    if let tooDeepAt {
      let place = place(at: AbsolutePosition(utf8Offset: tooDeepAt))
      return [Finding(.swiftSyntax, "brackets are nested too deeply to be read", at: .text(place))]
    }
    guard tree.hasError else { return [] }
    return ParseDiagnosticsGenerator.diagnostics(for: tree).prefix(50).map { diagnostic in
      Finding(.swiftSyntax, diagnostic.message, at: .text(place(at: diagnostic.position)))
    }
  }
}

extension TokenSyntax {
  /// The identifier without the backticks that let a keyword be one.
  var plainName: String {
    let raw = text
    return raw.count > 2 && raw.first == "`" && raw.last == "`" ? String(raw.dropFirst().dropLast()) : raw
  }
}
