internal import HeirloomFindings

extension Document {
  /// The document as GitHub-flavoured Markdown; names with `|`, `*` or `<` in them show as they are.
  public func markdown() -> String {
    let parts = (title.isEmpty ? [] : ["# " + escaped(title)]) + blocks.map(\.markdown)
    return parts.filter { !$0.isEmpty }.joined(separator: "\n\n") + "\n"
  }
}

extension Document.Block {
  fileprivate var markdown: String {
    switch self {
    case .heading(let text): return "## " + escaped(text)
    case .paragraph(let text): return escaped(text)
    case .verdict(let text, _): return "**\(escaped(text))**"
    case .facts(let facts): return facts.map { "- \(escaped($0.name)): \(escaped($0.text))" }.joined(separator: "\n")
    case .table(let table):
      let head = "| " + table.columns.map { escaped($0.heading) }.joined(separator: " | ") + " |"
      let rule = "|" + table.columns.map { $0.isNumeric ? " ---: |" : " --- |" }.joined()
      let rows = table.rows.map { row in
        "| " + table.columns.indices.map { escaped(table.cell(row, $0)) }.joined(separator: " | ") + " |"
      }
      return ([head, rule] + rows).joined(separator: "\n")
    case .findings(let findings): return findings.map { fenced($0.drawing(), language: "text") }.joined(separator: "\n\n")
    case .code(let text, let language): return fenced(text, language: language)
    }
  }
}

/// The text in a fence longer than any run of backticks inside it.
private func fenced(_ text: String, language: String) -> String {
  var longest = 0, run = 0
  for character in text {
    run = character == "`" ? run + 1 : 0
    longest = max(longest, run)
  }
  let fence = String(repeating: "`", count: max(3, longest + 1))
  return "\(fence)\(language)\n\(text)\n\(fence)"
}

private func escaped(_ text: String) -> String {
  var result = ""
  for character in text.withoutControls {
    if "\\`*_[]<>|#~".contains(character) { result.append("\\") }
    result.append(character)
  }
  return result
}
