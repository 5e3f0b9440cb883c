import HeirloomCoreDataModel
import HeirloomFindings
import HeirloomSchema
import HeirloomVersions
import Testing

struct VersionFinderTests {
  let plan: VersionedSource = read(
    """
    enum V1: VersionedSchema {
      static let versionIdentifier = Schema.Version(1, 0, 0)
      static var models: [any PersistentModel.Type] { [Note.self] }
      @Model final class Note { var title: String = ""; init() {} }
    }
    enum V2: VersionedSchema {
      static let versionIdentifier = Schema.Version(2, 0, 0)
      static var models: [any PersistentModel.Type] { [Note.self, Tag.self] }
      @Model final class Note { var title: String = ""; var body: String?; init() {} }
      @Model final class Tag { var name: String = ""; init() {} }
    }
    """)

  func find(_ schema: Schema, hashes: [EntityName: [UInt8]] = [:], identifiers: [String] = []) throws -> VersionFinder.Result {
    try VersionFinder(
      among: plan.versions, for: StoreVersionClues(path: "a.store", hashes: hashes, identifiers: identifiers, schema: schema)
    ).find()
  }

  @Test func `the version hashes come first, whatever the store calls itself`() throws {
    let found = try find(plan.versions[1], hashes: VersionHashes(of: plan.versions[1]).entities, identifiers: ["1.0.0"])
    #expect(found.version.name == "V2")
    #expect(found.means == .hashes)
    #expect(found.findings == [])
  }

  @Test func `an identifier tells where hashes do not, with a warning`() throws {
    let found = try find(plan.versions[0], hashes: ["Note": [1, 2, 3]], identifiers: ["2.0.0"])
    #expect(found.version.name == "V2")
    #expect(found.means == .identifier)
    #expect(found.findings.map(\.id) == ["version-by-identifier"])
    #expect(
      found.findings.first?.help == "'Note' differs from 'V2': attribute 'body' is new; 'Tag' is in 'V2' and not in the store")
  }

  @Test func `a store without hashes and identifiers is known by its shape`() throws {
    var store = plan.versions[1]
    store.identifiers = []
    let found = try find(store)
    #expect(found.version.name == "V2")
    #expect(found.means == .shape)
    #expect(found.findings.map(\.message) == ["the store was taken for 'V2' by its shape: the store records no version hashes"])
  }

  @Test func `a store of no version is refused with what differs from the nearest`() throws {
    var store = plan.versions[1]
    store["Note"]?.attributes.append(Attribute("extra", .string, optional: true))
    let finding = #expect(throws: Finding.self) { try find(store, hashes: VersionHashes(of: store).entities) }
    #expect(finding?.id == "version-unknown")
    #expect(finding?.message == "'a.store' is at no version of the plan; the nearest is 'V2'")
    #expect(finding?.help == "'Note' differs from 'V2': attribute 'extra' is gone")
  }

  @Test func `two versions with the same hashes are told apart by the identifier, or not at all`() throws {
    var twin = plan.versions[0]
    (twin.name, twin.identifiers) = ("V1b", ["1.1.0"])
    let hashes = VersionHashes(of: twin).entities
    func find(_ identifiers: [String]) throws -> VersionFinder.Result {
      try VersionFinder(
        among: [plan.versions[0], twin],
        for: StoreVersionClues(path: "a.store", hashes: hashes, identifiers: identifiers, schema: twin)
      ).find()
    }
    let found = try find(["1.1.0"])
    #expect(found.version.name == "V1b")
    #expect(found.findings.map(\.severity) == [.warning])
    let finding = #expect(throws: Finding.self) { try find([]) }
    #expect(finding?.message == "'V1' and 'V1b' have the version hashes of the store")
    #expect(finding?.help == "say which with '--from V1'")
  }
}

struct MigrationRouteTests {
  let versions = ["A", "B", "C"].map { Schema(name: $0) }
  func stage(_ from: String, _ to: String, _ kind: MigrationStage.Kind = .lightweight) -> MigrationStage {
    MigrationStage(kind: kind, from: from, to: to)
  }

