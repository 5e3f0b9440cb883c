import Foundation
import HeirloomReading
import HeirloomSQLite
import HeirloomTestSupport
import LegacyRealm
import Testing

/// The writer of large files that benchmarks and tests of memory are made on.
@Suite struct RealmWriterTests {
  /// A leaf has 256 objects, a node above it 256 leaves: sizes at either side of the boundaries.
  @Test(arguments: [0, 1, 8, 9, 255, 256, 257, 65_537])
  func `every value that was written is read again`(count: Int) throws {
    try withTemporaryFolder { folder in
      let path = folder.appending(path: "written.realm").path
      try write(count, to: path)
      let store = try RealmStore.open(path: path)
      #expect(store.identity.modelVersions == ["3"] && store.identity.formatVersion == "24")
      let connection = try Connection.inMemory()
      try store.present(on: connection, prefix: "")
      #expect(try store.examine(on: connection, prefix: "") == [])
      #expect(try connection.count("SELECT count(*) FROM Item") == Int64(count))
      // What the formulas of `row` give, said once more in SQL; seconds since 2001 are 978307200 fewer than since 1970.
      let wrong = try connection.count(
        """
        SELECT count(*) FROM Item WHERE number IS NOT _id * _id - 1000 OR perhaps IS NOT iif(_id % 3 = 0, NULL, _id % 2)
          OR flag IS NOT (_id % 2 = 0) OR short IS NOT iif(_id % 5 = 0, NULL, 's' || (_id % 100))
          OR medium IS NOT iif(_id % 7 = 0, NULL, 'a text of more than fifteen bytes ' || _id)
          OR long IS NOT iif(_id % 11 = 0, NULL, replace(printf('%.80c', '*'), '*', '-') || _id)
          OR at IS NOT iif(_id % 4 = 0, NULL, 1000000000 + _id - 978307200 + 0.5)
          OR uuid IS NOT iif(_id % 9 = 0, NULL, CAST(printf('%016d', _id) AS BLOB))
          OR next IS NOT iif(_id % 10 = 0, NULL, _id / 10)
        """)
      #expect(wrong == 0)
      let links = try connection.rows("SELECT count(*), sum(target = owner / 2 + position) FROM \"Item.others\"")
      let expected = Int64((0..<count).reduce(0) { $0 + listLength($1, of: count) })
      #expect(links == [[.integer(expected), expected == 0 ? .null : .integer(expected)]])
    }
  }

  @Test func `an encrypted file holds the same, and is read with its key alone`() throws {
    try withTemporaryFolder { folder in
      let path = folder.appending(path: "encrypted.realm").path
      // More than 64 pages: a second page of vectors and codes.
      try write(5000, to: path, key: fixtureKey)
      let store = try RealmStore.open(path: path, key: fixtureKey)
      let connection = try Connection.inMemory()
      try store.present(on: connection, prefix: "")
      #expect(try store.examine(on: connection, prefix: "") == [])
      #expect(store.identity.bytes > 300_000)
      // 0² + 1² + … + 4999² - 5000 · 1000
      #expect(try connection.count("SELECT sum(number) FROM Item") == 41_654_167_500 - 5_000_000)
      #expect(try connection.count("SELECT count(*) FROM Item WHERE long LIKE '-%' AND length(long) > 80") == 4545)
    }
  }

  private func listLength(_ row: Int, of count: Int) -> Int { row == 5 ? min(2500, count) : row % 4 }

  private func write(_ count: Int, to path: String, key: [UInt8]? = nil) throws {
    let writer = try RealmFileWriter(path: path, key: key, schemaVersion: 3)
    var row = 0
    try writer.addClass(
      "Item",
      [
        .init("number", .integer), .init("perhaps", .integer, optional: true), .init("flag", .boolean),
        .init("short", .text, optional: true), .init("medium", .text, optional: true), .init("long", .text, optional: true),
        .init("at", .date, optional: true), .init("uuid", .uuid, optional: true), .init("next", .link),
        .init("others", .link, list: true),
      ]
    ) {
      guard row < count else { return nil }
      defer { row += 1 }
      let key = Int64(row)
      return [
        .integer(key * key - 1000), row % 3 == 0 ? .null : .integer(key % 2), .boolean(row % 2 == 0),
        row % 5 == 0 ? .null : .text("s\(row % 100)"),
        row % 7 == 0 ? .null : .text("a text of more than fifteen bytes \(row)"),
        row % 11 == 0 ? .null : .text(String(repeating: "-", count: 80) + "\(row)"),
        row % 4 == 0 ? .null : .date(seconds: 1_000_000_000 + key, nanoseconds: 500_000_000),
        row % 9 == 0 ? .null : .uuid(Array(String(format: "%016d", row).utf8)),
        row % 10 == 0 ? .null : .link(key / 10), .links((0..<listLength(row, of: count)).map { key / 2 + Int64($0) }),
      ]
    }
    try writer.finish()
  }
}
