internal import Foundation
internal import HeirloomBytes
internal import HeirloomFindings
internal import HeirloomSchema
internal import HeirloomSwiftSource

/// Properties of values.
extension ClosureInterpreter {
  func member(_ name: String, of value: ClosureValue, _ place: TextPlace) throws -> ClosureValue {
    switch value {
    case .record(let record):
      if let found = try property(name, of: record, place) { return found }
      if let found = try computed(name, of: value, place) { return found }
      if name == "persistentModelID" || name == "id" || name == "self" { return value }
      if name == "isDeleted" { return .bool(store.pending.deleted.contains(record)) }
      throw beyond("'\(record.entity)' has no property '\(name)' in this version", place)
    case .composite(let record, let path):
      let inner = "\(path).\(name)"
      let attribute = schema.attribute(
        PropertyName(path.split(separator: ".").first.map { String($0) } ?? path), of: record.entity)
      if let column = attribute?.columns.first(where: { $0.path == inner }) {
        return Self.value(try store.value(record, inner, column.leaf), column.leaf)
      }
      if let found = try computed(name, of: value, place) { return found }
      return .composite(record, inner)
    case .structure(_, let fields):
      if let field = fields[name] { return field }
    case .tuple(let parts, let labels):
      if let index = labels.firstIndex(of: name) ?? Int(name), parts.indices.contains(index) { return parts[index] }
    case .enumeration(_, _, let raw): if name == "rawValue" { return raw }
    case .context: return name == "hasChanges" ? .bool(!store.pending.isEmpty) : .ignored
    case .ignored: return .ignored
    case .null: return try computed(name, of: value, place) ?? .null
    case .caseName: if name == "localizedDescription" { return .text(value.description) }
    case .decimal(let number):
      let whole = NSDecimalNumber(decimal: number)
      if name == "doubleValue" { return .real(whole.doubleValue) }
      if name == "intValue" { return .integer(Int64(whole.intValue)) }
      if name == "decimalValue" { return value }
      if name == "isZero" { return .bool(number == 0) }
    case .dictionary(let pairs):
      if name == "keys" { return .array(pairs.keys) }
      if name == "values" { return .array(pairs.keys.map { pairs[$0] ?? .null }) }
    case .uuid(let bytes): if name == "uuidString" { return .text(bytes.count == 16 ? StableUUID.text(bytes) : "") }
    case .url(let text): if name == "absoluteString" || name == "path" { return .text(text) }
    case .date(let seconds):
      if name == "timeIntervalSince1970" { return .real(seconds + 978_307_200) }
      if name == "timeIntervalSinceReferenceDate" { return .real(seconds) }
      if name == "timeIntervalSinceNow", case .date(let now) = clock() { return .real(seconds - now) }
    case .text(let text):
      switch name {
      case "localizedLowercase": return .text(text.lowercased())
      case "localizedUppercase": return .text(text.uppercased())
      case "capitalized": return .text(text.capitalized)
      case "isEmpty": return .bool(text.isEmpty)
      default: break
      }
    case .data(let bytes):
      if name == "count" { return .integer(Int64(bytes.count)) }
      if name == "isEmpty" { return .bool(bytes.isEmpty) }
    default: break
    }
    if name == "self" { return value }
    if let found = try computed(name, of: value, place) { return found }
    if let elements = value.elements {
      switch name {
      case "count": return .integer(Int64(elements.count))
      case "isEmpty": return .bool(elements.isEmpty)
      case "first": return elements.first ?? .null
      case "last": return elements.last ?? .null
      case "startIndex": return .integer(0)
      case "endIndex": return .integer(Int64(elements.count))
      case "indices": return .array(elements.indices.map { .integer(Int64($0)) })
      case "lazy": return value
      default: break
      }
    }
    throw beyond("'\(name)' is not interpreted for this value", place)
  }

  /// A computed property that the sources declare.
  private func computed(_ name: String, of value: ClosureValue, _ place: TextPlace) throws -> ClosureValue? {
    guard let getter = accessor(name, of: value, \.getters) else { return nil }
    return try invoke(getter.function, with: [], receiver: value, type: getter.type, place)
  }
}