  func route(_ from: Int, _ to: Int, _ stages: [MigrationStage], downgrade: Bool = false) throws -> [String] {
    try MigrationRoute(from: versions[from], to: versions[to], through: versions, stages: stages, allowsDowngrade: downgrade).hops
      .map {
        "\($0.from.name)\($0.to.name)\($0.isReversed ? " back" : "")"
      }
  }

  @Test func `stages are walked from the store's version to the wanted one`() throws {
    let stages = [stage("A", "B"), stage("B", "C", .custom)]
    #expect(try route(0, 2, stages) == ["AB", "BC"])
    #expect(try route(1, 2, stages) == ["BC"])
    #expect(try route(0, 1, stages) == ["AB"])
    #expect(try route(2, 2, stages) == [])
  }

  @Test func `a plan without stages leads through its versions`() throws { #expect(try route(0, 2, []) == ["AB", "BC"]) }

  @Test func `a stage may pass over a version`() throws { #expect(try route(0, 2, [stage("A", "C")]) == ["AC"]) }

  @Test func `stages that do not connect are no way`() {
    let finding = #expect(throws: Finding.self) { try route(0, 2, [stage("A", "B")]) }
    #expect(finding?.message == "no stages lead from 'A' to 'C'")
    #expect(finding?.help == "the stages from 'A' end at 'B'")
  }

  @Test func `stages that lead in a circle come to an end`() {
    #expect(throws: Finding.self) { try route(0, 2, [stage("A", "B"), stage("B", "A")]) }
  }

  @Test func `a way back is refused, and allowed on request where no stage is custom`() throws {
    let stages = [stage("A", "B"), stage("B", "C")]
    #expect(#expect(throws: Finding.self) { try route(2, 0, stages) }?.id == "downgrade-refused")
    #expect(try route(2, 0, stages, downgrade: true) == ["CB back", "BA back"])
    let custom = #expect(throws: Finding.self) { try route(2, 0, [stage("A", "B", .custom), stage("B", "C")], downgrade: true) }
    #expect(custom?.message == "the stage from 'A' to 'B' is custom: no rule says how to undo it")
  }
}

struct ContinuityTests {
  func attributes(_ old: String, _ new: String) -> [String: String] {
    let source = read(plan("@Model final class Note { \(old); init() {} }", "@Model final class Note { \(new); init() {} }"))
    let names = Continuity(from: source.versions[0], to: source.versions[1]).attributes["Note"] ?? [:]
    return Dictionary(names.map { ($0.key.text, $0.value.text) }, uniquingKeysWith: { a, _ in a })
  }

  @Test func `names go on, and a former name leads to a new one`() {
    #expect(attributes("var a = 0; var b = 0", "var a = 0; @Attribute(originalName: \"b\") var c = 0") == ["a": "a", "c": "b"])
  }

  @Test func `a second rename may remember the first name or the second`() {
    #expect(attributes("@Attribute(originalName: \"a\") var b = 0", "@Attribute(originalName: \"b\") var c = 0") == ["c": "b"])
    #expect(attributes("@Attribute(originalName: \"a\") var b = 0", "@Attribute(originalName: \"a\") var c = 0") == ["c": "b"])
  }

  @Test func `two attributes may change names`() {
    #expect(
      attributes("var a = 0; var b = 0", "@Attribute(originalName: \"b\") var a = 0; @Attribute(originalName: \"a\") var b = 0")
        == ["a": "b", "b": "a"])
  }

  @Test func `an old rename does not take a new attribute of the former name`() {
    #expect(
      attributes("@Attribute(originalName: \"a\") var b = 0", "@Attribute(originalName: \"a\") var b = 0; var a = 0") == [
        "b": "b"
      ])
  }

  @Test func `a renamed attribute leaves its name to a new one`() {
    #expect(attributes("var a = 0", "@Attribute(originalName: \"a\") var b = 0; var a = 0") == ["b": "a"])
  }

  @Test func `the way back undoes a rename`() {
    #expect(attributes("@Attribute(originalName: \"a\") var b = 0", "var a = 0") == ["a": "b"])
  }
}
