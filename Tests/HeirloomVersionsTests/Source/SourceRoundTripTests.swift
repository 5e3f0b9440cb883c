import Foundation
import HeirloomFindings
import HeirloomKit
import HeirloomReporting
import HeirloomSchema
import HeirloomSwiftSource
import HeirloomTestSupport
import Testing

/// `schema STORE --swift`, read back, against the store's own schema.
///
/// What SwiftData has no equivalent for may differ, and each such difference must be told by a finding that names the property.
@Suite(.enabled(if: Corpus.isPresent, "skipped: no corpus"))
struct SourceRoundTripTests {
  struct Score {
    var properties = 0
    var same = 0
    var told = 0
    var untold: [String] = []
  }

  @Test func `source written for every Core Data store reads back to the store's schema`() throws {
    let score = try total(of: CorpusStores.coreData)
    print(
      "properties of \(CorpusStores.coreData.count) stores: \(score.same) of \(score.properties) the same, \(score.told) told")
    #expect(score.untold == [])
    #expect(CorpusStores.coreData.count == 49)
    // Most of what differs is transient or ordered, which SwiftData does not have.
    #expect(score.properties > 5_000 && Double(score.same) > 0.95 * Double(score.properties))
  }

  @Test func `source written for archives of the stores reads back to the archives' schemas`() throws {
    try withTemporaryFolder { folder in
      let archives = try CorpusStores.coreData.compactMap { try CorpusStores.archive(of: $0, in: folder) }
      let score = try total(of: archives)
      print("properties of \(archives.count) archives: \(score.same) of \(score.properties) the same, \(score.told) told")
      #expect(score.untold == [])
      #expect(archives.count > 30)
    }
  }

  @Test func `source written for Realm files reads back to their schemas`() throws {
    let score = try total(of: CorpusStores.realm)
    print(
      "properties of \(CorpusStores.realm.count) Realm files: \(score.same) of \(score.properties) the same, \(score.told) told")
    #expect(score.untold == [])
  }

  @Test func `source written for stores of every kind compiles, and so does a plan between two versions`() throws {
    try withTemporaryFolder { folder in
      var texts: [String] = []
      let archives = try CorpusStores.coreData.prefix(12).compactMap { try CorpusStores.archive(of: $0, in: folder) }
      for path in CorpusStores.coreData + CorpusStores.realm + archives {
        let text = try SchemaReport.reading([path]).swiftSource().text
        texts.append(text.replacing("AppSchemaV1", with: "Store\(texts.count)Schema"))
      }
      for (old, new) in [
        ("objcio-moody1/Moody.moody", "objcio-moody5/Moody.xcdatamodeld"),
        ("easylife-10/EasyLife.sqlite", "easylife-15/EasyLife.xcdatamodeld"),
        ("ddg-bookmarks-v1/Bookmarks_V1.sqlite", "ddg-bookmarks-v4/BookmarksModel.xcdatamodeld"),
        ("xcserver-1.2.0/XCServerCoreData_1.2.0.sqlite", "xcserver-1.2.0/XCServerCoreData.xcdatamodeld"),
      ] {
        let corpus = try #require(Corpus.folder).appending(path: "coredata")
        let text = try SchemaReport.reading([corpus.appending(path: old).path]).planSource(to: corpus.appending(path: new).path)
          .text
        let number = texts.count
        texts.append(
          text.replacing("AppSchemaV1", with: "Plan\(number)V1").replacing("AppSchemaV2", with: "Plan\(number)V2")
            .replacing("AppMigrationPlan", with: "Plan\(number)"))
        let source = SwiftDataSource.read(files: [SourceText(path: "Plan.swift", text: text)])
        #expect(source.plans.first?.schemas.count == 2 && source.plans.first?.stages.count == 1, "\(old)")
      }
      #expect(try SwiftDataStub.typecheck(texts) == "")
    }
  }

  // MARK: - Scoring

  private func total(of paths: [String]) throws -> Score {
    var total = Score()
    for path in paths {
      let report = try SchemaReport.reading([path])
      let original = try #require(report.versions.first?.schema)
      let written = report.swiftSource()
      let source = SwiftDataSource.read(files: [SourceText(path: "Store.swift", text: written.text)])
      #expect(source.findings.filter { $0.severity == .error }.map { $0.drawing() } == [], "\(path)")
      guard let read = source.versions.first else {
        Issue.record("\(path) has no version")
        continue
      }
      compare(original, read, written.findings, &total, String(path.split(separator: "/").last ?? ""))
    }
    return total
  }

  private func compare(_ original: Schema, _ read: Schema, _ findings: [Finding], _ score: inout Score, _ label: String) {
    let renamed = SwiftDataSource.entityNames(for: original)
    func name(_ entity: EntityName) -> EntityName { renamed[entity] ?? entity }
    for entity in original.entities {
      guard let other = read[name(entity.name)] else {
        score.untold.append("\(label): \(entity.name)")
        continue
      }
      func judge(_ property: PropertyName, _ difference: String?) {
        score.properties += 1
        guard let difference else { return score.same += 1 }
        let isTold = findings.contains { finding in
          guard case .store(let place)? = finding.place, place.entity == entity.name.text else { return false }
          return place.property == property.text || finding.message.contains("'\(property)'")
        }
        if isTold { score.told += 1 } else { score.untold.append("\(label): \(entity.name).\(property): \(difference)") }
      }
      for attribute in entity.attributes {
        let match = other.attributes.first { $0.name == attribute.name || $0.renamingIdentifier == attribute.name.text }
        judge(attribute.name, match.map { difference(attribute, $0) } ?? "missing")
      }
      for relationship in entity.relationships {
        let match = other.relationships.first { $0.name == relationship.name || $0.renamingIdentifier == relationship.name.text }
        judge(relationship.name, match.map { difference(relationship, $0, name(relationship.destination)) } ?? "missing")
      }
      if other.parent != entity.parent.map(name), entity.parent.map({ original[$0] != nil }) ?? true {
        score.untold.append("\(label): parent of \(entity.name)")
      }
    }
  }

  private func difference(_ a: Attribute, _ b: Attribute) -> String? {
    if a.type != b.type { return "\(a.type) became \(b.type)" }
    if a.isOptional != b.isOptional { return "optional" }
    if a.defaultValue != b.defaultValue {
      return "\(String(describing: a.defaultValue)) became \(String(describing: b.defaultValue))"
    }
    if a.allowsExternalStorage != b.allowsExternalStorage { return "external storage" }
    if a.hashModifier != b.hashModifier { return "hash modifier" }
    if a.elements.map(\.name) != b.elements.map(\.name) || a.elements.map(\.type) != b.elements.map(\.type) { return "elements" }
    if a.transformer != b.transformer, a.type == .transformable { return "transformer" }
    return nil
  }

  private func difference(_ a: Relationship, _ b: Relationship, _ destination: EntityName) -> String? {
    if b.destination != destination { return "destination" }
    if a.isToMany != b.isToMany || a.isOptional != b.isOptional || a.isOrdered != b.isOrdered { return "kind" }
    if a.minimumCount != b.minimumCount || a.maximumCount != b.maximumCount { return "counts" }
    if a.deleteRule != b.deleteRule { return "delete rule" }
    if (a.inverse == nil) != (b.inverse == nil) { return "inverse" }
    return nil
  }
}
