internal import HeirloomFindings
internal import HeirloomSchema
internal import HeirloomSwiftSource
internal import Testing

@Suite struct PropertyTests {
  private func only(_ fixture: String) throws -> Schema { try #require(try readFixtures("styles/\(fixture)").versions.first) }

  @Test func `stored properties are kept whatever their access; computed, static, lazy and transient are not`() throws {
    let source = try readFixtures("styles/15-visibility")
    // A @Relationship on bytes is the fixture's own mistake.
    #expect(source.findings.map(\.message) == ["'cover' is a relationship to 'Data?', which is not a model"])
    let schema = try #require(source.versions.first)
    #expect(
      schema.outline("Shelf") == [
        "id: UUID", "secret: String", "order: Int", "label: String", "watched: Int", "a: Int", "b: Int",
      ])
    #expect(schema["Shelf"]?.uniqueness == [["label"]])
  }

  @Test func `types are inferred from initial values`() throws {
    let source = try readFixtures("styles/17-inferred")
    #expect(source.findings.map(\.message) == ["the default of 'names' is an expression that only the app can evaluate"])
    #expect(source.versions.first?["Category"]?.attributes.first { $0.name == "interval" }?.defaultValue == .integer(3600))
    #expect(source.versions.first?["Category"]?.attributes.first { $0.name == "ratio" }?.defaultValue == .real(0.5))
    #expect(
      source.versions.first?.outline("Category") == [
        "id: UUID", "accessDate: Date", "created: Date", "service: String", "kind: Composite", "count: Int", "weight: Double",
        "interval: Int",
        "ratio: Double", "isOpen: Bool", "note: String?", "names: Transformable", "tags: Transformable", "picture: Data",
        "animals -> Animal* / category nullify",
      ])
    #expect(source.versions.first?["Category"]?.attributes.first { $0.name == "service" }?.defaultValue == .string("QRZ"))
  }

  @Test func `types are read in every spelling`() throws {
    let source = try readFixtures("styles/18-types")
    #expect(
      source.versions.first?.outline("Place") == [
        "a: String?", "b: Transformable", "c: Transformable?", "d: Int", "e: Date?", "latitude: Double", "pause: Double",
        "height: Double?",
        "style: Composite", "site: URL?", "price: Decimal", "small: Int16", "flags: Transformable", "counts: Transformable",
      ])
    #expect(Set(source.findings.map(\.id)) == ["unproven-storage"])
    #expect(source.findings.map(\.place.debugText) == ["19", "20", "21", "22", "23"])
    #expect(
      source.versions.first?["Place"]?.attributes.first { $0.name == "style" }?.enumeration?.cases.map(\.rawValue) == [
        "0", "5", "6",
      ])
  }

  @Test func `a property is a relationship when its type is a model`() throws {
    let source = try readFixtures("styles/19-relations")
    #expect(source.findings == [])
    #expect(
      source.versions.first?.outline("Person") == [
        "home: Composite", "earlier: Data", "pets -> Pet* / owner nullify", "friends -> Person* / - nullify",
      ])
    #expect(source.versions.first?.outline("Pet") == ["owner -> Person / pets nullify"])
    #expect(source.versions.first?["Person"]?.attributes.first?.elements.map(\.type) == [.string, .data])
  }

  @Test func `options of attributes are read`() throws {
    let source = try readFixtures("styles/20-options")
    #expect(source.findings == [])
    let document = try #require(source.versions.first?["Document"])
    func attribute(_ name: PropertyName) throws -> Attribute { try #require(document.attributes.first { $0.name == name }) }
    #expect(document.uniqueness == [["id"]])
    #expect(try attribute("id").renamingIdentifier == "identifier")
    #expect(try attribute("body").allowsExternalStorage)
    #expect(try attribute("body").preservesValueOnDeletion)
    #expect(try attribute("tint").transformer == "ColorTransformer")
    #expect(try attribute("tint").isOptional)
    #expect(try attribute("font").transformer == "FontTransformer")
    #expect(try attribute("ink").transformer == "Names.ink.rawValue")
    #expect(try attribute("title").isSpotlightIndexed)
    #expect(try attribute("secret").allowsCloudEncryption)
    #expect(try attribute("version").hashModifier == "v2")
    #expect(!document.attributes.contains { $0.name == "selected" })
  }

  @Test func `uniqueness and indexes over several properties are read`() throws {
    let source = try readFixtures("styles/21-unique-and-index")
    #expect(source.findings == [])
    let trip = try #require(source.versions.first?["Trip"])
    #expect(trip.uniqueness == [["slug"], ["name", "year"]])
    #expect(
      trip.indexes.map(\.name) == ["SwiftDataIndexOnBinaryname", "SwiftDataIndexOnBinaryyearname", "SwiftDataIndexOnBinary_key"])
  }

  @Test func `arguments of relationships are read`() throws {
    let source = try readFixtures("styles/22-relationships")
    #expect(source.findings == [])
    let schema = try #require(source.versions.first)
    #expect(
      schema.outline("Plant") == [
        "photos -> Photo* / plant cascade", "owner -> Person? / owned deny", "giver -> Person? / given noAction",
        "waterer -> Person? / watered nullify",
      ])
    let photos = try #require(schema["Plant"]?.relationships.first)
    #expect(photos.maximumCount == 10 && photos.minimumCount == 0 && photos.renamingIdentifier == "pictures")
  }

  @Test func `defaults are evaluated where the text allows it`() throws {
    let source = try readFixtures("styles/23-defaults")
    let values = try #require(source.versions.first?["Defaults"]).attributes.map(\.defaultValue)
    #expect(
      values == [
        .string("a \"b\""), .integer(1000), .integer(255), .real(2), .decimal("1.10"), .bool(false), .date(-63_114_076_800),
        .date(-978_307_200), .expression(".now"), .expression("UUID()"), .enumCase("green"), .enumCase("red"), .string("red"),
        .emptyCollection, .emptyCollection, .data([]), nil, .expression("makeName()"),
      ])
    #expect(source.findings.filter { $0.id == "unreadable-default" }.map(\.place.debugText) == ["26"])
  }

  @Test func `inheritance is told from conformance`() throws {
    let source = try readFixtures("styles/24-inheritance")
    #expect(source.findings == [])
    let schema = try #require(source.versions.first)
    #expect(schema.entities.map { $0.parent?.text ?? "-" } == ["-", "Trip", "Trip", "-"])
    #expect(schema.outline("BusinessTrip") == ["expense: Double"])
    #expect(schema.outline("PersonalTrip") == ["reason: Composite?"])
    #expect(schema.outline("Stop") == ["trip -> Trip? / stops nullify"])
  }

  @Test func `enums are read with their raw values, and those with values of their own are a finding`() throws {
    let source = try readFixtures("styles/25-enums")
    #expect(source.findings.map(\.id) == ["unproven-storage"])
    let attributes = try #require(source.versions.first?["Download"]).attributes
    #expect(attributes[0].elements.map(\.name.text) == ["audio", "video"])
    #expect(attributes[1].enumeration?.cases.map { "\($0.name)=\($0.rawValue)" } == ["waiting=3", "running=4", "done=9"])
    #expect(attributes[2].enumeration?.cases.map { "\($0.name)=\($0.rawValue)" } == ["low=low", "high=HIGH"])
    #expect(attributes[2].defaultValue == .enumCase("low"))
  }
}

extension Place? {
  /// The line of a text place, for short comparisons.
  var debugText: String {
    if case .text(let place)? = self { return String(place.line) }
    return "-"
  }
}
