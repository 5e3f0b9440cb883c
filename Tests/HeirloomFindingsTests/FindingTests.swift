import HeirloomFindings
import Testing

@Suite struct FindingTests {
  private static let kind = FindingKind(
    "unknown-attribute", .error, exit: .mappingFaulty, meaning: "A name is wrong.", advice: "Mend it.")

  @Test func `a finding in a text is drawn with its line, a caret and a way out`() {
    let place = TextPlace(file: "notes.mapping.swift", line: 7, column: 18, length: 5, lineText: "  headline = old.titel")
    let finding = Finding(Self.kind, "'Note' has no attribute 'titel'", at: .text(place), help: "did you mean 'title'?")
    #expect(
      finding.drawing() == """
        notes.mapping.swift:7:18: error[unknown-attribute]: 'Note' has no attribute 'titel'
        7 |   headline = old.titel
          |                  ^~~~~
          = help: did you mean 'title'?
        """)
    #expect(finding.exitStatus == .mappingFaulty)
  }

  @Test(
    arguments: [
      ("titel", "title"), ("Titel", "title"), ("folder_id", "folderID"), ("xyz", nil), ("tag", "tags"),
    ] as [(String, String?)])
  func `the nearest name is suggested, and none that is far`(written: String, expected: String?) {
    #expect(closestName(to: written, among: ["title", "tags", "folderID", "created"]) == expected)
  }

  // a and b are equally near to c: the first by code point.
  @Test func `of equally near names the first is taken`() {
    #expect(closestName(to: "c", among: ["b", "a"]) == "a")
  }
}

@Suite struct PathTextTests {
  @Test(arguments: [
    ("a/b/c", "a/b", "c"), ("/c", "/", "c"), ("c", "", "c"), (".", "", "."), ("d/", "", "d"), ("/", "/", "/"), ("a//b", "a", "b"),
    ("", "", ""),
  ])
  func `a path has a folder and a name`(path: String, folder: String, name: String) {
    #expect(PathText.name(of: path) == name)
    if path != "/" { #expect(PathText.folder(of: path) == folder) }
  }

  @Test func `a line end in a name does not begin a line of its own`() {
    let finding = Finding(.noSuchInput, "there is no file 'a\r\nerror[fake]: b'", at: .file("x\ny"))
    #expect(
      finding.drawing().split(separator: "\n").first == #"x\ny: error[no-such-input]: there is no file 'a\r\nerror[fake]: b'"#)
  }
}
