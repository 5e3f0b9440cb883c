public import HeirloomFindings

/// A report as headings, facts, tables and findings, before any format is chosen.
public struct Document: Sendable, Hashable {
  public var title: String
  public var blocks: [Block]

  public enum Block: Sendable, Hashable {
    case heading(String)
    case paragraph(String)
    /// A line that says how it went.
    case verdict(String, Tone)
    /// Names and what stands beside them.
    case facts([Fact])
    case table(Table)
    case findings([Finding])
    /// Source text in a language such as `swift` or `sql`.
    case code(String, language: String)
  }

  public enum Tone: Sendable, Hashable { case good, doubtful, bad }

  public struct Fact: Sendable, Hashable {
    public var name: String
    public var text: String
    public init(_ name: String, _ text: String) {
      self.name = name
      self.text = text
    }
  }

  public init(title: String, blocks: [Block] = []) {
    self.title = title
    self.blocks = blocks
  }
}

/// Rows under headed columns; numbers stand to the right.
public struct Table: Sendable, Hashable {
  public var columns: [Column]
  /// Each row has one cell for each column; what is missing is shown empty.
  public var rows: [[String]]

  public struct Column: Sendable, Hashable {
    public var heading: String
    public var isNumeric: Bool
    public init(_ heading: String, numeric isNumeric: Bool = false) {
      self.heading = heading
      self.isNumeric = isNumeric
    }
  }

  public init(_ columns: [Column], rows: [[String]] = []) {
    self.columns = columns
    self.rows = rows
  }

  /// The cell, or nothing when the row is shorter than the heading.
  public func cell(_ row: [String], _ column: Int) -> String { column < row.count ? row[column] : "" }
}

/// `1 234 567` as `1,234,567`, the same at every place on earth.
public func grouped(_ number: Int64) -> String {
  var digits = Array(String(number.magnitude))
  var position = digits.count - 3
  while position > 0 {
    digits.insert(",", at: position)
    position -= 3
  }
  return (number < 0 ? "-" : "") + String(digits)
}

/// `1 note`, `2 notes`; the plural is the singular with an s unless it is given.
public func counted(_ number: Int64, _ singular: String, plural: String? = nil) -> String {
  "\(grouped(number)) \(number == 1 ? singular : plural ?? singular + "s")"
}
