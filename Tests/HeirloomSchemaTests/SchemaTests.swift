import HeirloomSchema
import Testing

@Suite struct SchemaTests {
  /// Region (abstract) is the parent of Country, and Country of Island.
  private let schema: Schema = {
    var region = Entity("Region"), country = Entity("Country", parent: "Region")
    region.isAbstract = true
    region.attributes = [Attribute("name", .string)]
    region.relationships = [Relationship("moods", to: "Mood", many: true, inverse: "region")]
    country.attributes = [Attribute("code", .int16)]
    var mood = Entity("Mood")
    mood.relationships = [Relationship("region", to: "Region", inverse: "moods")]
    return Schema(entities: [region, country, Entity("Island", parent: "Country"), mood])
  }()

  @Test func `what is inherited is found, and who declares it`() {
    #expect(schema.attributes(of: "Island").map(\.name) == ["name", "code"])
    #expect(schema.declarer(of: "code", in: "Island") == "Country" && schema.declarer(of: "moods", in: "Island") == "Region")
    #expect(schema.root(of: "Island") == "Region" && schema.family(of: "Country").map(\.name) == ["Country", "Island"])
  }

  @Test func `the other end of a relationship is found through its destination`() throws {
    let moods = try #require(schema.relationship("moods", of: "Country"))
    #expect(schema.inverse(of: moods)?.name == "region")
  }

  @Test func `a circle of parents ends`() {
    let circle = Schema(entities: [Entity("A", parent: "B"), Entity("B", parent: "A")])
    #expect(circle.lineage(of: "A").map(\.name) == ["A", "B"])
  }

  @Test func `a composite has a column for each leaf, and an enum with raw values one of its own name`() {
    var author = Attribute("author", .composite)
    author.elements = [Attribute("person", .string), Attribute("year", .int64)]
    var glass = Attribute("glass", .composite)
    glass.elements = [Attribute("glass", .string)]
    #expect(author.columns.map(\.path) == ["author.person", "author.year"])
    #expect(glass.columns.map(\.path) == ["glass"])
  }
}
