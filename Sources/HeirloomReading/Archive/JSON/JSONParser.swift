internal import HeirloomArchive
internal import HeirloomFindings

/// Reads JSON from a stream, one value at a time, in memory that does not grow with the file.
///
/// Foundation's parser and SQLite's want the whole text at once: docs/decisions/0007-json-as-a-stream.md.
/// What strict JSON forbids but exporters write is let through and counted in `oddities`.
final class JSONParser {
  private let stream: any ByteStream
  private let file: String
  var buffer: [UInt8] = []
  var position = 0
  /// Bytes of the stream before `buffer`.
  private var consumed: Int64 = 0
  private var isAtEnd = false
  /// Objects and arrays within one another; more is refused, since each level needs stack.
  static let deepest = 512

  /// Whether objects with `$` keys are taken for typed values; in a flatted export their parts are not in place yet.
  var interprets = true

  /// Whether the last of equal keys counts; else a key that stands twice in its object ends the reading.
  var allowsDuplicateKeys = false

  /// How often each forgivable fault was met.
  private(set) var oddities: [FindingKind: Int] = [:]

  init(_ stream: any ByteStream, file: String) throws {
    self.stream = stream
    self.file = file
    try refill()
    if buffer.starts(with: [0xEF, 0xBB, 0xBF]) { position = 3 }
    if buffer.starts(with: [0xFE, 0xFF]) || buffer.starts(with: [0xFF, 0xFE]) { throw damage("the text is UTF-16, not UTF-8") }
  }

  // MARK: - Walking

  /// The first byte of the next value or sign; nil at the end of the text.
  func peek() throws -> UInt8? {
    while true {
      while position < buffer.count {
        switch buffer[position] {
        case 0x20, 0x0A, 0x0D, 0x09: position += 1
        case let byte: return byte
        }
      }
      guard try refill() else { return nil }
    }
  }

  /// Goes past the `[` or `{` that `peek` saw.
  func open() { position += 1 }

  /// In an array: true when an element follows; goes past the sign before it, or past the `]`.
  func nextElement(first: Bool) throws -> Bool {
    guard let byte = try peek() else { throw damage("the text ends within an array") }
    if byte == UInt8(ascii: "]") {
      position += 1
      return false
    }
    if first { return true }
    guard byte == UInt8(ascii: ",") else { throw damage("',' or ']' is missing") }
    position += 1
    if try peek() == UInt8(ascii: "]") { throw damage("a value is missing after ','") }
    return true
  }

  /// In an object: the next key, its colon passed; nil past the `}`.
  func nextKey(first: Bool) throws -> String? {
    guard var byte = try peek() else { throw damage("the text ends within an object") }
    if byte == UInt8(ascii: "}") {
      position += 1
      return nil
    }
    if !first {
      guard byte == UInt8(ascii: ",") else { throw damage("',' or '}' is missing") }
      position += 1
      byte = try peek() ?? 0
    }
    let key: String
    if byte == UInt8(ascii: "\"") {
      key = try string()
    } else if byte == UInt8(ascii: "-") || (0x30...0x39).contains(byte) {
      // Realm Core's exporter leaves integer keys of dictionaries without quotes.
      key = try numberText()
      note(.jsonLenient)
    } else {
      throw damage("a key is missing")
    }
    guard try peek() == UInt8(ascii: ":") else { throw damage("':' is missing") }
    position += 1
    return key
  }

  /// The next value, whole.
  func value(depth: Int = 0) throws -> RecordValue {
    guard depth < JSONParser.deepest else {
      throw Finding(.jsonTooDeep, "more than \(JSONParser.deepest) levels of nesting", at: .file(file))
    }
    guard let byte = try peek() else { throw damage("the text ends where a value should be") }
    switch byte {
    case UInt8(ascii: "\""): return .text(try string())
    case UInt8(ascii: "{"): return try object(depth)
    case UInt8(ascii: "["):
      position += 1
      var values: [RecordValue] = []
      while try nextElement(first: values.isEmpty) { values.append(try value(depth: depth + 1)) }
      return .list(values)
    case UInt8(ascii: "-"), 0x30...0x39: return try number()
    default: return try word()
    }
  }

  /// An object's members; of equal keys the last counts, where they are allowed at all.
  func object(_ depth: Int) throws -> RecordValue {
    position += 1
    var members: [(name: String, value: RecordValue)] = []
    var places: [String: Int] = [:]
    while let key = try nextKey(first: members.isEmpty) {
      let member = try value(depth: depth + 1)
      if members.count == 16 { for (place, member) in members.enumerated() { places[member.name] = place } }
      let known = members.count < 16 ? members.firstIndex { $0.name == key } : places[key]
      if let known {
        try noteDuplicateKey()
        members[known].value = member
      } else {
        if members.count >= 16 { places[key] = members.count }
        members.append((key, member))
      }
    }
    if interprets, members.first?.name.first == "$" || members.contains(where: { $0.name == "$refId" }) {
      return try ExtendedJSON.interpret(members, note)
    }
    return .object(Record(members: members))
  }

  func note(_ kind: FindingKind) { oddities[kind, default: 0] += 1 }

  /// Takes note that a key stands twice in its object: one of its values is lost.
  /// - Throws: a finding, unless that was allowed.
  func noteDuplicateKey() throws {
    guard allowsDuplicateKeys else {
      throw Finding(
        .jsonDuplicateKey, "a key stands twice in its object, at byte \(consumed + Int64(position))", at: .file(file))
    }
    note(.jsonDuplicateKey)
  }

  func damage(_ what: String) -> Finding {
    Finding(.jsonDamaged, "\(what), at byte \(consumed + Int64(position))", at: .file(file))
  }

  // MARK: - Bytes

  func byte() throws -> UInt8? {
    if position >= buffer.count, try !refill() { return nil }
    return buffer[position]
  }

  @discardableResult
  func refill() throws -> Bool {
    guard position >= buffer.count, !isAtEnd else { return position < buffer.count }
    consumed += Int64(buffer.count)
    guard let piece = try stream.next() else {
      (buffer, position, isAtEnd) = ([], 0, true)
      return false
    }
    (buffer, position) = (piece, 0)
    return true
  }
}
