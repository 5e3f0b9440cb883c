/// Turns rows into text as they come, so that an answer of any size takes little memory.
///
/// ```swift
/// var printer = RowPrinter(.csv, columns: ["title"])
/// print(printer.start(), printer.add([.text("a note")]), printer.finish())
/// ```
public struct RowPrinter {
  public enum Format: Sendable, Hashable {
    /// Aligned columns; widths are those of the first 1000 rows.
    case table
    /// An array of one object for each row, a row to a line.
    case json
    /// RFC 4180, with a heading.
    case csv
  }

  private let format: Format
  private let columns: [String]
  private let style: TextStyle
  private var count = 0
  private var waiting: [[QueryCell]] = []
  private var layout: TableLayout?

  public init(_ format: Format, columns: [String], style: TextStyle = .plain) {
    self.format = format
    self.style = style
    // A column name that comes twice is numbered, so that no value hides another in a JSON object.
    self.columns = columns.enumerated().map { position, name in
      let earlier = columns[..<position].count { $0 == name }
      return earlier == 0 ? name : "\(name):\(earlier)"
    }
  }

  /// What stands before the first row.
  public func start() -> String {
    switch format {
    case .table: ""
    case .json: "["
    case .csv: Self.csvLine(columns)
    }
  }

  /// The text that the row adds; empty while a table still measures its columns.
  public mutating func add(_ row: [QueryCell]) -> String {
    defer { count += 1 }
    switch format {
    case .csv: return Self.csvLine(row.map(\.plain))
    case .json:
      let object = JSONValue.object(zip(columns, row).map { JSONValue.Member($0, $1.json) })
      return (count == 0 ? "\n" : ",\n") + object.text()
    case .table:
      if let layout { return layout.line(row.map(\.shown), style: .plain) + "\n" }
      waiting.append(row)
      return waiting.count >= 1000 ? release() : ""
    }
  }

  /// What stands after the last row.
  public mutating func finish() -> String {
    switch format {
    case .csv: ""
    case .json: count == 0 ? "]\n" : "\n]\n"
    case .table: release()
    }
  }

  /// The heading and the rows that waited for the widths.
  private mutating func release() -> String {
    guard layout == nil else { return "" }
    let numeric = columns.indices.map { column in
      let cells = waiting.compactMap { column < $0.count ? $0[column] : nil }.filter { $0 != .null }
      return !cells.isEmpty && cells.allSatisfy(\.isNumber)
    }
    let cells = waiting.map { $0.map(\.shown) }
    let layout = TableLayout(zip(columns, numeric).map { .init($0, numeric: $1) }, fitting: cells)
    self.layout = layout
    waiting = []
    return ([layout.heading(style: style)] + cells.map { layout.line($0, style: .plain) }).map { $0 + "\n" }.joined()
  }

  private static func csvLine(_ fields: [String]) -> String {
    let quoted = fields.map { field in
      let needsQuotes = field.unicodeScalars.contains { $0 == "," || $0 == "\"" || $0 == "\n" || $0 == "\r" }
      return needsQuotes ? "\"" + field.replacing("\"", with: "\"\"") + "\"" : field
    }
    return quoted.joined(separator: ",") + "\r\n"
  }
}
