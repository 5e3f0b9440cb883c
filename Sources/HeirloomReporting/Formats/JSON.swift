internal import HeirloomSchema

extension JSONValue {
  /// The value as JSON text: on one line, or indented by two spaces for people.
  ///
  /// Members stand in the order they were given. A number that JSON cannot hold (infinite, not a number) is null.
  public func text(indented: Bool = false) -> String {
    var text = ""
    write(to: &text, indent: indented ? 0 : nil)
    return text
  }

  private func write(to text: inout String, indent: Int?) {
    switch self {
    case .null: text += "null"
    case .bool(let value): text += value ? "true" : "false"
    case .integer(let value): text += String(value)
    case .real(let value): text += Self.number(value)
    case .string(let value): text += JSONLiteral.quoted(value)
    case .array(let elements):
      Self.write(elements, between: ("[", "]"), to: &text, indent: indent) { element, text, indent in
        element.write(to: &text, indent: indent)
      }
    case .object(let members):
      Self.write(members, between: ("{", "}"), to: &text, indent: indent) { member, text, indent in
        text += JSONLiteral.quoted(member.key)
        text += indent == nil ? ":" : ": "
        member.value.write(to: &text, indent: indent)
      }
    }
  }

  private static func write<Item>(
    _ items: [Item], between brackets: (open: String, close: String), to text: inout String, indent: Int?,
    each: (Item, inout String, Int?) -> Void
  ) {
    text += brackets.open
    for (position, item) in items.enumerated() {
      if position > 0 { text += "," }
      if let indent { text += "\n" + String(repeating: "  ", count: indent + 1) }
      each(item, &text, indent.map { $0 + 1 })
    }
    if let indent, !items.isEmpty { text += "\n" + String(repeating: "  ", count: indent) }
    text += brackets.close
  }

  /// Swift's shortest text that reads back as the same number; whole numbers lose their ".0".
  private static func number(_ value: Double) -> String {
    guard value.isFinite else { return "null" }
    let text = value.description
    return text.hasSuffix(".0") ? String(text.dropLast(2)) : text
  }
}
