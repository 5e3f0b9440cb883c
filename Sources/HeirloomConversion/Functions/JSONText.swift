internal import Foundation
internal import HeirloomBytes
internal import HeirloomCoreDataModel
internal import HeirloomSchema

/// Property lists and archives of plain collections as JSON, keys sorted, so that equal values give equal texts.
///
/// Dates become ISO 8601 texts, data Base64, URLs and UUIDs their text, colours their components. Keys that are no texts become what
/// they would be as values. Objects of an app's own classes become objects with their class under `$class`. What is nested more than 64
/// deep, as what holds itself is, has no JSON, and neither has what shares its parts so often that it would be many times its size.
struct JSONText {
  let text: String?

  /// - Parameter size: how many bytes the list was read from.
  init(_ list: PropertyList?, size: Int) {
    var writer = JSONWriter(size)
    text = list.flatMap { try? writer.text(of: $0, depth: 0) }
  }

  /// - Parameter size: how many bytes the archive has.
  init(_ node: KeyedArchive.Node?, size: Int) {
    var writer = JSONWriter(size)
    text = node.flatMap { try? writer.text(of: $0, depth: 0) }
  }

  static func list(_ items: [String]) -> String? { "[\(items.joined(separator: ","))]" }
}

private struct JSONWriter {
  /// How many values may still be written.
  private var left: Int

  /// Every reference takes a byte: more values than bytes there are only where values are shared.
  init(_ size: Int) { left = size + 100_000 }

  private struct Unbounded: Error {}

  private mutating func enter(_ depth: Int) throws {
    left -= 1
    guard depth < 64, left >= 0 else { throw Unbounded() }
  }

  private func object(_ entries: [(String, String)]) -> String {
    "{\(entries.sorted { $0.0 < $1.0 }.map { "\(JSONLiteral.quoted($0.0)):\($0.1)" }.joined(separator: ","))}"
  }

  private func number(_ value: Double) -> String { value.isFinite ? "\(value)" : "null" }

  mutating func text(of list: PropertyList, depth: Int) throws -> String {
    try enter(depth)
    switch list {
    case .string(let value): return JSONLiteral.quoted(value)
    case .integer(let value): return String(value)
    case .real(let value): return number(value)
    case .bool(let value): return value ? "true" : "false"
    case .date(let value): return JSONLiteral.quoted(ISO8601Date.text(value))
    case .data(let value): return JSONLiteral.quoted(Data(value).base64EncodedString())
    case .array(let items):
      var texts: [String] = []
      for item in items { texts.append(try text(of: item, depth: depth + 1)) }
      return "[\(texts.joined(separator: ","))]"
    case .dictionary(let entries):
      var texts: [(String, String)] = []
      for entry in entries { texts.append((entry.key, try text(of: entry.value, depth: depth + 1))) }
      return object(texts)
    case .uid(let number): return String(number)
    default: return "null"
    }
  }

  mutating func text(of node: KeyedArchive.Node, depth: Int) throws -> String {
    try enter(depth)
    if node.isAbsent { return "null" }
    if node.isBool, let value = node.bool { return value ? "true" : "false" }
    if node.isReal, let value = node.real { return number(value) }
    if let value = node.string { return JSONLiteral.quoted(value) }
    if let parts = ColorArchive.components(of: node) { return object(parts.map { ($0.name, number($0.value)) }) }
    if let value = node.decimal { return value }
    if let value = node.integer { return String(value) }
    if let value = node.real { return number(value) }
    if let value = node.date { return JSONLiteral.quoted(ISO8601Date.text(value)) }
    if let value = node.uuid { return JSONLiteral.quoted(StableUUID.text(value)) }
    if let value = node.url { return JSONLiteral.quoted(value) }
    if let value = node.data { return JSONLiteral.quoted(Data(value).base64EncodedString()) }
    if let entries = node.entries {
      var texts: [(String, String)] = []
      for entry in entries { texts.append((try name(of: entry.key, depth), try text(of: entry.value, depth: depth + 1))) }
      return object(texts)
    }
    if let items = node.elements {
      var texts: [String] = []
      for item in items { texts.append(try text(of: item, depth: depth + 1)) }
      return "[\(texts.joined(separator: ","))]"
    }
    var entries: [(String, String)] = []
    for key in node.keys where !key.hasPrefix("$") {
      guard let member = node[key] else { continue }
      entries.append((key, try text(of: member, depth: depth + 1)))
    }
    if let name = node.className { entries.append(("$class", JSONLiteral.quoted(name))) }
    return object(entries)
  }

  /// A dictionary's key: a text as it is, and what a value becomes a text of, without the quotation marks.
  private mutating func name(of key: KeyedArchive.Node, _ depth: Int) throws -> String {
    if let text = key.string { return text }
    let text = try text(of: key, depth: depth + 1)
    return text.hasPrefix("\"") ? String(text.dropFirst().dropLast()) : text
  }
}
