internal import Foundation
internal import HeirloomCoreDataModel
internal import HeirloomFindings
internal import HeirloomSchema
internal import HeirloomSwiftSource
internal import HeirloomTestSupport
internal import Testing

/// What reading the written text has to give again: everything but places and the spelling of types.
private func comparable(_ schema: Schema) -> [Entity] {
  schema.entities.map { entity in
    var result = entity
    result.place = nil
    result.className = nil
    result.uniqueness.sort { $0.map(\.text).joined(separator: ".") < $1.map(\.text).joined(separator: ".") }
    result.attributes = entity.attributes.map(comparable)
    for index in result.relationships.indices { result.relationships[index].place = nil }
    return result
  }
}

private func comparable(_ attribute: Attribute) -> Attribute {
  var result = attribute
  result.place = nil
  result.swiftType = nil
  result.elements = attribute.elements.map(comparable)
  return result
}

@Suite struct WritingTests {
  @Test(.enabled(if: Corpus.isPresent, "skipped: no corpus"), arguments: CorpusSchema.all)
  func `source written for a real store reads back as the same schema`(store: CorpusSchema) throws {
    let written = SwiftDataSource.write(store.schema, as: "StoreSchemaV1", identifier: "2.1.0")
    let source = SwiftDataSource.read(files: [SourceText(path: "Store.swift", text: written.text)])
    #expect(source.findings.filter { $0.severity != .note }.map { $0.drawing() } == [])
    let schema = try #require(source.versions.first)
    #expect(schema.name == "StoreSchemaV1" && schema.identifiers == ["2.1.0"])
    let read = comparable(schema), expected = comparable(written.schema)
    #expect(read.map(\.name) == expected.map(\.name))
    for (a, b) in zip(read, expected) where a != b {
      for (x, y) in zip(a.attributes, b.attributes) where x != y { Issue.record("\(a.name).\(x.name): \(x) instead of \(y)") }
      for (x, y) in zip(a.relationships, b.relationships) where x != y {
        Issue.record("\(a.name).\(x.name): \(x) instead of \(y)")
      }
      Issue.record(
        "\(a.name): \(a.uniqueness) \(a.indexes) \(a.parent?.text ?? "-") \(a.attributes.count) \(a.relationships.count)")
    }
  }

  @Test(.enabled(if: Corpus.isPresent, "skipped: no corpus"))
  func `every difference between a real store's schema and its source is a finding`() throws {
    var kept = 0, all = 0
    for store in CorpusSchema.all {
      let written = SwiftDataSource.write(store.schema)
      let named = Set(
        written.findings.compactMap { finding -> String? in
          if case .store(let place)? = finding.place { return place.entity }
          return nil
        })
      let before = VersionHashes(of: store.schema), after = VersionHashes(of: written.schema)
      for entity in store.schema.entities {
        all += 1
        if before.hex(entity.name) == after.hex(entity.name) {
          kept += 1
        } else {
          // The hash of a sub-entity covers its ancestors, and an inverse's name belongs to the entity at the other end.
          let related = store.schema.lineage(of: entity.name).map(\.name)
          let ends = store.schema.relationships(of: entity.name).map(\.destination)
          #expect((related + ends).contains { named.contains($0.text) }, "\(store.slug) \(entity.name)")
        }
      }
    }
    print("version hashes kept by writing source: \(kept) of \(all) entities")
    #expect(kept > 0 && all > 400)
  }
}
