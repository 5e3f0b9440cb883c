internal import Foundation
internal import HeirloomArchive
internal import HeirloomBytes
internal import HeirloomCoreDataModel
internal import HeirloomFindings
internal import HeirloomSchema
internal import HeirloomSQLite

/// Reads the objects of an XML store into the stager, in one pass and object by object.
final class XMLStoreReader {
  private let stager: Stager
  private let facts: AtomicStoreFacts
  private var unreadable: [String: Int] = [:]
  private var line = 1

  init(_ stager: Stager, _ facts: AtomicStoreFacts) {
    self.stager = stager
    self.facts = facts
  }

  func read(_ stream: any ByteStream) throws {
    var pieces = PieceScanner(stream)
    guard let head = try pieces.take(through: "</databaseInfo>") else { throw damage("there is no 'databaseInfo'") }
    try readMetadata(head)
    advance(head)
    while let piece = try pieces.take(through: "</object>") {
      try readObjects(piece)
      advance(piece)
    }
    guard let end = pieces.rest.range(of: Array("</database>".utf8)) else { throw damage("the document ends early") }
    try readObjects(Array(pieces.rest[..<end.lowerBound]))
    for (type, count) in unreadable.sorted(by: { $0.key < $1.key }) {
      facts.findings.append(
        Finding(
          .archiveValueRefused, "\(shown(count)) values of the type '\(type)' do not read as such", at: .file(facts.file),
          count: count))
    }
  }

  private func readMetadata(_ head: [UInt8]) throws {
    guard let start = head.range(of: Array("<plist".utf8)), let end = head.range(of: Array("</plist>".utf8)),
      start.lowerBound < end.lowerBound,
      let list = try? PropertyList(Array("<?xml version=\"1.0\"?>".utf8) + head[start.lowerBound..<end.upperBound])
    else { throw damage("the metadata is no property list") }
    facts.metadata = list.dictionary ?? [:]
  }

  /// A piece ends with an object; objects without content may stand before it.
  private func readObjects(_ piece: [UInt8]) throws {
    let forest: MarkupElement
    do { forest = try MarkupParser.parse(Array("<x>".utf8) + piece + Array("</x>".utf8), depthLimit: 16) } catch {
      throw damage("\(error) after that")
    }
    for element in forest.children {
      guard element.name == "object" else { throw damage("'\(element.name)' stands among the objects") }
      try stage(element)
    }
  }

  private func stage(_ element: MarkupElement) throws {
    guard let type = element.attributes["type"], let id = XMLStoreReader.number(element.attributes["id"]) else {
      throw damage("an object has no type or no id")
    }
    let entity = stager.entity(type)
    var record = Record()
    for child in element.children {
      let name = child.attributes["name"] ?? ""
      switch child.name {
      case "attribute":
        let kind = child.attributes["type"] ?? "string"
        record.members.append((name, value(child.text, kind)))
        facts.attributeTypes[type, default: [:]][name] = XMLStoreReader.types[kind] ?? .string
      case "relationship": try link(child, name, entity, id)
      default: throw damage("'\(child.name)' stands in an object")
      }
    }
    try stager.add(record, to: entity, id: id)
  }

  /// The targets of a relationship: `idrefs="z1 z2"`; `type="1/1"` says the least and most of them, 0 being no limit.
  private func link(_ element: MarkupElement, _ name: String, _ entity: StagedEntity, _ id: Int64) throws {
    guard let destination = element.attributes["destination"] else { throw damage("'\(name)' has no destination") }
    if facts.relationships[entity.key]?[name] == nil {
      let bounds = (element.attributes["type"] ?? "0/0").split(separator: "/").compactMap { Int($0) }
      facts.relationships[entity.key, default: [:]][name] = AtomicStoreFacts.Declaration(
        destination: destination, minimum: max(0, bounds.first ?? 0), maximum: max(0, bounds.last ?? 0),
        list: try stager.emptyList(of: name, entity))
    }
    guard let list = facts.relationships[entity.key]?[name]?.list else { return }
    for (position, reference) in (element.attributes["idrefs"] ?? "").split(separator: " ").enumerated() {
      guard let target = XMLStoreReader.number(String(reference)) else { throw damage("'\(name)' has an id that is none") }
      try list.link(id, position, target)
    }
  }

  /// `z104` is 104.
  private static func number(_ id: String?) -> Int64? { id.flatMap { $0.hasPrefix("z") ? Int64($0.dropFirst()) : nil } }

  /// The names of types, as far as they were seen or are documented.
  private static let types: [String: AttributeType] = [
    "bool": .bool, "int16": .int16, "int32": .int32, "int64": .int64, "float": .float, "double": .double, "decimal": .decimal,
    "string": .string, "date": .date, "binary": .data, "transformable": .transformable, "uuid": .uuid, "uri": .url, "URI": .url,
  ]

  /// What does not read as its type is kept as text.
  private func value(_ text: String, _ type: String) -> RecordValue {
    let plain = text.trimmingCharacters(in: .whitespacesAndNewlines)
    switch type {
    case "bool": if let value = Int64(plain) { return .bool(value != 0) }
    case "int16", "int32", "int64": if let value = Int64(plain) { return .integer(value) }
    case "float", "double": if let value = Double(plain) { return value.isNaN ? .notANumber : .real(value) }
    case "date": if let seconds = Double(plain) { return .date(seconds) }
    case "decimal": return .decimal(plain)
    case "binary", "transformable": if let content = bytes(fromBase64: plain) { return .data(content) }
    case "uuid": if let content = UUIDText.bytes(plain) { return .uuid(content) }
    default: return .text(text)
    }
    unreadable[type, default: 0] += 1
    return .text(text)
  }

  private func advance(_ piece: [UInt8]) { line += piece.count { $0 == 0x0A } }

  private func damage(_ what: String) -> Finding {
    Finding(.xmlStoreDamaged, "from line \(line): \(what)", at: .file(facts.file))
  }
}

/// Cuts a stream into pieces that end with a given text.
private struct PieceScanner {
  private let stream: any ByteStream
  private var buffer: [UInt8] = []
  private var start = 0
  /// An object of more bytes than this is none.
  private static let longest = 1 << 30

  init(_ stream: any ByteStream) { self.stream = stream }

  /// What is left after the last piece.
  var rest: [UInt8] { Array(buffer[start...]) }

  /// The bytes through the next `text`; nil when it does not come any more.
  mutating func take(through text: String) throws -> [UInt8]? {
    let wanted = Array(text.utf8)
    var searched = start
    while true {
      if let found = buffer[searched...].range(of: wanted) {
        defer { start = found.upperBound }
        return Array(buffer[start..<found.upperBound])
      }
      guard buffer.count - start < PieceScanner.longest, let more = try stream.next() else { return nil }
      // The text may straddle the end of what was there.
      searched = max(0, buffer.count - start - wanted.count)
      buffer = Array(buffer[start...]) + more
      start = 0
    }
  }
}

extension RandomAccessCollection where Element == UInt8, Index == Int {
  /// Where a text first stands.
  fileprivate func range(of wanted: [UInt8]) -> Range<Int>? {
    guard let first = wanted.first else { return nil }
    var start = startIndex
    while let found = self[start...].firstIndex(of: first), found + wanted.count <= endIndex {
      if self[found..<found + wanted.count].elementsEqual(wanted) { return found..<found + wanted.count }
      start = found + 1
    }
    return nil
  }
}
