internal import HeirloomFindings

/// What separates the values of a table, judged by its first rows.
struct CSVDialect {
  var delimiter = UInt8(ascii: ",")
  /// The first row is `sep=;`, as Excel writes it.
  var saysSo = false
  /// How sure the choice is; nil when nothing speaks for another sign.
  private(set) var doubt: String?

  /// A sign that could separate values, and how evenly it divides the first rows.
  private struct Candidate {
    var sign: UInt8
    /// Parts of the header.
    var parts: Int
    /// Rows after the header that have as many parts, and those that the sign divides at all.
    var agreeing: Int
    var divided: Int
    var rows: Int
  }

  private static let signs: [UInt8] = [UInt8(ascii: ","), UInt8(ascii: ";"), UInt8(ascii: "\t"), UInt8(ascii: "|")]
  /// Rows that are looked at, as far as the first bytes hold so many.
  private static let sample = 200

  /// The header decides: of the signs that divide it, the one that divides most rows into as many parts; of several, the one with
  /// the most parts. Rows that are too short or too long do not make another sign likely.
  ///
  /// - Parameter forced: the sign to take whatever the rows look like.
  init(_ head: [UInt8], forced: UInt8? = nil) {
    let start = head.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
    let bytes = Array(head[start...])
    if bytes.count >= 5, String(decoding: bytes[..<4], as: UTF8.self).lowercased() == "sep=" {
      (delimiter, saysSo) = (forced ?? bytes[4], true)
      return
    }
    if let forced {
      delimiter = forced
      let asked = CSVDialect.candidate(forced, bytes)
      let other = CSVDialect.signs.compactMap { CSVDialect.candidate($0, bytes) }.max { $0.parts < $1.parts }
      if asked?.parts == 1, let other, other.parts > 1, other.agreeing == other.rows {
        doubt = "\(CSVDialect.name(forced)) were asked for and divide nothing, \(CSVDialect.name(other.sign)) every row"
      }
      return
    }
    let candidates = CSVDialect.signs.compactMap { CSVDialect.candidate($0, bytes) }
    let dividing = candidates.filter { $0.parts > 1 }.sorted { a, b in
      (a.agreeing, a.parts) > (b.agreeing, b.parts)
    }
    guard let best = dividing.first else {
      // A table of one column, unless most rows fall apart.
      if let other = candidates.first(where: { $0.divided * 2 > $0.rows }) {
        doubt =
          "no sign divides the header, and \(CSVDialect.name(other.sign)) divide \(other.divided) of the first \(other.rows) rows"
      }
      return
    }
    delimiter = best.sign
    if let second = dividing.dropFirst().first, best.agreeing * 5 < best.rows * 4 || second.agreeing == best.agreeing {
      doubt =
        "\(CSVDialect.name(best.sign)) divide \(best.agreeing) of the first \(best.rows) rows like the header, "
        + "\(CSVDialect.name(second.sign)) \(second.agreeing)"
    }
  }

  private static func candidate(_ sign: UInt8, _ bytes: [UInt8]) -> Candidate? {
    guard let parser = try? CSVParser(TextStream(bytes), delimiter: sign, file: "") else { return nil }
    var counts: [Int] = []
    while counts.count < sample, let row = try? parser.next() { counts.append(row.count) }
    // The last row may be cut by the end of the piece.
    if counts.count > 2, counts.count < sample, bytes.count >= 4096 { counts.removeLast() }
    guard let parts = counts.first else { return nil }
    let rest = counts.dropFirst()
    return Candidate(
      sign: sign, parts: parts, agreeing: rest.count { $0 == parts }, divided: rest.count { $0 > 1 }, rows: rest.count)
  }

  /// What a sign is called in messages.
  static func name(_ sign: UInt8) -> String {
    switch sign {
    case UInt8(ascii: ","): "commas"
    case UInt8(ascii: ";"): "semicolons"
    case UInt8(ascii: "\t"): "tabs"
    case UInt8(ascii: "|"): "bars"
    case let sign where sign > 0x20 && sign < 0x7F: "'\(Character(Unicode.Scalar(sign)))'"
    default: "another sign"
    }
  }
}
