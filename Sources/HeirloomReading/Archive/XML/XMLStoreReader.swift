internal import Foundation
internal import HeirloomArchive
internal import HeirloomCoreDataModel
internal import HeirloomFindings
internal import HeirloomSQLite

#if canImport(FoundationXML)
  internal import FoundationXML
#endif

/// Reads the objects of an XML store into the stager, in one pass.
///
/// Foundation's parser hands out one element at a time; entities that the document declares are not expanded.
final class XMLStoreReader: NSObject, XMLParserDelegate {
  private let stager: Stager
  private let file: String
  private(set) var metadata: [String: PropertyList] = [:]
  /// What the elements said of each property, by entity and property.
  private(set) var attributeTypes: [String: [String: String]] = [:]
  private(set) var relationships: [String: [String: Declaration]] = [:]
  private(set) var findings: [Finding] = []

  /// A relationship as its elements declare it.
  struct Declaration {
    var destination: String
    /// `1/1`, `0/0`: the least and most of targets; 0 is no limit.
    var minimum: Int
    var maximum: Int
    var list: StagedList
  }

  private var object: (entity: StagedEntity, id: Int64, record: Record)?
  private var element: (name: String, type: String)?
  private var text = ""
  private var failure: (any Error)?
  private var depth = 0
  private var isClosed = false
  private var propertyList: String?
  private(set) var unreadable: [String: Int] = [:]

  init(_ stager: Stager, file: String) {
    self.stager = stager
    self.file = file
  }

  func read(_ stream: any ByteStream) throws {
    // XMLParser takes files and Foundation's streams only: the document is spooled to a file of our own.
    let path = stager.folder.path + "/store.xml"
    _ = FileManager.default.createFile(atPath: path, contents: nil, attributes: [.posixPermissions: 0o600])
    guard let spool = FileHandle(forWritingAtPath: path), let input = InputStream(fileAtPath: path) else {
      throw Finding(.inputOutput, "no temporary file can be made", at: .file(path))
    }
    while let piece = try stream.next() { try spool.write(contentsOf: Data(piece)) }
    try spool.close()
    defer { try? FileManager.default.removeItem(atPath: path) }
    let parser = XMLParser(stream: input)
    parser.shouldResolveExternalEntities = false
    parser.delegate = self
    let isWhole = parser.parse()
    if let failure { throw failure }
    // Foundation's parser takes a document that ends early for whole.
    guard isWhole, isClosed else {
      throw Finding(.xmlStoreDamaged, "line \(parser.lineNumber): the XML is damaged or ends early", at: .file(file))
    }
  }

  private func guarded(_ parser: XMLParser, _ body: () throws -> Void) {
    do { try body() } catch {
      failure = failure ?? error
      parser.abortParsing()
    }
  }

  func parser(
    _ parser: XMLParser, didStartElement name: String, namespaceURI: String?, qualifiedName: String?, attributes: [String: String] = [:]
  ) {
    guarded(parser) {
      depth += 1
      guard depth < 200 else { throw Finding(.xmlStoreDamaged, "the XML is nested too deep", at: .file(file)) }
      if propertyList != nil {
        propertyList? += "<\(name)>"
        return
      }
      switch name {
      case "plist": propertyList = "<plist version=\"1.0\">"
      case "object":
        guard let type = attributes["type"], let id = XMLStoreReader.number(attributes["id"]) else {
          throw Finding(.xmlStoreDamaged, "line \(parser.lineNumber): an object without type or id", at: .file(file))
        }
        object = (stager.entity(type), id, Record())
      case "attribute":
        element = (attributes["name"] ?? "", attributes["type"] ?? "string")
        text = ""
      case "relationship": try link(attributes, parser.lineNumber)
      default: break
      }
    }
  }

  func parser(_ parser: XMLParser, foundCharacters characters: String) {
    if propertyList != nil { propertyList? += XMLStoreReader.escaped(characters) } else if element != nil { text += characters }
  }

  func parser(_ parser: XMLParser, foundCDATA data: Data) {
    if element != nil { text += String(decoding: data, as: UTF8.self) }
  }

  func parser(_ parser: XMLParser, didEndElement name: String, namespaceURI: String?, qualifiedName: String?) {
    guarded(parser) {
      depth -= 1
      if depth == 0, name == "database" { isClosed = true }
      if propertyList != nil {
        propertyList? += "</\(name)>"
        guard name == "plist" else { return }
        if let list = try? PropertyList(Array("<?xml version=\"1.0\"?>\((propertyList ?? ""))".utf8)) { metadata = list.dictionary ?? [:] }
        propertyList = nil
        return
      }
      switch name {
      case "attribute":
        guard let element, object != nil else { return }
        object?.record.members.append((element.name, value(text, element.type)))
        if let entity = object?.entity.key { attributeTypes[entity, default: [:]][element.name] = element.type }
        self.element = nil
      case "object":
        if let object { try stager.add(object.record, to: object.entity, id: object.id) }
        object = nil
      default: break
      }
    }
  }

  /// The targets of a relationship: `idrefs="z1 z2"`.
  private func link(_ attributes: [String: String], _ line: Int) throws {
    guard let object, let name = attributes["name"], let destination = attributes["destination"] else { return }
    let key = object.entity.key
    if relationships[key]?[name] == nil {
      let bounds = (attributes["type"] ?? "0/0").split(separator: "/").compactMap { Int($0) }
      relationships[key, default: [:]][name] = Declaration(
        destination: destination, minimum: bounds.first ?? 0, maximum: bounds.last ?? 0, list: try stager.emptyList(of: name, object.entity))
    }
    guard let list = relationships[key]?[name]?.list else { return }
    for (position, reference) in (attributes["idrefs"] ?? "").split(separator: " ").enumerated() {
      guard let target = XMLStoreReader.number(String(reference)) else {
        throw Finding(.xmlStoreDamaged, "line \(line): '\(name)' has an id that is none", at: .file(file))
      }
      list.rows += 1
      try list.insertion?.run(
        object.id,
        [(0, .integer(Int64(position))), (1, .null), (2, .integer(0)), (3, .integer(-1)), (4, .null), (5, .integer(target)), (6, .null)])
    }
  }

  /// `z104` is 104.
  private static func number(_ id: String?) -> Int64? { id.flatMap { $0.hasPrefix("z") ? Int64($0.dropFirst()) : nil } }

  /// The types that elements name, as far as they were seen or are documented; what does not fit is kept as text.
  private func value(_ text: String, _ type: String) -> RecordValue {
    let plain = text.trimmingCharacters(in: .whitespacesAndNewlines)
    switch type {
    case "bool": if let value = Int64(plain) { return .bool(value != 0) }
    case "int16", "int32", "int64": if let value = Int64(plain) { return .integer(value) }
    case "float", "double": if let value = Double(plain) { return value.isNaN ? .notANumber : .real(value) }
    case "date": if let seconds = Double(plain) { return .date(seconds) }
    case "decimal": return .decimal(plain)
    case "binary", "transformable": if let content = bytes(fromBase64: plain) { return .data(content) }
    case "uuid", "UUID": if let content = UUIDText.bytes(plain) { return .uuid(content) }
    default: return .text(text)
    }
    unreadable[type, default: 0] += 1
    return .text(text)
  }

  private static func escaped(_ text: String) -> String {
    text.replacing("&", with: "&amp;").replacing("<", with: "&lt;").replacing(">", with: "&gt;")
  }
}
