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

  @Test func `between an entity and itself take the name that comes first in the hash table of its properties`() {
    // As in a to-do store, whose table is Z_2BLOCKING: 8 properties, a foreign key and the three columns of every table make 23 slots, of
    // which 'blocking' has 2 and 'blockedBy' 8.
    var item = Entity("TodoItem")
    item.attributes = ["date", "done", "name", "notes", "repeats"].map { Attribute(PropertyName($0), .string) }
    item.relationships = [
      Relationship("blocking", to: "TodoItem", many: true, inverse: "blockedBy"),
      Relationship("blockedBy", to: "TodoItem", many: true, inverse: "blocking"),
      Relationship("project", to: "Project", inverse: "todoItems"),
    ]
    let layout = CoreDataLayout.make(for: Schema(entities: [Entity("Project"), item]))
    #expect(
      layout.tables[2].creation
        == "CREATE TABLE Z_2BLOCKING ( Z_2BLOCKEDBY INTEGER, Z_2BLOCKING INTEGER, PRIMARY KEY (Z_2BLOCKEDBY, Z_2BLOCKING) )")
    #expect(
      layout.entities["TodoItem"]?.relationships["blocking"]
        == .joinTable("Z_2BLOCKING", ownerColumn: "Z_2BLOCKEDBY", targetColumn: "Z_2BLOCKING", orderColumn: nil))
  }

  /// A messenger's devices trust and ignore one another. A store of framework 641 has 23 stored properties and two foreign keys (41 slots) and
  /// the tables Z_14IGNOREDBYCLIENTS and Z_14TRUSTEDBYCLIENTS; one of a later model 33 and three (71 slots), Z_24IGNOREDCLIENTS and
  /// Z_24TRUSTEDBYCLIENTS. The names of the models are public.
  @Test(arguments: [
    (early, ["Z_2IGNOREDBYCLIENTS", "Z_2TRUSTEDBYCLIENTS"]), (late, ["Z_2IGNOREDCLIENTS", "Z_2TRUSTEDBYCLIENTS"]),
  ])
  func `between an entity and itself change their name with the number of its properties`(
    _ attributes: [String], _ names: [String]
  ) {
    var client = Entity("UserClient")
    client.attributes = attributes.map { Attribute(PropertyName($0), .string) }
    func link(_ name: PropertyName, _ inverse: PropertyName, many: Bool = true, to entity: EntityName = "UserClient") {
      client.relationships.append(Relationship(name, to: entity, many: many, inverse: inverse))
    }
    link("ignoredByClients", "ignoredClients")
    link("ignoredClients", "ignoredByClients")
    link("trustedByClients", "trustedClients")
    link("trustedClients", "trustedByClients")
    link("missingClients", "missedByClient")
    link("missedByClient", "missingClients", many: false)
    link("user", "clients", many: false, to: "User")
    if attributes == late { link("discoveredByMessage", "discoveredClients", many: false, to: "User") }
    link("addedOrRemovedInSystemMessages", "clients", to: "User")
    #expect(CoreDataNames(Schema(entities: [client, Entity("User")])).joins.map(\.name).sorted() == names)
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

private let early = """
  deviceClass needsToNotifyUser activationLocationLongitude activationDate numberOfKeysRemaining type
  fingerprint remoteIdentifier label activationLocationLatitude preKeysRangeMax model
  activationAddress modifiedDataFields markedToDelete
  """.split { $0 == " " || $0 == "\n" }.map(String.init)

private let late = """
  activationAddress activationDate activationLocationLatitude activationLocationLongitude
  apsDecryptionKey apsVerificationKey deviceClass discoveryDate fingerprint label markedToDelete model
  modifiedKeys needsSessionMigration needsToBeUpdatedFromBackend
  needsToNotifyOtherUserAboutSessionReset needsToNotifyUser needsToUpdateCapabilities
  needsToUploadSignalingKeys numberOfKeysRemaining preKeysRangeMax pushToken remoteIdentifier type
  """.split { $0 == " " || $0 == "\n" }.map(String.init)

/// Two entities with a many-to-many relationship.
private func pair(_ a: EntityName, _ r: PropertyName, _ b: EntityName, _ s: PropertyName) -> Schema {
  var first = Entity(a), second = Entity(b)
  first.relationships = [Relationship(r, to: b, many: true, inverse: s)]
  second.relationships = [Relationship(s, to: a, many: true, inverse: r)]
  return Schema(entities: [first, second])
}

/// Enough of them for a table of 41 slots, in which 'integrations' has slot 15 and 'deviceSpecifications' 34.
private let deviceAttributes = (1...19).map { "a\($0)" }
