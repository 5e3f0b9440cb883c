internal import HeirloomBytes

/// A whole property list as a value: what a store's metadata or a VersionInfo.plist holds.
///
/// For keyed archives use `KeyedArchive`, which follows no references.
package indirect enum PropertyList: Hashable, Sendable {
  case null
  case bool(Bool)
  case integer(Int64)
  case unsigned(UInt64)
  case real(Double)
  /// Seconds since 2001-01-01T00:00:00Z.
  case date(Double)
  case string(String)
  case data([UInt8])
  case uid(Int)
  case array([PropertyList])
  case dictionary([String: PropertyList])

  /// Reads a binary or an XML property list.
  /// - Throws: `BytesError` when the bytes are neither, are damaged, nest more than 256 deep or unfold to more than four million
  ///   values.
  package init(_ bytes: [UInt8]) throws {
    if BinaryPropertyList.begins(bytes) {
      let list = try BinaryPropertyList(bytes)
      var budget = 4_000_000
      self = try Self.unfold(list, list.top, depth: 0, budget: &budget)
    } else {
      self = try Self.readXML(bytes)
    }
  }

  package subscript(key: String) -> PropertyList? {
    if case .dictionary(let entries) = self { entries[key] } else { nil }
  }
  package var string: String? { if case .string(let text) = self { text } else { nil } }
  package var data: [UInt8]? { if case .data(let bytes) = self { bytes } else { nil } }
  package var integer: Int64? { if case .integer(let value) = self { value } else { nil } }
  package var array: [PropertyList]? { if case .array(let values) = self { values } else { nil } }
  package var dictionary: [String: PropertyList]? { if case .dictionary(let entries) = self { entries } else { nil } }
}

// MARK: - Reading

extension PropertyList {
  private static func unfold(_ list: BinaryPropertyList, _ index: Int, depth: Int, budget: inout Int) throws -> PropertyList {
    budget -= 1
    guard depth < 256, budget > 0 else { throw BytesError("the property list nests without end") }
    switch list.objects[index] {
    case .null: return .null
    case .bool(let value): return .bool(value)
    case .integer(let value): return .integer(value)
    case .unsigned(let value): return .unsigned(value)
    case .real(let value): return .real(value)
    case .date(let value): return .date(value)
    case .string(let value): return .string(value)
    case .data(let value): return .data(value)
    case .uid(let value): return .uid(value)
    case .array(let items): return .array(try items.map { try unfold(list, $0, depth: depth + 1, budget: &budget) })
    case .dictionary(let keys, let values):
      var entries: [String: PropertyList] = [:]
      for (key, value) in zip(keys, values) {
        guard case .string(let name) = list.objects[key] else { throw BytesError("a key of the property list is not text") }
        entries[name] = try unfold(list, value, depth: depth + 1, budget: &budget)
      }
      return .dictionary(entries)
    }
  }
}
