import Foundation
import HeirloomArchive
import HeirloomFindings
import HeirloomReading
import HeirloomSQLite
import HeirloomSchema
import HeirloomTestSupport
import Testing

/// Every relation of a store as text, in a fixed order: what must be the same before and after.
func everything(_ export: OpenedExport) throws -> [String: [String]] {
  var result: [String: [String]] = [:]
  let schema = export.store.schema
  for entity in schema.entities {
    let columns =
      try schema.attributes(of: entity.name).flatMap { $0.columns.map(\.path) }
      + schema.relationships(of: entity.name).filter { !$0.isToMany && !$0.isTransient }.map(\.name.text)
      + export.connection.columns(of: entity.name.text, in: "temp").filter { $0.hasSuffix(".type") }.sorted()
    let list = (["_id", "_entity"] + columns).map(sqlName).joined(separator: ", ")
    result[entity.name.text] = try export.rows("SELECT \(list) FROM \(sqlName(entity.name.text)) ORDER BY _id")
    for attribute in entity.attributes where attribute.collection != nil && !attribute.isTransient {
      let name = "\(entity.name).\(attribute.name)", key = attribute.collection == .dictionary ? ", key" : ""
      result[name] = try export.rows("SELECT owner, value, position\(key) FROM \(sqlName(name)) ORDER BY 1, 3\(key), 2")
    }
    for relationship in entity.relationships where relationship.isToMany && !relationship.isTransient {
      let name = "\(entity.name).\(relationship.name)", key = relationship.collection == .dictionary ? ", key" : ""
      result[name] = try export.rows("SELECT owner, target, position\(key) FROM \(sqlName(name)) ORDER BY 1, 3\(key), 2")
    }
  }
  return result
}

