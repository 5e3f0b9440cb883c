import HeirloomFindings
import HeirloomReporting
import Testing

struct FormatTests {
  static let document = Document(
    title: "a|b <c>",
    blocks: [
      .table(Table([.init("name"), .init("count", numeric: true)], rows: [["*x*", "1"], ["日本", "1,000"]])),
      .findings([Finding(.noSuchInput, "there is no file 'a`b'")]),
      .verdict("done", .good),
    ])

  @Test func `Markdown shows names as they are`() {
    #expect(
      Self.document.markdown() == #"""
        # a\|b \<c\>

        | name | count |
        | --- | ---: |
        | \*x\* | 1 |
        | 日本 | 1,000 |

        ```text
        error[no-such-input]: there is no file 'a`b'
        ```

        **done**

        """#)
  }

  @Test func `HTML escapes names and loads nothing from elsewhere`() {
    let html = Self.document.html()
    #expect(html.contains("<h1>a|b &lt;c&gt;</h1>"))
    #expect(html.contains("<tr><td>日本</td><td class=\"number\">1,000</td></tr>"))
    #expect(!html.contains("http"))
    #expect(!html.contains("<script"))
  }

  @Test func `columns line up past wide letters`() {
    #expect(Self.document.text().contains("name  count\n*x*       1\n日本  1,000"))
  }

  @Test func `a name cannot send commands to the terminal`() {
    let document = Document(title: "evil\u{1B}]0;x\u{7}", blocks: [.paragraph("a\nb\u{9B}")])
    #expect(document.text() == "evil\\u{1b}]0;x\\u{7}\n\na\\nb\\u{9b}\n")
  }

  @Test func `colours come only when asked for`() {
    #expect(!Self.document.text().contains("\u{1B}"))
    #expect(Self.document.text(style: TextStyle(coloured: true)).contains("\u{1B}[32mdone\u{1B}[0m"))
  }

  @Test(arguments: [("a/r.json", ReportFormat.json), ("r.MD", .markdown), ("r.html", .html), ("r.txt", .text)])
  func `a report file's name says its format`(name: String, format: ReportFormat) {
    #expect(ReportFormat(fileNamed: name) == format)
  }

  @Test(arguments: ["report", "r.pdf", "folder.md/report", ""])
  func `other names say none`(name: String) {
    #expect(ReportFormat(fileNamed: name) == nil)
  }
}
