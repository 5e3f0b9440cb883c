import Foundation
import HeirloomFindings
import HeirloomKit
import HeirloomReporting
import HeirloomSQLite
import HeirloomTestSupport
import Testing

/// Conversions of real stores by the mappings of the project; expected counts are the corpus's own.
@Suite(.enabled(if: Corpus.isPresent, "skipped: no corpus"))
struct RealStoreTests {
  @Test func `moody 1 becomes the shape of moody 5`() throws {
    let store = try CorpusStore("objcio-moody1")
    try withTemporaryFolder { folder in
      let target = folder.appending(path: "Moody.store")
      let report = try convert(store.path, by: "moody/moody1", to: target)
      #expect(report.exitStatus == .done && report.isBalanced)
      let (moods, countries) = (store.records("Mood"), store.records("Country"))
      #expect(
        report.ledger == [
          "Mood -> Mood: \(moods) read, \(moods) written, 0 merged, 0 skipped, 0 rejected, \(moods) verified",
          "Country -> Country: \(countries) read, \(countries) written, 0 merged, 0 skipped, 0 rejected, \(countries) verified",
        ])
      #expect(report.relationships.first { $0.target == "Mood.country" }?.verified == store.links("Mood.country"))
      // The continents' codes, read from the store with SQLite's own shell.
      let codes = try rows("SELECT ZNUMERICISO3166CODE, ZISOCONTINENT FROM ZCOUNTRY ORDER BY 1", of: target.path)
      #expect(codes == [[.integer(231), .integer(10004)], [.integer(704), .integer(10005)], [.integer(710), .integer(10004)]])
      let differing = try compare(
        store.path, target.path,
        """
        SELECT count(*) FROM old.ZMOOD AS o LEFT JOIN new.ZMOOD AS n USING (Z_PK)
        WHERE n.ZCOLORS IS NOT o.ZCOLORS OR n.ZREMOTEID IS NOT o.ZREMOTEIDENTIFIER OR n.ZDATE IS NOT o.ZDATE OR n.ZCOUNTRY IS NOT o.ZCOUNTRY
        """)
      #expect(differing == [[.integer(0)]])
    }
  }

  @Test func `easylife 1.0 becomes 1.5, with an empty join table of items that block one another`() throws {
    let store = try CorpusStore("easylife-10")
    try withTemporaryFolder { folder in
      let target = folder.appending(path: "EasyLife.store")
      let report = try convert(store.path, by: "easylife/easylife10", to: target)
      #expect(report.exitStatus == .done)
      let items = store.records("TodoItem")
      #expect(
        report.ledger == [
          "Project -> Project: 0 read, 0 written, 0 merged, 0 skipped, 0 rejected, 0 verified",
          "TodoItem -> TodoItem: \(items) read, \(items) written, 0 merged, 0 skipped, 0 rejected, \(items) verified",
        ])
      // As in the app's own store of 1.5.
      #expect(try rows("SELECT count(*) FROM Z_2BLOCKING", of: target.path) == [[.integer(0)]])
      let columns = "Z_PK, ZNAME, ZDATE, ZDONE, ZREPEATS, ZNOTES"
      let lost = try compare(
        store.path, target.path,
        "SELECT count(*) FROM (SELECT \(columns) FROM old.ZTODOITEM EXCEPT SELECT \(columns) FROM new.ZTODOITEM)")
      #expect(lost == [[.integer(0)]])
    }
  }

  /// All rows of this store stand in its `-wal`; without it there are no bookmarks at all.
  @Test func `bookmarks 1 become bookmarks 4 out of the log, and the source stays as it is`() throws {
    let store = try CorpusStore("ddg-bookmarks-v1"), later = try CorpusStore("ddg-bookmarks-v4")
    let before = try snapshot(store.folder)
    try withTemporaryFolder { folder in
      let target = folder.appending(path: "Bookmarks.store")
      let report = try convert(store.path, by: "bookmarks/bookmarks1", to: target)
      #expect(report.exitStatus == .done && report.isBalanced)
      #expect(report.entities.map(\.written) == [store.records("BookmarkEntity"), later.joined("Z_1FAVORITES")])
      let after = Dictionary(uniqueKeysWithValues: report.relationships.map { ($0.target, $0.verified) })
      #expect(after["BookmarkEntity.parent"] == store.links("BookmarkEntity.parent"))
      // What the app itself made of it: as many favourites as links in the join table of its version 4.
      #expect(
        after["Favorite.folder"] == later.joined("Z_1FAVORITES") && after["Favorite.bookmark"] == later.joined("Z_1FAVORITES"))
      // The order as the columns Z_FOK_PARENT and Z_FOK_FAVORITEFOLDER of the store have it.
      #expect(try keys("SELECT Z_PK FROM ZBOOKMARKENTITY WHERE ZPARENT = 7 ORDER BY ZPOSITION", of: target.path) == [5, 3, 1])
      #expect(
        try keys("SELECT Z_PK FROM ZBOOKMARKENTITY WHERE ZPARENT = 10 ORDER BY ZPOSITION", of: target.path) == [4, 2, 7, 8, 6])
      #expect(
        try keys("SELECT ZBOOKMARK FROM ZFAVORITE WHERE ZFOLDER = 9 ORDER BY ZPOSITION", of: target.path) == [6, 8, 1, 3, 2])
      #expect(report.source.kind == "coredata")
    }
    #expect(try snapshot(store.folder) == before)
  }

  private func keys(_ sql: String, of store: String) throws -> [Int64] { try rows(sql, of: store).compactMap { $0[0].integer } }

  @Test(arguments: ["metacocktails-preloaded", "metacocktails-default-a"])
  func `a cocktail store moves to the app's next version`(name: String) throws {
    let store = try CorpusStore(name)
    try withTemporaryFolder { folder in
      let target = folder.appending(path: "Cocktails.store")
      let report = try convert(store.path, by: "cocktails/cocktails", to: target)
      #expect(report.errors == [])
      #expect(report.exitStatus == .done && report.isBalanced)
      for entity in ["Cocktail", "Garnish", "Ingredient", "IngredientBase"] {
        let line = report.entities.first { $0.target == entity }
        #expect(line?.written == store.records(entity) && line?.verified == line?.written)
      }
      let links = Dictionary(uniqueKeysWithValues: report.relationships.map { ($0.target, $0.verified) })
      #expect(links["Cocktail.garnish"] == store.joined("Z_1GARNISH"))
      #expect(links["Ingredient.ingredientBase"] == store.links("Ingredient.ingredientBase"))
      // Unique, as the schema says, and the new attributes have their defaults.
      #expect(
        try number("SELECT count(*) FROM sqlite_schema WHERE sql LIKE 'CREATE UNIQUE INDEX%ZCOCKTAILNAME%'", of: target.path) == 1
      )
      #expect(try rows("SELECT DISTINCT ZSERVINGS, ZSEASON FROM ZCOCKTAIL", of: target.path) == [[.integer(1), .text("always")]])
    }
  }

  @Test func `composites, enums and renamed attributes of a cocktail store keep their bytes`() throws {
    let store = try CorpusStore("metacocktails-preloaded")
    try withTemporaryFolder { folder in
      let target = folder.appending(path: "Cocktails.store")
      _ = try convert(store.path, by: "cocktails/cocktails", to: target)
      let differing = try compare(
        store.path, target.path,
        """
        SELECT count(*), sum(n.ZREMARKS IS NOT o.ZNOTES), sum(n.ZISFAVORITE IS NOT o.ZFAVORITE), sum(n.ZGLASSWARE IS NOT o.ZGLASSWARETYPE),
        sum(n.ZICE IS NOT o.ZICE), sum(n.ZCOLLECTION IS NOT o.ZCOLLECTION), sum(n.ZID IS NOT o.ZID) FROM old.ZCOCKTAIL AS o LEFT JOIN new.ZCOCKTAIL AS n USING (Z_PK)
        """)
      #expect(differing == [[.integer(store.records("Cocktail"))] + Array(repeating: .integer(0), count: 6)])
      let tags = try compare(
        store.path, target.path,
        "SELECT count(*) FROM old.ZCOCKTAIL AS o LEFT JOIN new.ZCOCKTAIL AS n USING (Z_PK) WHERE n.ZFLAVORS IS NOT o.ZFLAVORS OR n.ZPERSON IS NOT o.ZPERSON"
      )
      #expect(tags == [[.integer(0)]])
    }
  }

  @Test func `a recipe book of 2010 without a model of itself`() throws {
    let store = try CorpusStore("magicalrecord-recipes")
    try withTemporaryFolder { folder in
      let target = folder.appending(path: "Recipes.store")
      let report = try convert(store.path, by: "recipes/recipes", to: target)
      #expect(report.exitStatus == .done && report.isBalanced)
      #expect(report.findings.contains { $0.id == "model-guessed" })
      for entity in ["Image", "Ingredient", "Recipe", "RecipeType"] {
        #expect(report.entities.first { $0.target == entity }?.verified == store.records(entity))
      }
      let links = Dictionary(uniqueKeysWithValues: report.relationships.map { ($0.target, $0.verified) })
      #expect(
        links == [
          "Recipe.image": store.links("ZRECIPE.ZIMAGE"), "Recipe.type": store.links("ZRECIPE.ZTYPE"),
          "Ingredient.recipe": store.links("ZINGREDIENT.ZRECIPE"),
        ])
      #expect(
        try rows(
          "SELECT r.ZNAME, t.ZNAME FROM ZRECIPE AS r JOIN ZRECIPETYPE AS t ON t.Z_PK = r.ZTYPE WHERE r.Z_PK = 2", of: target.path)
          == [[.text("Three Berry Cobbler"), .text("Dessert")]])
    }
  }
}
