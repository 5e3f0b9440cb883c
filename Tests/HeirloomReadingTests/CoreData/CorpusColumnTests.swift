import Foundation
import HeirloomFindings
import HeirloomSQLite
import HeirloomSchema
import HeirloomTestSupport
import Testing

@testable import HeirloomReading

@Suite(.enabled(if: Corpus.isPresent, "skipped: no corpus")) struct CorpusColumnTests {
  @Test(arguments: CorpusCounts.all.keys.sorted())
  func `every column of a real store is explained by its model, and every property has its column`(name: String) throws {
    let store = try #require(try openStore(CorpusCounts.path(of: name)) as? CoreDataStore)
    let unexplained = store.findings.filter { ["unknown-column", "missing-column", "join-table-by-likeness"].contains($0.id) }
    #expect(unexplained.isEmpty, "\(name): \(unexplained)")
  }

  /// A wrong collision suffix shows here: a column of a sub-entity is empty in the rows of every other entity, or has the
  /// attribute's default, which a migration that adds the column gives to all rows (Photos 13).
  @Test(arguments: CorpusCounts.all.keys.sorted())
  func `a sub-entity's column holds nothing in the rows of its siblings`(name: String) throws {
    let store = try #require(try openStore(CorpusCounts.path(of: name)) as? CoreDataStore)
    let connection = try Connection.inMemory()
    try store.present(on: connection, prefix: "")
    for entity in store.schema.entities where entity.parent != nil {
      guard let place = store.placement.entities[entity.name] else { continue }
      let family = store.schema.family(of: entity.name).compactMap { store.placement.entities[$0.name]?.entityNumber }
      var columns = entity.attributes.filter { $0.columns.count == 1 }.map { (place.columns[$0.name.text], $0.defaultValue) }
      for relationship in entity.relationships {
        if case .column(let column, _, _)? = place.relationships[relationship.name] { columns.append((column, nil)) }
      }
      for case (let column?, let standard) in columns {
        var usual = "NULL"
        if case .integer(let number)? = standard { usual = String(number) }
        let strangers = try connection.count(
          """
          SELECT count(*) FROM store.\(sqlName(place.table)) WHERE \(sqlName(column)) IS NOT NULL
          AND \(sqlName(column)) IS NOT \(usual) AND Z_ENT NOT IN (\(family.map(String.init).joined(separator: ",")))
          """)
        #expect(strangers == 0, "\(name): \(entity.name) \(column) \(strangers)")
      }
    }
  }

  /// `Z4_MESSAGE` beside `ZMESSAGE` says which concrete entity the key leads to: it must be the record's own.
  @Test(arguments: CorpusCounts.all.keys.sorted())
  func `a to-one leads to a record of the entity that its companion column names`(name: String) throws {
    let store = try #require(try openStore(CorpusCounts.path(of: name)) as? CoreDataStore)
    let connection = try Connection.inMemory()
    try store.present(on: connection, prefix: "")
    for entity in store.schema.entities {
      for relationship in entity.relationships where !relationship.isToMany {
        guard let place = store.placement.entities[entity.name],
          case .column(let column, let number?, _)? = place.relationships[relationship.name],
          let there = store.placement.entities[relationship.destination]
        else { continue }
        let wrong = try connection.count(
          """
          SELECT count(*) FROM store.\(sqlName(place.table)) AS t JOIN store.\(sqlName(there.table)) AS d ON d.Z_PK = t.\(sqlName(column))
          WHERE d.Z_ENT <> t.\(sqlName(number))
          """)
        #expect(wrong == 0, "\(name): \(entity.name).\(relationship.name)")
      }
    }
  }

  /// Reading everything once: every view compiles and every value comes out.
  @Test(arguments: CorpusCounts.all.keys.sorted())
  func `every relation of a real store can be read whole`(name: String) throws {
    let store = try openStore(CorpusCounts.path(of: name))
    let connection = try Connection.inMemory()
    try store.present(on: connection, prefix: "old.")
    for entity in store.schema.entities {
      let shown =
        2 + store.schema.attributes(of: entity.name).flatMap(\.columns).count
        + store.schema.relationships(of: entity.name).filter { !$0.isToMany && !$0.isTransient }.count
      do {
        let rows = try connection.rows("SELECT * FROM \(sqlName("old.\(entity.name)"))")
        #expect(rows.allSatisfy { $0.count == shown && !$0[0].isNull && !$0[1].isNull }, "\(name): \(entity.name)")
      } catch {
        // Some Wire stores came without their folders of external values.
        #expect(Finding(reading: "", failed: error).id == "external-file-missing", "\(name): \(error)")
      }
      for relationship in entity.relationships where relationship.isToMany && !relationship.isTransient {
        _ = try connection.rows("SELECT owner, target, position FROM \(sqlName("old.\(entity.name).\(relationship.name)"))")
      }
    }
  }
}
