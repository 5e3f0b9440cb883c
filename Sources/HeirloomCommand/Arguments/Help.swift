extension CommandDefinition {
  /// One line: the command with its operands and options as they are typed.
  package var usage: String {
    let shownOperands = operands.map { operand in
      switch operand.count {
      case .one: operand.name
      case .optional: "[\(operand.name)]"
      case .oneOrMore: "\(operand.name)…"
      case .any: "[\(operand.name)…]"
      }
    }
    let required = options.filter(\.isRequired).map { "--\($0.name) \($0.placeholder ?? "")" }
    let rest = options.count > required.count ? ["[options]"] : []
    return (["heirloom", name] + shownOperands + required + rest).joined(separator: " ")
  }

  /// What `heirloom NAME --help` prints.
  package var help: String {
    var parts = ["\(summary)", "usage: \(usage)"]
    if !operands.isEmpty { parts.append(section("Operands", operands.map { ($0.name, $0.summary) })) }
    let lines = options.map { ($0.spelling, $0.summary + ($0.repeats ? " (may be repeated)" : "")) }
    parts.append(section("Options", lines + [("-h, --help", "show this help")]))
    if !discussion.isEmpty { parts.append(discussion) }
    return parts.joined(separator: "\n\n") + "\n"
  }
}

extension OptionDefinition {
  /// `-o, --output FILE`
  var spelling: String {
    (short.map { "-\($0), " } ?? "    ") + "--\(name)" + (placeholder.map { " \($0)" } ?? "")
  }
}

/// What `heirloom --help` prints.
func overview(of commands: [CommandDefinition]) -> String {
  let shown = commands.filter { !$0.isHidden }.map { ($0.name, $0.summary) }
  let parts = [
    "heirloom converts the databases that old apps left behind into versioned stores, and proves it.",
    "usage: heirloom COMMAND [operands] [options]",
    section("Commands", shown),
    section("Options", [("-h, --help", "show this help, or a command's"), ("    --version", "show the version")]),
    "Results go to standard output, everything else to standard error. `heirloom COMMAND --help` tells more of a command.",
  ]
  return parts.joined(separator: "\n\n") + "\n"
}

/// A heading and lines in two columns.
private func section(_ heading: String, _ lines: [(name: String, text: String)]) -> String {
  let width = lines.map(\.name.count).max() ?? 0
  let body = lines.map { "  \($0.name)\(String(repeating: " ", count: width - $0.name.count))  \($0.text)" }
  return ([heading + ":"] + body).joined(separator: "\n")
}
