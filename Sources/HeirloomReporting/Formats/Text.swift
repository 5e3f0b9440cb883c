internal import HeirloomFindings

/// How text for a terminal looks: with colours or without.
public struct TextStyle: Sendable, Hashable {
  public var isColoured: Bool
  public init(coloured isColoured: Bool) { self.isColoured = isColoured }
  public static let plain = TextStyle(coloured: false)

  func bold(_ text: String) -> String { paint(text, "1") }
  func good(_ text: String) -> String { paint(text, "32") }
  func doubtful(_ text: String) -> String { paint(text, "33") }
  func bad(_ text: String) -> String { paint(text, "31") }

  func toned(_ text: String, _ tone: Document.Tone) -> String {
    switch tone {
    case .good: good(text)
    case .doubtful: doubtful(text)
    case .bad: bad(text)
    }
  }

  private func paint(_ text: String, _ code: String) -> String { isColoured ? "\u{1B}[\(code)m\(text)\u{1B}[0m" : text }
}

extension Document {
  /// The document for a terminal or a text file, a blank line between its parts.
  public func text(style: TextStyle = .plain) -> String {
    let parts = (title.isEmpty ? [] : [style.bold(title.withoutControls)]) + blocks.map { $0.text(style: style) }
    return parts.filter { !$0.isEmpty }.joined(separator: "\n\n") + "\n"
  }
}

extension Document.Block {
  fileprivate func text(style: TextStyle) -> String {
    switch self {
    case .heading(let text): return style.bold(text.withoutControls)
    case .paragraph(let text): return text.withoutControls
    case .verdict(let text, let tone): return style.toned(text.withoutControls, tone)
    case .facts(let facts):
      let width = facts.map(\.name.columnWidth).max() ?? 0
      return facts.map { "\($0.name.padded(to: width))  \($0.text.withoutControls)" }.joined(separator: "\n")
    case .table(let table): return table.text(style: style)
    case .findings(let findings):
      return findings.map { finding in
        let lines = finding.drawing().split(separator: "\n", omittingEmptySubsequences: false).map { String($0).withoutControls }
        let tone: Document.Tone =
          switch finding.severity {
          case .error: .bad
          case .warning: .doubtful
          case .note: .good
          }
        let head = lines.first.map { style.toned($0, tone) } ?? ""
        return ([head] + lines.dropFirst()).joined(separator: "\n")
      }.joined(separator: "\n")
    case .code(let text, _): return text
    }
  }
}

extension Table {
  /// Columns padded to their widest cell, two spaces apart; numbers to the right.
  fileprivate func text(style: TextStyle) -> String {
    let layout = TableLayout(columns, fitting: rows)
    return ([layout.heading(style: style)] + rows.map { layout.line($0, style: .plain) }).joined(separator: "\n")
  }
}

extension String {
  /// The text without what could move the cursor or colour a terminal: control characters become `\u{1b}` and the like.
  var withoutControls: String {
    guard unicodeScalars.contains(where: { $0.isControl }) else { return self }
    return unicodeScalars.map { scalar in
      switch scalar {
      case "\n": "\\n"
      case "\t": "\\t"
      case "\r": "\\r"
      default: scalar.isControl ? "\\u{\(String(scalar.value, radix: 16))}" : String(scalar)
      }
    }.joined()
  }

  /// How many columns of a terminal the text takes: wide East Asian letters and emoji take two.
  var columnWidth: Int { reduce(0) { $0 + ($1.isWide ? 2 : 1) } }

  func padded(to width: Int, right: Bool = false) -> String {
    let space = String(repeating: " ", count: max(0, width - columnWidth))
    return right ? space + self : self + space
  }
}

extension Unicode.Scalar {
  fileprivate var isControl: Bool { value < 0x20 || (0x7F...0x9F).contains(value) || (0x202A...0x202E).contains(value) }
}

extension Character {
  fileprivate var isWide: Bool {
    guard let first = unicodeScalars.first?.value else { return false }
    return (0x1100...0x115F).contains(first) || (0x2E80...0xA4CF).contains(first) || (0xAC00...0xD7A3).contains(first)
      || (0xF900...0xFAFF).contains(first) || (0xFE30...0xFE6F).contains(first) || (0xFF00...0xFF60).contains(first)
      || (0x1F300...0x1FAFF).contains(first)
  }
}
