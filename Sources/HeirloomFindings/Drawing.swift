extension Finding {
  /// The finding as a person reads it: place, message, the line with a caret under it, and a way out.
  ///
  /// ```
  /// notes.mapping.swift:7:21: error[unknown-attribute]: 'Note' has no attribute 'titel'
  /// 7 |   headline = old.titel
  ///   |                  ^~~~~
  ///   = help: did you mean 'title'?
  /// ```
  public func drawing() -> String {
    var lines: [String] = []
    let head = "\(severity.rawValue)[\(id)]: \(message)"
    lines.append((place.map { "\($0): \(head)" } ?? head).onOneLine)
    var gutter = " "
    if case .text(let text)? = place {
      let number = String(text.line)
      gutter = String(repeating: " ", count: number.count)
      lines.append("\(number) | \(text.lineText.replacing("\t", with: " "))")
      let mark = "^" + String(repeating: "~", count: max(0, text.length - 1))
      lines.append("\(gutter) | \(String(repeating: " ", count: max(0, text.column - 1)))\(mark)")
    }
    if let help { lines.append("\(gutter) = help: \(help)".onOneLine) }
    return lines.joined(separator: "\n")
  }
}

extension String {
  /// Line ends as `\n`: a name from a store that holds one could else pass for a finding of its own.
  fileprivate var onOneLine: String {
    guard contains(where: \.isNewline) else { return self }
    return unicodeScalars.map { $0 == "\n" ? "\\n" : $0 == "\r" ? "\\r" : String($0) }.joined()
  }
}
