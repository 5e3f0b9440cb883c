internal import Foundation
internal import HeirloomBytes

/// Writes collections within Mixed values, and tables within rows, as JSON texts.
///
/// What JSON has no form for follows MongoDB's extended JSON: `{"$date":"2020-01-01T00:00:00Z"}`, `{"$binary":…}`,
/// `{"$uuid":…}`, `{"$oid":…}`, `{"$numberDecimal":…}`, `{"$numberDouble":"NaN"}`, `{"$link":{"table":…,"key":…}}`.
struct RealmJSON {
  let file: RealmFile
  private var text: [UInt8] = []
  private let limit: Int
  private var budget: NodeBudget

  private init(_ file: RealmFile) {
    self.file = file
    limit = min(RealmLimit.jsonBytes, file.image.bytes.count * 8 + 1 << 16)
    budget = NodeBudget(file.image.bytes)
  }

  /// The JSON text of a nested collection or a subtable.
  /// - Throws: when what it holds is damaged, nested without end, or much larger than the file it comes from.
  static func bytes(of value: RealmValue, column: RealmColumn?, _ file: RealmFile) throws(RealmDamage) -> [UInt8] {
    var writer = RealmJSON(file)
    try writer.write(value, depth: 0, specification: column?.subtableSpecification)
    return writer.text
  }

  private mutating func write(_ value: RealmValue, depth: Int, specification: Int64? = nil) throws(RealmDamage) {
    guard text.count <= limit else { throw RealmDamage("a nested value larger than its file") }
    try file.image.bytes.require(value)
    switch value {
    case .null: raw("null")
    case .boolean(let value): raw(value ? "true" : "false")
    case .integer(let value), .link(let value), .enumerated(let value): raw(String(value))
    case .float(let value): number(Double(value))
    case .double(let value): number(value)
    case .text(let span): quoted(span)
    case .data(let span):
      tagged("$binary", "{\"base64\":\"\(Data(span).base64EncodedString())\",\"subType\":\"00\"}", isRaw: true)
    case .pieces(let reference, let isText, let terminated):
      let joined = try Pieces.joined(reference, terminated: terminated, file.image.bytes)
      joined.withUnsafeBytes { span in
        if isText {
          quoted(span)
        } else {
          tagged("$binary", "{\"base64\":\"\(Data(span).base64EncodedString())\",\"subType\":\"00\"}", isRaw: true)
        }
      }
    case .date(let date): tagged("$date", date.text)
    case .decimal(let decimal): tagged("$numberDecimal", decimal.text)
    case .objectID(let start): tagged("$oid", Digest.hex(UnsafeRawBufferPointer(start: start, count: 12)))
    case .uuid(let start): tagged("$uuid", StableUUID.text(Array(UnsafeRawBufferPointer(start: start, count: 16))))
    case .typedLink(let table, let key):
      let name = file.table(withKey: table)?.className
      raw("{\"$link\":{\"table\":")
      if var name { name.withUTF8 { quoted(UnsafeRawBufferPointer($0)) } } else { raw("null") }
      raw(",\"key\":\(key)}}")
    case .nested(let nesting, let reference): try collection(nesting, reference, depth)
    case .subtable(let reference): try rows(reference, specification, depth)
    }
  }

  private mutating func collection(_ nesting: RealmValue.Nesting, _ reference: Int64, _ depth: Int) throws(RealmDamage) {
    guard depth < RealmLimit.nesting else { throw RealmDamage("collections nested without end") }
    try budget.spend()
    var walk = CollectionWalk(nested: nesting, file.image.bytes)
    try walk.open(reference)
    raw(nesting == .dictionary ? "{" : "[")
    while try walk.next() {
      try budget.spend()
      if walk.position > 0 { raw(",") }
      if nesting == .dictionary {
        try file.image.bytes.require(walk.key)
        if case .text(let key) = walk.key { quoted(key) } else { raw("\"\"") }
        raw(":")
      }
      try write(walk.value, depth: depth + 1)
    }
    raw(nesting == .dictionary ? "}" : "]")
  }

  /// The rows of a table within a row, as objects. An old Mixed value refers to a table, a column to its columns.
  private mutating func rows(_ reference: Int64, _ specification: Int64?, _ depth: Int) throws(RealmDamage) {
    guard depth < RealmLimit.nesting else { throw RealmDamage("collections nested without end") }
    guard reference != 0 else { return raw("[]") }
    let table: RealmTable
    if let specification {
      table = try ColumnTable.readSubtable(specification: specification, columns: reference, in: file.image.bytes)
    } else {
      table = try ColumnTable.read(try file.image.bytes.node(at: reference), name: "", slot: -1, in: file.image.bytes)
    }
    if let damage = table.damages.first { throw damage.1 }
    let reader = RowReader(table)
    raw("[")
    for row in 0..<table.rowCount {
      if row > 0 { raw(",") }
      raw("{")
      for (position, column) in table.columns.enumerated() {
        try budget.spend()
        if position > 0 { raw(",") }
        var name = column.name
        name.withUTF8 { quoted(UnsafeRawBufferPointer($0)) }
        raw(":")
        try cell(reader, column, row, depth)
      }
      raw("}")
    }
    raw("]")
  }

  private mutating func cell(_ reader: RowReader, _ column: RealmColumn, _ row: Int, _ depth: Int) throws(RealmDamage) {
    let value = try reader.value(of: column, row: row)
    guard column.collection != nil, case .integer(let reference) = value else {
      return try write(value, depth: depth + 1, specification: column.subtableSpecification)
    }
    var walk = CollectionWalk(column, file.image.bytes)
    try walk.open(reference)
    raw("[")
    while try walk.next() {
      try budget.spend()
      if walk.position > 0 { raw(",") }
      try write(walk.value, depth: depth + 1)
    }
    raw("]")
  }
}

// MARK: - Pieces of JSON

extension RealmJSON {
  private mutating func raw(_ piece: String) { text.append(contentsOf: piece.utf8) }

  private mutating func tagged(_ tag: String, _ value: String, isRaw: Bool = false) {
    raw(isRaw ? "{\"\(tag)\":\(value)}" : "{\"\(tag)\":\"\(value)\"}")
  }

  /// JSON has no infinities and no NaN.
  private mutating func number(_ value: Double) {
    if value.isFinite {
      raw("\(value)")
    } else {
      tagged("$numberDouble", value.isNaN ? "NaN" : value < 0 ? "-Infinity" : "Infinity")
    }
  }

  private mutating func quoted(_ span: UnsafeRawBufferPointer) {
    text.append(0x22)
    for byte in span {
      switch byte {
      case 0x22, 0x5C:
        text.append(0x5C)
        text.append(byte)
      case 0..<0x20: raw("\\u00\(Digest.hex(CollectionOfOne(byte)))")
      default: text.append(byte)
      }
    }
    text.append(0x22)
  }
}

extension RealmColumn {
  var subtableSpecification: Int64? { if case .subtable(let specification) = shape { specification } else { nil } }
}
