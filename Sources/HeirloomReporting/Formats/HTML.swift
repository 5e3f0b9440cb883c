internal import HeirloomFindings

extension Document {
  /// The document as one self-contained page: its style is inside, and it loads nothing.
  public func html() -> String {
    let name = escaped(title.isEmpty ? "Heirloom" : title)
    return """
      <!doctype html>
      <html lang="en">
      <head>
      <meta charset="utf-8">
      <meta name="viewport" content="width=device-width, initial-scale=1">
      <title>\(name)</title>
      <style>
      \(stylesheet)
      </style>
      </head>
      <body>
      <h1>\(name)</h1>
      \(blocks.map(\.html).joined(separator: "\n"))
      </body>
      </html>

      """
  }
}

extension Document.Block {
  fileprivate var html: String {
    switch self {
    case .heading(let text): return "<h2>\(escaped(text))</h2>"
    case .paragraph(let text): return "<p>\(escaped(text))</p>"
    case .verdict(let text, let tone): return "<p class=\"verdict \(tone)\">\(escaped(text))</p>"
    case .facts(let facts):
      return "<dl>\(facts.map { "<dt>\(escaped($0.name))</dt><dd>\(escaped($0.text))</dd>" }.joined())</dl>"
    case .table(let table):
      let classes = table.columns.map { $0.isNumeric ? " class=\"number\"" : "" }
      let head = zip(table.columns, classes).map { "<th\($1)>\(escaped($0.heading))</th>" }.joined()
      let rows = table.rows.map { row in
        "<tr>\(classes.enumerated().map { "<td\($1)>\(escaped(table.cell(row, $0)))</td>" }.joined())</tr>"
      }
      return "<table>\n<thead><tr>\(head)</tr></thead>\n<tbody>\n\(rows.joined(separator: "\n"))\n</tbody>\n</table>"
    case .findings(let findings):
      return findings.map { "<pre class=\"\($0.severity.rawValue)\">\(escaped($0.drawing()))</pre>" }.joined(separator: "\n")
    case .code(let text, _): return "<pre><code>\(escaped(text))</code></pre>"
    }
  }
}

private let stylesheet = """
  body { font: 15px/1.5 system-ui, sans-serif; margin: 2rem auto; max-width: 70rem; padding: 0 1rem; color: #222; background: #fff; }
  table { border-collapse: collapse; } th, td { padding: .25rem .75rem; border-bottom: 1px solid #ddd; text-align: left; }
  .number { text-align: right; font-variant-numeric: tabular-nums; }
  dl { display: grid; grid-template-columns: max-content auto; gap: .25rem 1rem; } dt { color: #666; } dd { margin: 0; }
  pre { padding: .5rem 1rem; overflow-x: auto; background: #f6f6f6; border-left: 4px solid #999; }
  pre.error { border-color: #c33; } pre.warning { border-color: #c90; }
  .verdict { font-weight: bold; } .good { color: #161; } .doubtful { color: #850; } .bad { color: #a11; }
  @media (prefers-color-scheme: dark) { body { color: #ddd; background: #1b1b1b; } th, td { border-color: #444; }
    pre { background: #262626; } .good { color: #7c7; } .doubtful { color: #db6; } .bad { color: #f88; } dt { color: #aaa; } }
  """

private func escaped(_ text: String) -> String {
  var result = ""
  for character in text {
    switch character {
    case "&": result += "&amp;"
    case "<": result += "&lt;"
    case ">": result += "&gt;"
    case "\"": result += "&quot;"
    default: result.append(character)
    }
  }
  return result
}
