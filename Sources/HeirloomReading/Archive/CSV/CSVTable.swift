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
  private let forced: UInt8?

  /// - Parameter delimiter: what separates the values; nil to judge by the first rows.
  init(file: String, entity: String, _ stager: Stager, delimiter forced: UInt8? = nil) {
    self.file = file
    self.forced = forced
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
    let dialect = CSVDialect(head, forced: forced)
    delimiter = dialect.delimiter
    let name = CSVDialect.name(delimiter)
    if let doubt = dialect.doubt {
      findings.append(
        Finding(.csvDelimiterUnsure, "the values are taken to be separated by \(name): \(doubt)", at: .file(file)))
    } else if delimiter != UInt8(ascii: ","), forced == nil {
      findings.append(Finding(.csvDelimiter, "the values are separated by \(name)", at: .file(file)))
    }
    let parser = try CSVParser(stream, delimiter: delimiter, file: file)
    if dialect.saysSo { _ = try parser.next() }
    let entity = stager.entity(self.entity, textual: true)
    var notUTF8 = 0
    var short = OddRows(), long = OddRows()
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
      if used > expected { long.add(parser.row) }
      if used < expected { short.add(parser.row) }
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
    if let text = short.told("fewer") { findings.append(Finding(.csvRowShort, text, at: .file(file), count: short.count)) }
    if let text = long.told("more") { findings.append(Finding(.csvRowLong, text, at: .file(file), count: long.count)) }
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
      findings.append(
        Finding(
          .csvHeader, faults == 1 ? "a column has no name of its own" : "\(faults) columns have no name of their own",
          at: .file(file), count: faults))
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

/// Rows that have not as many values as the header: how many, and which came first.
private struct OddRows {
  private(set) var count = 0
  private var first = 0

  mutating func add(_ row: Int) {
    if count == 0 { first = row }
    count += 1
  }

  func told(_ word: String) -> String? {
    switch count {
    case 0: nil
    case 1: "row \(shown(first)) has \(word) values than the header"
    default: "\(shown(count)) rows have \(word) values than the header, row \(shown(first)) the first"
    }
  }
}
