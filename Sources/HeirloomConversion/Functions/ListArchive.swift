internal import Foundation
internal import HeirloomBytes
internal import HeirloomCoreDataModel
internal import HeirloomSQLite
internal import HeirloomSchema

/// Lists in the form in which a transformable attribute keeps an array: a keyed archive of an NSArray.
///
/// Inside Heirloom a list is JSON, in which dates are seconds since 2001, identities their text and bytes Base64, the forms of
/// Foundation's encoder; here each is the object that Foundation's archiver writes, NSNull for nil.
enum ListArchive {
  /// - Parameter kind: the type of the elements as Swift spells it.
  static func bytes(of items: [SQLiteValue], _ kind: String) -> [UInt8] {
    var writer = KeyedArchiveWriter()
    let references = items.map { reference(to: $0, kind, &writer) }
    return writer.finish(root: kind.hasPrefix("Set<") ? writer.set(references) : writer.array(references))
  }

  /// A keyed archive of an NSDictionary whose keys are texts.
  static func bytes(keys: [SQLiteValue], values: [SQLiteValue], _ kind: String) -> [UInt8] {
    var writer = KeyedArchiveWriter()
    let entries = zip(keys, values).map { key, value in
      (key: reference(to: key, "String", &writer), value: reference(to: value, kind, &writer))
    }
    return writer.finish(root: writer.dictionary(entries))
  }

  /// Whether an NSDecimalNumber can hold the number.
  static func holds(decimal item: SQLiteValue) -> Bool { item == .null || digits(item).flatMap { ArchivedDecimal($0) } != nil }

  private static func digits(_ item: SQLiteValue) -> String? {
    switch item {
    case .text(let text): text
    case .integer(let number): String(number)
    case .real(let number): "\(number)"
    default: nil
    }
  }

  private static func reference(
    to item: SQLiteValue, _ kind: String, _ writer: inout KeyedArchiveWriter
  ) -> KeyedArchiveWriter.Reference {
    switch (kind, item) {
    case ("Bool", .integer(let value)): return writer.add(scalar: .bool(value != 0))
    case ("Double", .integer(let value)), ("Float", .integer(let value)): return writer.add(scalar: .real(Double(value)))
    case ("Date", _):
      guard let seconds = item.number else { return writer.null() }
      return writer.add(["NSDate", "NSObject"], ["NS.time": .real(seconds)])
    case ("UUID", .text(let text)):
      guard let uuid = UUID(uuidString: text) else { return writer.null() }
      return writer.add(["NSUUID", "NSObject"], ["NS.uuidbytes": .data(withUnsafeBytes(of: uuid.uuid) { Array($0) })])
    case ("URL", .text(let text)):
      let relative = writer.add(text)
      return writer.add(
        ["NSURL", "NSObject"], ["NS.base": KeyedArchiveWriter.Reference.null.value, "NS.relative": relative.value])
    case ("Data", .text(let text)):
      guard let data = Data(base64Encoded: text) else { return writer.null() }
      return writer.add(scalar: .data(Array(data)))
    case ("Decimal", _):
      guard let number = digits(item).flatMap({ ArchivedDecimal($0) }) else { return writer.null() }
      return writer.add(number.lineage, number.contents)
    case (_, .text(let text)): return writer.add(text)
    case (_, .integer(let number)): return writer.add(scalar: .integer(number))
    case (_, .real(let number)): return writer.add(scalar: .real(number))
    default: return writer.null()
    }
  }

  /// The elements of an archived array as a list; nil when the bytes are no such archive.
  static func list(in bytes: [UInt8], of kind: String) -> String? {
    guard let root = (try? KeyedArchive(bytes))?.root, let nodes = root.elements else { return nil }
    return JSONText.list(
      nodes.map { node in
        if node.isAbsent { return "null" }
        if kind == "Date", let seconds = node.date { return "\(seconds)" }
        if kind == "Decimal" { return (node.decimal ?? JSONText(node, size: bytes.count).text).map(JSONLiteral.quoted) ?? "null" }
        if kind == "Bool", let value = node.bool { return value ? "true" : "false" }
        return JSONText(node, size: bytes.count).text ?? "null"
      })
  }
}
