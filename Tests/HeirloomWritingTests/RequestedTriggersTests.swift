import HeirloomFindings
import HeirloomSQLite
import HeirloomSchema
import HeirloomWriting
import Testing

/// Persons with faces; a person counts the faces that are not hidden and large, and a face whether its person is visible.
@Suite struct `Triggers that a model asks for` {
  private static func schema(_ condition: String) -> Schema {
    var person = Entity("Person"), face = Entity("Face")
    var faceCount = Attribute("faceCount", .int64, optional: true), isShown = Attribute("isShown", .int64, optional: true)
    faceCount.userInfo = ["NSTriggerKey": condition]
    isShown.userInfo = ["NSTriggerKey": "person.hidden == NO"]
    person.attributes = [faceCount, Attribute("hidden", .bool)]
    person.relationships = [Relationship("faces", to: "Face", many: true, inverse: "person")]
    face.attributes = [isShown, Attribute("hidden", .bool), Attribute("size", .int64)]
    face.relationships = [Relationship("person", to: "Person", inverse: "faces")]
    return Schema(entities: [person, face])
  }
  private static let known = "(faces.hidden == NO) && (faces.size != 0)"

  @Test func `keep the counts right through every kind of change`() throws {
    let writer = DerivedAttributeTests.target(Self.schema(Self.known))
    defer { writer.abandon() }
    _ = try writer.begin()
    try writer.finish()
    #expect(writer.findings.isEmpty)
    let store = try Connection(writer.draftPath, .readWrite)
    // In the app the framework has this function; it only learns of the change by it.
    try store.addFunction("NSCoreDataTriggerUpdateAffectedObjectValue", arguments: 5) { _, slot in slot.setNull() }
    for change in [
      "INSERT INTO ZFACE (Z_PK, Z_ENT, ZHIDDEN, ZSIZE, ZPERSON) VALUES (1, 1, 0, 5, 1), (2, 1, 1, 5, 1), (3, 1, 0, 0, 1), (4, 1, 0, 5, NULL)",
      "INSERT INTO ZPERSON (Z_PK, Z_ENT, ZHIDDEN) VALUES (1, 2, 0), (2, 2, 1)",
      "UPDATE ZFACE SET ZHIDDEN = 0 WHERE Z_PK = 2", "UPDATE ZFACE SET ZPERSON = 2 WHERE Z_PK = 1",
      "UPDATE ZFACE SET ZPERSON = 1 WHERE Z_PK = 4", "UPDATE ZFACE SET ZSIZE = 9", "UPDATE ZPERSON SET ZHIDDEN = 1 - ZHIDDEN",
      "UPDATE ZFACE SET ZPERSON = NULL WHERE Z_PK = 3", "DELETE FROM ZFACE WHERE Z_PK = 2",
    ] {
      try store.run(change)
      let wrong = try store.count(
        """
        SELECT (SELECT count(*) FROM ZPERSON p WHERE ZFACECOUNT IS NOT
                 (SELECT count(*) FROM ZFACE WHERE ZPERSON = p.Z_PK AND ZHIDDEN = 0 AND ZSIZE <> 0))
             + (SELECT count(*) FROM ZFACE f WHERE ZISSHOWN IS NOT (SELECT count(*) FROM ZPERSON WHERE Z_PK = f.ZPERSON AND ZHIDDEN = 0))
        """)
      #expect(wrong == 0, "\(change)")
    }
  }

  @Test(arguments: ["faces.size > 3", "faces.person.hidden == NO", "hidden == NO", "faces.size == 'a'", "faces.other == 1", ""])
  func `are written for conditions that real stores show, and for no others`(_ condition: String) {
    #expect(
      DerivedAttributeTests.target(Self.schema(condition)).findings.map(\.description) == [
        "warning[derived-not-kept]: 'Person.faceCount' asks for triggers (NSTriggerKey) that are not understood, and has none"
      ])
  }
}
