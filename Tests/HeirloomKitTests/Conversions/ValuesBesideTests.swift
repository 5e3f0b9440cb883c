import Foundation
import HeirloomKit
import HeirloomReporting
import HeirloomSQLite
import HeirloomTestSupport
import Testing

/// Lists and objects of exported data where the schema beside it has an attribute.
struct ValuesBesideTests {
  private static let schema = """
    import SwiftData
    struct Origin: Codable { var place: String?; var year: Int? }
    struct Point: Codable { var x: Int }
    @Model final class Trip {
      var name: String
      var stops: [String]
      var days: [Date]?
      var origin: Origin?
      var points: [Point]?
      var scores: [String: Int]?
      init() {}
    }
    """
  private static let data = """
    [{"name":"A","stops":["b","a"],"days":["2020-01-01T00:00:00Z"],"origin":{"place":"Oslo","year":3},"points":[{"x":1},{"x":2}],
      "scores":{"a":1}},
     {"name":"B","stops":[],"days":null,"origin":null}]
    """

  private func withExport(_ body: (URL, Store) throws -> Void) throws {
    try withTemporaryFolder { folder in
      let export = folder.appending(path: "export")
      try FileManager.default.createDirectory(at: export, withIntermediateDirectories: true)
      try Data(Self.data.utf8).write(to: export.appending(path: "Trip.json"))
      try Data(Self.schema.utf8).write(to: export.appending(path: "Models.swift"))
      try body(folder, try Store.open(export.path))
    }
  }

  private func answer(_ store: Store, _ sql: String) throws -> [String] {
    var rows: [String] = []
    try store.query(sql) { _ in
    } row: { cells in
      rows.append(
        cells.map { cell in
          switch cell {
          case .integer(let value): "\(value)"
          case .real(let value): "\(value)"
          case .text(let value): value
          default: "-"
          }
        }.joined(separator: "|"))
      return true
    }
    return rows
  }

  // 2020-01-01 is 6,939 days after 2001-01-01: 19 years of 365 days and 4 leap days (2004, 2008, 2012, 2016), so 599,529,600 seconds.
  @Test func `an array of the schema is the list of the data, with the schema's type of elements`() throws {
    try withExport { _, store throws in
      #expect(try answer(store, #"SELECT owner, value FROM "Trip.stops" ORDER BY owner, position"#) == ["1|b", "1|a"])
      #expect(try answer(store, #"SELECT owner, value FROM "Trip.days""#) == ["1|599529600.0"])
    }
  }

  @Test func `a struct of the schema has its parts from the object of the data`() throws {
    try withExport { _, store throws in
      #expect(try answer(store, #"SELECT name, "origin.place", "origin.year" FROM Trip ORDER BY 1"#) == ["A|Oslo|3", "B|-|-"])
      #expect(throws: (any Error).self) { _ = try answer(store, "SELECT * FROM TripOrigin") }
    }
  }

  @Test func `what an attribute cannot hold is read beside it, and said`() throws {
    try withExport { _, store throws in
      let refused = store.findings.filter { $0.id == "archive-value-refused" }.map(\.message)
      #expect(
        refused == [
          "lists of objects in 'points' are no values of the type '[Point]?', and are read as 'TripPoints'",
          "objects of 'scores' are no values of the type '[String: Int]?', and are read as 'TripScores'",
        ])
      #expect(try answer(store, "SELECT x FROM TripPoints ORDER BY 1") == ["1", "2"])
    }
  }

  @Test func `the values arrive in a store of the same schema`() throws {
    try withExport { folder, _ throws in
      let mapping = folder.appending(path: "trip.mapping.swift")
      try Data(
        """
        let source = Archive()
        let target = Schema("export/Models.swift")
        Map("Trip", to: Trip.self)
        Drop("TripPoints", because: "no values of an attribute")
        Drop("TripScores", because: "no values of an attribute")
        """.utf8
      ).write(to: mapping)
      let target = folder.appending(path: "new.store").path
      let report = try Mapping(contentsOf: mapping.path).convert(folder.appending(path: "export").path, to: target)
      #expect(report.exitStatus == .done, "\(report.findings.map { $0.drawing() })")
      #expect(
        try Connection(target, .immutable).rows("SELECT ZNAME, ZPLACE, ZYEAR, ZSTOPS IS NULL FROM ZTRIP ORDER BY 1") == [
          [.text("A"), .text("Oslo"), .integer(3), .integer(0)], [.text("B"), .null, .null, .integer(0)],
        ])
    }
  }
}
