import Foundation
import HeirloomFindings
import HeirloomKit
import HeirloomReporting
import HeirloomSQLite
import HeirloomTestSupport
import Testing

/// Ordered relationships, carried into a Core Data model that keeps the order as they do.
@Suite(.enabled(if: Corpus.isPresent, "skipped: no corpus"))
struct OrderTests {
  /// Bookmarks 1 in the app's own model of version 4.
  private func convertBookmarks(in folder: URL) throws -> (store: CorpusStore, mapping: Mapping, target: URL) {
    let store = try CorpusStore("ddg-bookmarks-v1"), target = folder.appending(path: "Bookmarks.sqlite")
    let model = store.folder.appending(path: "BookmarksModel.xcdatamodeld/BookmarksModel 4.xcdatamodel").path
    let path = folder.appending(path: "bookmarks.mapping.swift")
    try """
    let source = CoreData()
    let target = Schema("\(model)")
    Map("BookmarkEntity", to: BookmarkEntity.self) { old in favorites = old.favorites }
    Drop("BookmarkEntity.isFavorite", because: "a favourite is a bookmark in a favourites folder")
    """.write(to: path, atomically: true, encoding: .utf8)
    let mapping = try Mapping(contentsOf: path.path)
    let report = mapping.convert(store.path, to: target.path)
    #expect(report.exitStatus == .done, "\(report.rendered(as: .text))")
    #expect(!report.findings.contains { $0.id == "order-lost" })
    return (store, mapping, target)
  }

  /// Folder, member and rank, by the bookmarks' own identifiers.
  private static let children = """
    SELECT p.ZUUID, c.ZUUID, row_number() OVER (PARTITION BY p.Z_PK ORDER BY c.Z_FOK_PARENT)
    FROM ZBOOKMARKENTITY AS c JOIN ZBOOKMARKENTITY AS p ON p.Z_PK = c.ZPARENT ORDER BY 1, 3
    """
  private static let favorites = """
    SELECT f.ZUUID, b.ZUUID, row_number() OVER (PARTITION BY f.Z_PK ORDER BY j.Z_FOK_1FAVORITES)
    FROM Z_1FAVORITES AS j JOIN ZBOOKMARKENTITY AS f ON f.Z_PK = j.Z_1FAVORITEFOLDERS JOIN ZBOOKMARKENTITY AS b ON b.Z_PK = j.Z_1FAVORITES
    ORDER BY 1, 3
    """

  @Test func `the order is the one that the app itself made of it`() throws {
    let own = try CorpusStore("ddg-bookmarks-v4")
    try withTemporaryFolder { folder in
      let target = try convertBookmarks(in: folder).target
      // Its rows stand in its log, which SQLite reads only where it may write.
      let copy = folder.appending(path: "own.sqlite").path
      for suffix in ["", "-wal"] { try Data(contentsOf: URL(fileURLWithPath: own.path + suffix)).write(to: URL(fileURLWithPath: copy + suffix)) }
      let connection = try Connection(copy, .readWrite)
      for query in [Self.children, Self.favorites] {
        let wanted = try connection.rows(query)
        #expect(try rows(query, of: target.path) == wanted)
        #expect(!wanted.isEmpty)
      }
    }
  }

  @Test(arguments: [
    ("UPDATE ZBOOKMARKENTITY SET Z_FOK_PARENT = 9000 WHERE Z_PK = 5", "order-differs"),
    ("UPDATE Z_1FAVORITES SET Z_FOK_1FAVORITES = 9000 - Z_FOK_1FAVORITES", "order-differs"),
    ("UPDATE Z_1FAVORITES SET Z_1FAVORITES = 4 WHERE Z_1FAVORITES = 6", "links-differ"),
  ])
  func `another order is found`(sql: String, finding: String) throws {
    try withTemporaryFolder { folder in
      let (store, mapping, target) = try convertBookmarks(in: folder)
      #expect(try mapping.verify(store.path, target.path).exitStatus == .done)
      try tamper(target, sql)
      let report = try mapping.verify(store.path, target.path)
      #expect(report.errors.contains(finding), "\(report.rendered(as: .text))")
      #expect(report.exitStatus == .differences)
    }
  }
}