@Suite struct ArchiveExportTests {
  private let text = #"""
    {"Note":[
      {"t":"a","i":1,"d":1.5,"b":true,"when":{"$date":"2015-03-01T12:00:00.25Z"},"u":{"$uuid":"157C4A7F-B979-379E-0000-000000000000"},
       "raw":{"$binary":{"base64":"AQI=","subType":"00"}},"dec":{"$numberDecimal":"1.10"},"list":[1,null,3],"set":{"$set":["x"]},
       "map":{"$dictionary":{"k":1.5}},"sub":{"n":1},"subs":[{"n":2},{"n":3}],"m":NaN},
      {"t":"json: \"q\", é\n\u0000 ","i":-9223372036854775808,"d":Infinity,"b":false,"when":{"$date":{"$numberLong":"-62135769600001"}},
       "u":null,"raw":null,"dec":null,"list":[],"subs":[],"m":2}]}
    """#

  @Test(arguments: ArchiveExport.Format.allCases, ArchiveWriter.Form.allCases)
  func `an exported store opened again has the same schema and the same rows`(
    _ format: ArchiveExport.Format, _ form: ArchiveWriter.Form
  ) throws {
    try withExport(["x.json": text]) { (export: OpenedExport) throws in
      try withTemporaryFolder { folder in
        let path = folder.appending(path: "out.\(form.rawValue)").path
        let counts = try ArchiveExport.write(export.store, on: export.connection, to: path, format: format)
        #expect(counts.records == 5)
        #expect(counts.links == 2)
        let again = try OpenedExport(path)
        #expect(again.store.schema == export.store.schema)
        let (before, after) = (try everything(export), try everything(again))
        for (relation, rows) in before { #expect(after[relation] == rows) }
        #expect(again.store.findings.isEmpty)
      }
    }
  }

  /// Core Data keeps a whole second as an integer and others as doubles: 0 and 1.5 in the fixture, 86400.0 put there beside them.
  @Test(arguments: ArchiveExport.Format.allCases)
  func `dates are written as ISO 8601, and come back as the numbers they were`(_ format: ArchiveExport.Format) throws {
    try withTemporaryFolder { folder in
      let store = folder.appending(path: "S.sqlite")
      // A column without a type keeps a real as it is; distantPast is the year 0 of the proleptic calendar.
      _ = try StoreMaker.make(
        StoreMaker.notes.replacing("ZCREATED TIMESTAMP", with: "ZCREATED TIMESTAMP, ZREAD")
          .replacing("1, 0, 'first')", with: "1, 0, 86400.0, 'first')")
          .replacing("NULL, 1.5, 'second')", with: "NULL, -63114076800, 0.5, 'second')"), at: store)
      var schema = try OpenedExport(store.path).store.schema
      for index in schema["Note"]?.attributes.indices ?? 0..<0 where schema["Note"]?.attributes[index].name == "read" {
        schema["Note"]?.attributes[index].type = .date
      }
      let export = try OpenedExport(store.path, options: OpenOptions(model: schema))
      let types = "SELECT typeof(created), created, typeof(read), read FROM \"Note\" ORDER BY _id"
      #expect(try export.rows(types) == ["integer|0|real|86400.0", "integer|-63114076800|real|0.5"])
      let path = folder.appending(path: "out.zip").path
      try ArchiveExport.write(export.store, on: export.connection, to: path, format: format)
      let archive = try ArchiveReader(path)
      let entry = try #require(try archive.entries().first { $0.path == "entities/Note.\(format.rawValue)" })
      let text = String(decoding: try archive.bytes(of: entry), as: UTF8.self)
      for date in ["2001-01-01T00:00:00Z", "2001-01-02T00:00:00.0Z", "0000-12-30T00:00:00Z", "2001-01-01T00:00:00.5Z"] {
        #expect(text.contains(date))
      }
      #expect(!text.contains("$value"))
      let again = try OpenedExport(path)
      #expect(try again.rows(types) == export.rows(types))
      #expect(try everything(again) == everything(export))
    }
  }

  @Test func `the same store gives the same bytes`() throws {
    try withExport(["x.json": text]) { (export: OpenedExport) throws in
      try withTemporaryFolder { folder in
        for form in ArchiveWriter.Form.allCases {
          let paths = ["a", "b"].map { folder.appending(path: "\($0).\(form.rawValue)").path }
          for path in paths { try ArchiveExport.write(export.store, on: export.connection, to: path) }
          #expect(try Data(contentsOf: URL(fileURLWithPath: paths[0])) == Data(contentsOf: URL(fileURLWithPath: paths[1])))
        }
      }
    }
  }

  @Test func `long blobs are files, short ones base64 in the text`() throws {
    try withTemporaryFolder { folder in
      let store = folder.appending(path: "S.sqlite")
      _ = try StoreMaker.make(
        StoreMaker.notes + "ALTER TABLE ZNOTE ADD COLUMN ZRAW BLOB; UPDATE ZNOTE SET ZRAW = zeroblob(256 * Z_PK - 255)", at: store
      )
      let export = try OpenedExport(store.path)
      let path = folder.appending(path: "out.zip").path
      let counts = try ArchiveExport.write(export.store, on: export.connection, to: path)
      #expect(counts.blobs == 1)
      let names = try ArchiveReader(path).entries().map(\.path)
      #expect(
        names == ["schema.json", "entities/Folder.jsonl", "blobs/Note.raw/2", "entities/Note.jsonl"]
          || names.contains { $0.hasPrefix("blobs/Note.") && $0.hasSuffix("/2") })
      #expect(try everything(OpenedExport(path)) == everything(export))
    }
  }

  @Test func `an export never replaces what is there, and says which endings it knows`() throws {
    try withExport(["x.json": text]) { (export: OpenedExport) throws in
      try withTemporaryFolder { folder in
        let path = folder.appending(path: "out.zip")
        try Data().write(to: path)
        #expect(thrownID { _ = try ArchiveExport.write(export.store, on: export.connection, to: path.path) } == "target-exists")
        #expect(
          thrownID { _ = try ArchiveExport.write(export.store, on: export.connection, to: path.path + ".rar") }
            == "target-uncreatable")
        try ArchiveExport.write(export.store, on: export.connection, to: path.path, overwrite: true)
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == ["out.zip"])
      }
    }
  }
}
