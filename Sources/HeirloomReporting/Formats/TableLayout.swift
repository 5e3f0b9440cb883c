/// The widths of a table's columns on a terminal, and lines laid out in them.
struct TableLayout {
  let columns: [Table.Column]
  let widths: [Int]

  /// Makes each column as wide as its heading and its widest cell among `rows`.
  init(_ columns: [Table.Column], fitting rows: [[String]]) {
    self.columns = columns
    widths = columns.enumerated().map { position, column in
      rows.reduce(column.heading.columnWidth) { width, row in
        position < row.count ? max(width, row[position].withoutControls.columnWidth) : width
      }
    }
  }

  func heading(style: TextStyle) -> String { line(columns.map(\.heading), style: style) }

  /// The cells two spaces apart, numbers to the right, nothing after the last one.
  func line(_ cells: [String], style: TextStyle) -> String {
    let padded = columns.indices.map { position in
      let cell = position < cells.count ? cells[position].withoutControls : ""
      return cell.padded(to: widths[position], right: columns[position].isNumeric)
    }
    var text = padded.joined(separator: "  ")
    while text.last == " " { text.removeLast() }
    return style.bold(text)
  }
}
