internal import HeirloomBytes

/// A parser for the XML that Apple's tools write: elements, attributes, text, CDATA, comments and the five named entities.
///
/// Documents are UTF-8. Processing instructions and document type declarations are skipped, so entities that a document declares
/// for itself are refused: nothing can expand.
package struct MarkupParser {
  private let bytes: [UInt8]
  private var position = 0
  private var open: [MarkupElement] = []
  private var root: MarkupElement?
  private let depthLimit: Int

  /// - Complexity: linear in the document; the tree takes about ten times its bytes.
  /// - Throws: `BytesError` that names the line, when the document is not well-formed or nests more than `depthLimit` deep.
  package static func parse(_ bytes: [UInt8], depthLimit: Int = 256) throws -> MarkupElement {
    guard String(validating: bytes, as: UTF8.self) != nil else { throw BytesError("the document is not UTF-8") }
    var parser = MarkupParser(bytes: bytes, depthLimit: depthLimit)
    return try parser.document()
  }

  private init(bytes: [UInt8], depthLimit: Int) {
    self.bytes = bytes
    self.depthLimit = depthLimit
  }

  // MARK: - The document

  private mutating func document() throws -> MarkupElement {
    if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { position = 3 }
    while position < bytes.count {
      if bytes[position] == UInt8(ascii: "<") { try markup() } else { try characters() }
    }
    guard open.isEmpty, let root else { throw failure(open.isEmpty ? "there is no element" : "the document ends early") }
    return root
  }

  private mutating func markup() throws {
    if skip("<!--") {
      try skip(past: "-->")
    } else if skip("<![CDATA[") {
      let start = position
      try skip(past: "]]>")
      try append(String(decoding: bytes[start..<(position - 3)], as: UTF8.self))
    } else if skip("<?") {
      try skip(past: "?>")
    } else if skip("<!") {
      try skipDeclaration()
    } else if skip("</") {
      let name = try self.name()
      skipSpace()
      guard skip(">"), let element = open.popLast(), element.name == name else { throw failure("'</\(name)>' closes nothing") }
      close(element)
    } else {
      position += 1
      try startTag()
    }
  }

  private mutating func startTag() throws {
    guard root == nil || !open.isEmpty else { throw failure("there is more than one element") }
    var element = MarkupElement(try name())
    while true {
      let isSpaced = skipSpace()
      if skip(">") {
        guard open.count < depthLimit else { throw failure("the elements nest without end") }
        open.append(element)
        return
      }
      if skip("/>") { return close(element) }
      guard isSpaced else { throw failure("a tag is not closed") }
      let key = try name()
      skipSpace()
      guard skip("=") else { throw failure("the attribute '\(key)' has no value") }
      skipSpace()
      guard element.attributes.updateValue(try quoted(), forKey: key) == nil else {
        throw failure("the attribute '\(key)' is there twice")
      }
    }
  }

  private mutating func close(_ element: MarkupElement) {
    if open.isEmpty { root = element } else { open[open.count - 1].children.append(element) }
  }

  private mutating func characters() throws {
    let start = position
    while position < bytes.count, bytes[position] != UInt8(ascii: "<") { position += 1 }
    try append(try unescaped(start..<position))
  }

  private mutating func append(_ text: String) throws {
    if open.isEmpty {
      guard text.allSatisfy(\.isWhitespace) else { throw failure("there is text outside the elements") }
    } else {
      open[open.count - 1].text += text
    }
  }

  // MARK: - Names, values, entities

  private mutating func name() throws -> String {
    let start = position
    while position < bytes.count, Self.isName(bytes[position]) { position += 1 }
    guard position > start else { throw failure("a name is missing") }
    return String(decoding: bytes[start..<position], as: UTF8.self)
  }

  private static func isName(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "0")...UInt8(ascii: "9"): true
    default: byte >= 0x80 || "-_.:".utf8.contains(byte)
    }
  }

  private mutating func quoted() throws -> String {
    guard position < bytes.count, bytes[position] == UInt8(ascii: "\"") || bytes[position] == UInt8(ascii: "'") else {
      throw failure("an attribute's value is not quoted")
    }
    let quote = bytes[position], start = position + 1
    position = start
    while position < bytes.count, bytes[position] != quote {
      guard bytes[position] != UInt8(ascii: "<") else { throw failure("an attribute's value is not closed") }
      position += 1
    }
    guard position < bytes.count else { throw failure("the document ends early") }
    let value = try unescaped(start..<position)
    position += 1
    return value
  }

  private func unescaped(_ range: Range<Int>) throws -> String {
    let piece = bytes[range]
    guard piece.contains(UInt8(ascii: "&")) else { return String(decoding: piece, as: UTF8.self) }
    var result: [UInt8] = []
    var index = piece.startIndex
    while index < piece.endIndex {
      guard piece[index] == UInt8(ascii: "&") else {
        result.append(piece[index])
        index += 1
        continue
      }
      guard let end = piece[index...].prefix(32).firstIndex(of: UInt8(ascii: ";")) else {
        throw failure("an entity is not closed")
      }
      result +=
        try Self.entity(String(decoding: piece[(index + 1)..<end], as: UTF8.self)) ?? { throw failure("an entity is unknown") }()
      index = end + 1
    }
    return String(decoding: result, as: UTF8.self)
  }

  private static func entity(_ name: String) -> [UInt8]? {
    let named = ["lt": "<", "gt": ">", "amp": "&", "quot": "\"", "apos": "'"]
    if let text = named[name] { return Array(text.utf8) }
    guard name.hasPrefix("#") else { return nil }
    let isHexadecimal = name.hasPrefix("#x")
    let number = UInt32(name.dropFirst(isHexadecimal ? 2 : 1), radix: isHexadecimal ? 16 : 10)
    return number.flatMap(Unicode.Scalar.init).map { Array(String(Character($0)).utf8) }
  }

  // MARK: - Skipping

  private mutating func skip(_ text: StaticString) -> Bool {
    let count = text.utf8CodeUnitCount
    guard count <= bytes.count - position else { return false }
    let matches = text.withUTF8Buffer { buffer in bytes[position..<(position + count)].elementsEqual(buffer) }
    if matches { position += count }
    return matches
  }

  private mutating func skip(past text: StaticString) throws {
    while position < bytes.count {
      if skip(text) { return }
      position += 1
    }
    throw failure("the document ends early")
  }

  @discardableResult
  private mutating func skipSpace() -> Bool {
    let start = position
    while position < bytes.count, [0x20, 0x09, 0x0A, 0x0D].contains(bytes[position]) { position += 1 }
    return position > start
  }

  /// A document type with its internal subset, quoted texts passed over.
  private mutating func skipDeclaration() throws {
    var depth = 0, quote: UInt8?
    while position < bytes.count {
      let byte = bytes[position]
      position += 1
      if let open = quote {
        if byte == open { quote = nil }
      } else {
        switch byte {
        case UInt8(ascii: "\""), UInt8(ascii: "'"): quote = byte
        case UInt8(ascii: "["), UInt8(ascii: "<"): depth += 1
        case UInt8(ascii: "]"): depth -= 1
        case UInt8(ascii: ">") where depth <= 0: return
        case UInt8(ascii: ">"): depth -= 1
        default: break
        }
      }
    }
    throw failure("the document ends early")
  }

  private func failure(_ what: String) -> BytesError {
    BytesError("\(what), at line \(bytes[..<min(position, bytes.count)].count { $0 == 0x0A } + 1)")
  }
}
