import Foundation
import HeirloomFindings
import HeirloomReading
import HeirloomSchema
import HeirloomTestSupport
import Testing

@Suite struct ArchiveCSVTests {
  @Test func `types are inferred from texts, and quotes, breaks and doubled quotes are values`() throws {
    let text =
      "\u{FEFF}id,name,w,on,when,zip\r\n1,\"a, \"\"b\"\"\r\nc\",1.5,true,2001-01-01T00:00:10Z,00123\r\n2,,2,FALSE,,04567\r\n"
    try withExport(["P.csv": text]) { (export: OpenedExport) throws in
      #expect(export.shape("P") == ["id: Int", "name: String?", "w: Double", "on: Bool", "when: Date?", "zip: String"])
      #expect(
        try export.rows("SELECT * FROM \"P\"")
          == ["1|P|1|a, \"b\"\r\nc|1.5|1|10.0|00123", "2|P|2|-|2.0|0|-|04567"])
      #expect(!export.ids.contains("csv-delimiter"))
    }
  }

  @Test(arguments: [(";", "semicolons"), ("\t", "tabs"), ("|", "bars")])
  func `the delimiter is detected and said`(_ delimiter: String, _ name: String) throws {
    let text = "a\(delimiter)b\n1\(delimiter)x, y\n2\(delimiter)z, w\n"
    try withExport(["P.csv": text]) { (export: OpenedExport) throws in
      #expect(export.message("csv-delimiter") == "the values are separated by \(name)")
      #expect(try export.rows("SELECT a, b FROM \"P\"") == ["1|x, y", "2|z, w"])
    }
  }

  /// Rows of four and two values among three: at commas they would fall into two parts, or one.
  @Test func `ragged rows do not make another sign the delimiter`() throws {
    let text = "name;note;n\nA;x, y;1\nB;z\nC;q, r;2;9\nD\nE;a,b;3\n"
    try withExport(["P.csv": text]) { (export: OpenedExport) throws in
      #expect(
        try export.rows("SELECT name, note, n, column_4 FROM \"P\"")
          == ["A|x, y|1|-", "B|z|-|-", "C|q, r|2|9", "D|-|-|-", "E|a,b|3|-"])
      #expect(export.message("csv-delimiter") == "the values are separated by semicolons")
      #expect(export.message("csv-row-short") == "2 rows have fewer values than the header, row 3 the first")
      #expect(export.message("csv-row-long") == "row 4 has more values than the header")
    }
  }

  /// Both signs divide the header and each row into two.
  @Test func `where two signs would do it is said, and the sign can be named`() throws {
    let files = ["P.csv": "a;b,c\n1;2,3\n4;5,6\n"]
    try withExport(files) { (export: OpenedExport) throws in
      #expect(
        export.message("csv-delimiter-unsure")
          == "the values are taken to be separated by commas: commas divide 2 of the first 2 rows like the header, semicolons 2")
    }
    var options = OpenOptions()
    options.delimiter = UInt8(ascii: ";")
    try withExport(files, options: options) { (export: OpenedExport) throws in
      #expect(try export.rows("SELECT * FROM \"P\"") == ["1|P|1|2,3", "2|P|4|5,6"])
      #expect(!export.ids.contains("csv-delimiter-unsure"))
    }
  }

  @Test func `Excel's sep line and its UTF-16 are understood`() throws {
    try withExport(["P.csv": "sep=;\r\na;b\r\n1;2\r\n"]) { (export: OpenedExport) throws in
      #expect(try export.rows("SELECT a, b FROM \"P\"") == ["1|2"])
    }
    try withTemporaryFolder { folder in
      let file = folder.appending(path: "P.tsv")
      try Data([0xFF, 0xFE] + Array("näme\tb\r\nü😀\t2\r\n".utf16).flatMap { [UInt8($0 & 255), UInt8($0 >> 8)] }).write(to: file)
      #expect(try OpenedExport(file.path).rows("SELECT \"näme\", b FROM \"P\"") == ["ü😀|2"])
    }
  }

  @Test func `short and long rows are counted, and lose nothing`() throws {
    try withExport(["P.csv": "a,b\n1\n1,2,3\n1,2,,\n4,5\n"]) { (export: OpenedExport) throws in
      #expect(export.message("csv-row-short") == "row 2 has fewer values than the header")
      #expect(export.message("csv-row-long") == "row 3 has more values than the header")
      #expect(try export.rows("SELECT a, b, column_3 FROM \"P\"") == ["1|-|-", "1|2|3", "1|2|-", "4|5|-"])
    }
  }

  @Test func `an empty value is null, a quoted empty one is an empty text`() throws {
    try withExport(["P.csv": "a,b\nx,\ny,\"\"\n"]) { (export: OpenedExport) throws in
      #expect(try export.rows("SELECT a, b, b IS NULL FROM \"P\"") == ["x|-|1", "y||0"])
    }
  }

  @Test func `what breaks the rules is told`() throws {
    try withExport(["P.csv": "a,,a\n1,2,3\n"]) { (export: OpenedExport) throws in
      #expect(export.message("csv-header") == "2 columns have no name of their own")
      #expect(export.shape("P") == ["a: Int", "column_2: Int", "a_2: Int"])
    }
    try withExport(["P.csv": "a,b\n\"x\"y,2\n"]) { (export: OpenedExport) throws in
      #expect(export.ids.contains("csv-quote"))
      #expect(try export.rows("SELECT a FROM \"P\"") == ["xy"])
    }
    #expect(thrownID { try withExport(["P.csv": "a,b\n1,\"x\n2,3\n"]) { (_: OpenedExport) throws in } } == "csv-unclosed-quote")
  }

  @Test func `what is not UTF-8 is read as Latin-1 and told`() throws {
    try withTemporaryFolder { folder in
      let file = folder.appending(path: "P.csv")
      try Data(Array("a,b\nM".utf8) + [0xFC] + Array("ll,1\n".utf8)).write(to: file)
      let export = try OpenedExport(file.path)
      #expect(export.ids.contains("csv-encoding"))
      #expect(try export.rows("SELECT a FROM \"P\"") == ["Müll"])
    }
  }

  @Test func `one number that is none makes the column text, and is counted`() throws {
    let rows = (1...9000).map { $0 % 750 == 0 ? "n/a" : String($0) }
    try withExport(["P.csv": "age,b\n" + rows.map { "\($0),1\n" }.joined()]) { (export: OpenedExport) throws in
      #expect(export.message("archive-type-mixed") == "12 of 9,000 values of 'age' are not integers")
    }
  }

  @Test func `mutilated tables are read or refused, never a crash`() throws {
    let good = Array("a,b,c\r\n1,\"x,\"\"y\"\"\",2001-01-01T00:00:10Z\r\n2,,\"\n\"\r\n".utf8)
    var random = SeededGenerator(seed: 11)
    try withTemporaryFolder { folder in
      for _ in 0..<300 {
        var bad = good
        for _ in 0..<Int.random(in: 1...5, using: &random) {
          let place = Int.random(in: 0..<bad.count, using: &random)
          if Bool.random(using: &random) {
            bad[place] = UInt8.random(in: 0...255, using: &random)
          } else {
            bad.insert([34, 44, 10, 13][Int.random(in: 0...3, using: &random)], at: place)
          }
        }
        let file = folder.appending(path: "A.csv")
        try Data(bad).write(to: file)
        do { _ = try OpenedExport(file.path) } catch is Finding {}
      }
    }
  }
}
