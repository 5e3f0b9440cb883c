import HeirloomCoreDataModel
import HeirloomSchema
import Testing

@Suite struct `Join tables of a Core Data store` {
  @Test func `are named after the side with the lower number`() {
    let layout = CoreDataLayout.make(for: pair("Cocktail", "garnish", "Garnish", "cocktails"))
    #expect(
      layout.tables.map(\.creation).last { $0.contains("Z_1GARNISH ") }
        == "CREATE TABLE Z_1GARNISH ( Z_1COCKTAILS INTEGER, Z_2GARNISH INTEGER, PRIMARY KEY (Z_1COCKTAILS, Z_2GARNISH) )")
    #expect(layout.indexes == ["CREATE INDEX Z_1GARNISH_Z_2GARNISH_INDEX ON Z_1GARNISH (Z_2GARNISH, Z_1COCKTAILS)"])
    #expect(
      layout.entities["Garnish"]?.relationships["cocktails"]
        == .joinTable("Z_1GARNISH", ownerColumn: "Z_2GARNISH", targetColumn: "Z_1COCKTAILS", orderColumn: nil))
  }

  @Test func `are named after the side that has sub-entities, whatever its number`() {
    // As in a photo library, where Z_26ASSETS is Album.assets although Asset has number 3.
    var schema = pair("Album", "assets", "AAsset", "albums")
    schema["Smart"] = Entity("Smart", parent: "Album")
    #expect(
      CoreDataNames(schema).joins.map(\.creation)
        == ["CREATE TABLE Z_2ASSETS ( Z_2ALBUMS INTEGER, Z_1ASSETS INTEGER, PRIMARY KEY (Z_2ALBUMS, Z_1ASSETS) )"])
  }

  @Test func `carry an order column for each ordered side`() {
    var schema = pair("Author", "createdEntries", "Post", "authors")
    schema["Author"]?.relationships[0].isOrdered = true
    schema["Post"]?.relationships[0].isOrdered = true
    #expect(
      CoreDataNames(schema).joins.map(\.creation) == [
        "CREATE TABLE Z_1CREATEDENTRIES ( Z_1AUTHORS INTEGER, Z_2CREATEDENTRIES INTEGER, Z_FOK_1AUTHORS INTEGER, "
          + "Z_FOK_2CREATEDENTRIES INTEGER, PRIMARY KEY (Z_1AUTHORS, Z_2CREATEDENTRIES) )"
      ])
  }

  @Test func `between an entity and itself take the name that sorts later`() {
    var item = Entity("TodoItem")
    item.relationships = [
      Relationship("blocking", to: "TodoItem", many: true, inverse: "blockedBy"),
      Relationship("blockedBy", to: "TodoItem", many: true, inverse: "blocking"),
    ]
    let layout = CoreDataLayout.make(for: Schema(entities: [Entity("Project"), item]))
    #expect(
      layout.tables[2].creation
        == "CREATE TABLE Z_2BLOCKING ( Z_2BLOCKEDBY INTEGER, Z_2BLOCKING INTEGER, PRIMARY KEY (Z_2BLOCKEDBY, Z_2BLOCKING) )")
    #expect(
      layout.entities["TodoItem"]?.relationships["blocking"]
        == .joinTable("Z_2BLOCKING", ownerColumn: "Z_2BLOCKEDBY", targetColumn: "Z_2BLOCKING", orderColumn: nil))
  }

  @Test func `of a relationship that is its own inverse have a REFLEXIVE column`() {
    var person = Entity("Person")
    person.relationships = [Relationship("mergeCandidates", to: "Person", many: true, inverse: "mergeCandidates")]
    #expect(
      CoreDataNames(Schema(entities: [person])).joins.map(\.creation) == [
        "CREATE TABLE Z_1MERGECANDIDATES ( Z_1MERGECANDIDATES INTEGER, REFLEXIVE INTEGER, PRIMARY KEY (Z_1MERGECANDIDATES, REFLEXIVE) )"
      ])
  }

  @Test func `of one entity are created in the order of a hash table of its properties`() {
    // As in a build server's store, where Device has 21 properties: Z_9INTEGRATIONS comes before Z_9DEVICESPECIFICATIONS.
    var device = Entity("Device"), integration = Entity("Integration"), specification = Entity("DeviceSpecification")
    device.attributes = deviceAttributes.map { Attribute(PropertyName($0), .string) }
    device.relationships = [
      Relationship("deviceSpecifications", to: "DeviceSpecification", many: true, inverse: "devices"),
      Relationship("integrations", to: "Integration", many: true, inverse: "testedDevices"),
    ]
    integration.relationships = [Relationship("testedDevices", to: "Device", many: true, inverse: "integrations")]
    specification.relationships = [Relationship("devices", to: "Device", many: true, inverse: "deviceSpecifications")]
    let names = CoreDataNames(Schema(entities: [device, integration, specification])).joins.map(\.name)
    #expect(names == ["Z_1INTEGRATIONS", "Z_1DEVICESPECIFICATIONS"])
  }

  @Test func `give colliding columns a suffix, in the order of the linked entity's relationships`() {
    // As in a messenger's store: Z_9USERS(Z_9SYSTEMMESSAGES, Z_14USERS1), since 'reactions' sorts before 'systemMessages'.
    var user = Entity("User"), message = Entity("Message"), reaction = Entity("Reaction")
    user.relationships = [
      Relationship("systemMessages", to: "Message", many: true, inverse: "users"),
      Relationship("reactions", to: "Reaction", many: true, inverse: "users"),
    ]
    message.relationships = [Relationship("users", to: "User", many: true, inverse: "systemMessages")]
    reaction.relationships = [Relationship("users", to: "User", many: true, inverse: "reactions")]
    let joins = CoreDataNames(Schema(entities: [user, message, reaction])).joins
    #expect(
      joins.map { [$0.name, $0.winnerColumn, $0.otherColumn] } == [
        ["Z_1USERS", "Z_1SYSTEMMESSAGES", "Z_3USERS1"], ["Z_2USERS", "Z_2REACTIONS", "Z_3USERS"],
      ])
  }
}

/// Two entities with a many-to-many relationship.
private func pair(_ a: EntityName, _ r: PropertyName, _ b: EntityName, _ s: PropertyName) -> Schema {
  var first = Entity(a), second = Entity(b)
  first.relationships = [Relationship(r, to: b, many: true, inverse: s)]
  second.relationships = [Relationship(s, to: a, many: true, inverse: r)]
  return Schema(entities: [first, second])
}

/// Enough of them for a table of 41 slots, in which 'integrations' has slot 15 and 'deviceSpecifications' 34.
private let deviceAttributes = (1...19).map { "a\($0)" }
