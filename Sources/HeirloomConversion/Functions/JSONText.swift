internal import Foundation
internal import HeirloomBytes
internal import HeirloomCoreDataModel
internal import HeirloomSchema

/// Property lists and archives of plain collections as JSON, keys sorted, so that equal values give equal texts.
///
/// Dates become ISO 8601 texts, data Base64, URLs and UUIDs their text, colours their components. Objects of an app's own classes become objects with
/// their class under `$class`. What is nested more than 64 deep is left out as `null`.
struct JSONText {
  let text: String?

  init(_ list: PropertyList?) { text = list.flatMap { JSONText.text(of: $0, depth: 0) } }
  init(_ node: KeyedArchive.Node?) { text = node.flatMap { JSONText.text(of: $0, depth: 0) } }

  static func list(_ items: [String]) -> String? { "[\(items.joined(separator: ","))]" }

  private static func object(_ entries: [(String, String)]) -> String {
    "{\(entries.sorted { $0.0 < $1.0 }.map { "\(JSONLiteral.quoted($0.0)):\($0.1)" }.joined(separator: ","))}"
  }

  private static func number(_ value: Double) -> String { value.isFinite ? "\(value)" : "null" }

  private static func text(of list: PropertyList, depth: Int) -> String {
    guard depth < 64 else { return "null" }
    return switch list {
    case .string(let value): JSONLiteral.quoted(value)
    case .integer(let value): String(value)
    case .real(let value): number(value)
    case .bool(let value): value ? "true" : "false"
    case .date(let value): JSONLiteral.quoted(ISO8601Date.text(value))
    case .data(let value): JSONLiteral.quoted(Data(value).base64EncodedString())
    case .array(let items): "[\(items.map { text(of: $0, depth: depth + 1) }.joined(separator: ","))]"
    case .dictionary(let entries): object(entries.map { ($0.key, text(of: $0.value, depth: depth + 1)) })
    case .uid(let number): String(number)
    default: "null"
    }
  }

  private static func text(of node: KeyedArchive.Node, depth: Int) -> String {
    guard depth < 64, !node.isAbsent else { return "null" }
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
    if let entries = node.namedEntries { return object(entries.map { ($0.name, text(of: $0.value, depth: depth + 1)) }) }
    if let items = node.elements { return "[\(items.map { text(of: $0, depth: depth + 1) }.joined(separator: ","))]" }
    var entries = node.keys.filter { !$0.hasPrefix("$") }.compactMap { key in
      node[key].map { (key, text(of: $0, depth: depth + 1)) }
    }
    if let name = node.className { entries.append(("$class", JSONLiteral.quoted(name))) }
    return object(entries)
  }
}
