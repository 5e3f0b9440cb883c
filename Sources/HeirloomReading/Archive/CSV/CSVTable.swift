internal import HeirloomArchive
internal import HeirloomFindings

/// Feeds the rows of one CSV or TSV to the stager, one record each.
struct CSVTable {
  private let file: String
  private let entity: String
  private let stager: Stager
  private(set) var findings: [Finding] = []
  /// What separates the values: told when it is no comma.
  private(set) var delimiter: UInt8 = UInt8(ascii: ",")

  init(file: String, entity: String, _ stager: Stager) {
    self.file = file
    self.entity = entity
    self.stager = stager
  }

  mutating func read(_ stream: HeadedStream) throws {
    let source: any ByteStream
    if stream.head.starts(with: [0xFF, 0xFE]) || stream.head.starts(with: [0xFE, 0xFF]) {
      source = UTF16Stream(stream)
      let head = try HeadedStream(source, head: 1 << 15)
      return try read(head, head: head.head)
    }
    try read(stream, head: stream.head)
  }

  private mutating func read(_ stream: any ByteStream, head: [UInt8]) throws {
    let dialect = CSVDialect(head)
    delimiter = dialect.delimiter
    if delimiter != UInt8(ascii: ",") {
      let name =
        [UInt8(ascii: ";"): "semicolons", UInt8(ascii: "\t"): "tabs", UInt8(ascii: "|"): "bars"][delimiter] ?? "another sign"
      findings.append(Finding(.csvDelimiter, "the values are separated by \(name)", at: .file(file)))
    }
    let parser = try CSVParser(stream, delimiter: delimiter, file: file)
    if dialect.saysSo { _ = try parser.next() }
    let entity = stager.entity(self.entity, textual: true)
    var notUTF8 = 0, short = 0, long = 0
    func text(_ field: CSVParser.Field) -> String {
      if let text = String(validating: field.bytes, as: UTF8.self) { return text }
      notUTF8 += 1
      return String(field.bytes.map { Character(Unicode.Scalar($0)) })
    }
    guard let first = try parser.next() else { return }
    var names = header(first.map(text))
    let expected = names.count
    for name in names { _ = entity.property(name) }
    while let fields = try parser.next() {
      var used = fields.count
      if used > expected { while used > expected, fields[used - 1].bytes.isEmpty, !fields[used - 1].isQuoted { used -= 1 } }
      if used > expected { long += 1 }
      if used < expected { short += 1 }
      while names.count < used { names.append(unused("column_\(names.count + 1)", names)) }
      var record = Record()
      record.members.reserveCapacity(used)
      for (index, field) in fields[..<used].enumerated() {
        // RFC 4180 knows no null: an empty value without quotes is taken for one, "" for an empty text.
        let value: RecordValue = field.bytes.isEmpty && !field.isQuoted ? .null : .text(text(field))
        record.members.append((names[index], value))
      }
      try stager.add(record, to: entity)
    }
    func tell(_ kind: FindingKind, _ count: Int, _ message: String) {
      if count > 0 { findings.append(Finding(kind, "\(shown(count)) \(message)", at: .file(file), count: count)) }
    }
    tell(.csvRowShort, short, "rows have fewer values than the header")
    tell(.csvRowLong, long, "rows have more values than the header")
    tell(.csvQuote, parser.textAfterQuote, "quoted values are followed by more text")
    tell(.csvEncoding, notUTF8, "values are not UTF-8 and were read as Latin-1")
  }

  private mutating func header(_ texts: [String]) -> [String] {
    var names: [String] = [], faults = 0
    for (index, text) in texts.enumerated() {
      if text.isEmpty || names.contains(text) { faults += 1 }
      names.append(text.isEmpty ? unused("column_\(index + 1)", names) : unused(text, names))
    }
    if faults > 0 {
      findings.append(Finding(.csvHeader, "\(faults) columns have no name of their own", at: .file(file), count: faults))
    }
    return names
  }

  private func unused(_ name: String, _ names: [String]) -> String {
    var candidate = name, number = 2
    while names.contains(candidate) {
      candidate = "\(name)_\(number)"
      number += 1
    }
    return candidate
  }
}

/// What separates the values of a table, judged by its first rows.
struct CSVDialect {
  var delimiter = UInt8(ascii: ",")
  /// The first row is `sep=;`, as Excel writes it.
  var saysSo = false

  /// The sign by which the first rows fall into the same number of parts, more than one; of several the one with most parts.
  init(_ head: [UInt8]) {
    let start = head.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
    let bytes = Array(head[start...])
    if bytes.count >= 5, String(decoding: bytes[..<4], as: UTF8.self).lowercased() == "sep=" {
      (delimiter, saysSo) = (bytes[4], true)
      return
    }
    var best = 1
    for candidate in [UInt8(ascii: ","), UInt8(ascii: ";"), UInt8(ascii: "\t"), UInt8(ascii: "|")] {
      guard let parser = try? CSVParser(TextStream(bytes), delimiter: candidate, file: "") else { continue }
      var counts: [Int] = []
      while counts.count < 20, let row = try? parser.next() { counts.append(row.count) }
      // The last row may be cut by the end of the piece.
      if counts.count > 2, bytes.count >= 4096 { counts.removeLast() }
      let parts = counts.first ?? 1
      let agreeing = counts.filter { $0 == parts }.count
      if parts > best, agreeing * 10 >= counts.count * 8 { (best, delimiter) = (parts, candidate) }
    }
  }
}

/// UTF-16, as Excel's "Unicode text" has it, as UTF-8.
final class UTF16Stream: ByteStream {
  private let rest: any ByteStream
  private var isBigEndian: Bool?
  private var left: [UInt8] = []
  private var high: UInt16?

  init(_ rest: any ByteStream) { self.rest = rest }

  func next() throws -> [UInt8]? {
    while let piece = try rest.next() {
      var bytes = left + piece
      if isBigEndian == nil, bytes.count >= 2 {
        isBigEndian = bytes[0] == 0xFE
        bytes.removeFirst(2)
      }
      var units: [UInt16] = high.map { [$0] } ?? []
      high = nil
      var index = 0
      while index + 1 < bytes.count {
        let (a, b) = (UInt16(bytes[index]), UInt16(bytes[index + 1]))
        units.append(isBigEndian == true ? a << 8 | b : b << 8 | a)
        index += 2
      }
      left = Array(bytes[index...])
      if let last = units.last, (0xD800...0xDBFF).contains(last) { high = units.removeLast() }
      let text = Array(String(decoding: units, as: UTF16.self).utf8)
      if !text.isEmpty { return text }
    }
    return nil
  }
}
