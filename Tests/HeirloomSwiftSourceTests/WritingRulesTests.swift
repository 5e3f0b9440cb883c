internal import HeirloomFindings
internal import HeirloomSchema
internal import HeirloomSwiftSource
internal import HeirloomTestSupport
internal import Testing

@Suite struct WritingRulesTests {
  /// A Core Data model with everything that needs a word.
  private static var library: Schema {
    var book = Entity("Book")
    var title = Attribute("title", .string)
    title.defaultValue = .string("a \"b\"\n")
    var keyword = Attribute("default", .int16)
    keyword.defaultValue = .integer(3)
    var capital = Attribute("ISBN", .string, optional: true)
    capital.isIndexed = true
    var cover = Attribute("cover", .data, optional: true)
    cover.allowsExternalStorage = true
    var tint = Attribute("tint", .transformable, optional: true)
    tint.transformer = "ColorTransformer"
    var added = Attribute("added", .date)
    added.defaultValue = .date(0)
    var key = Attribute("key", .uuid)
    key.defaultValue = .uuid(Array(0..<16))
    book.attributes = [title, keyword, capital, cover, tint, added, key]
    book.uniqueness = [["key"], ["title", "default"]]
    var chapters = Relationship("chapters", to: "Chapter", many: true, inverse: "book")
    chapters.isOrdered = true
    chapters.deleteRule = .cascade
    book.relationships = [chapters]
    var chapter = Entity("Chapter")
    chapter.attributes = [Attribute("description", .string, optional: true)]
    chapter.relationships = [Relationship("book", to: "Book", inverse: "chapters")]
    chapter.relationships[0].isOptional = false
    var novel = Entity("Novel", parent: "Book")
    novel.attributes = [Attribute("pages", .int32)]
    return Schema(entities: [book, chapter, novel])
  }

  @Test func `a schema is written with comments for what had no equivalent`() throws {
    let written = SwiftDataSource.write(Self.library, as: "LibrarySchemaV1")
    #expect(
      written.text == #"""
        import Foundation
        import SwiftData

        enum LibrarySchemaV1: VersionedSchema {
          static let versionIdentifier = Schema.Version(1, 0, 0)
          static var models: [any PersistentModel.Type] {
            [
              Book.self,
              Chapter.self,
              Novel.self,
            ]
          }

          @Model
          class Book {
            #Unique<Book>([\.title, \.defaultValue])
            #Index<Book>([\.iSBN])

            var title: String = "a \"b\"\n"
            @Attribute(originalName: "default") var defaultValue: Int16 = 3
            @Attribute(originalName: "ISBN") var iSBN: String?
            @Attribute(.externalStorage) var cover: Data?
            @Attribute(.transformable(by: "ColorTransformer")) var tint: NSObject?
            var added: Date = Date(timeIntervalSinceReferenceDate: 0.0)
            // a fixed UUID in the store's model; here a new one for each record
            @Attribute(.unique) var key: UUID = UUID()
            // ordered in the store; SwiftData keeps no order
            @Relationship(deleteRule: .cascade, inverse: \Chapter.book) var chapters: [Chapter]? = []

            init() {}
          }

          @Model
          final class Chapter {
            @Attribute(originalName: "description") var descriptionValue: String?
            var book: Book

            init(book: Book) {
              self.book = book
            }
          }

          // Inheritance of models needs iOS 26, macOS 26.
          @Model
          final class Novel: Book {
            var pages: Int32

            init(pages: Int32) {
              self.pages = pages
              super.init()
            }
          }
        }

        """#)
    #expect(
      written.findings.map(\.message) == [
        "'Book.default' is called 'defaultValue' in the source, with 'originalName:'",
        "'Book.ISBN' is called 'iSBN' in the source, with 'originalName:'",
        "'Chapter.description' is called 'descriptionValue' in the source, with 'originalName:'",
        "'Book.key': a fixed UUID in the store's model; here a new one for each record",
        "'Book.chapters': ordered in the store; SwiftData keeps no order",
      ])
    let complaints = try SwiftDataStub.typecheck([written.text])
    #expect(complaints == "")
  }

  @Test func `models named like Swift's own types do not hide them`() throws {
    var date = Entity("Date")
    date.attributes = [Attribute("when", .date), Attribute("text", .string, optional: true)]
    var string = Entity("String")
    string.attributes = [Attribute("text", .string)]
    string.relationships = [Relationship("date", to: "Date")]
    var model = Entity("Model"), type = Entity("Type"), schema = Entity("Schema")
    model.attributes = [Attribute("name", .string, optional: true)]
    type.attributes = [Attribute("class", .bool, optional: true)]
    schema.attributes = [Attribute("url", .url, optional: true)]
    let written = SwiftDataSource.write(Schema(entities: [date, string, model, type, schema]), as: "NamesSchema")
    let complaints = try SwiftDataStub.typecheck([written.text])
    #expect(complaints == "")
    let read = try #require(SwiftDataSource.read(files: [SourceText(path: "Names.swift", text: written.text)]).versions.first)
    #expect(read.entities.map(\.name) == ["Date", "String", "Model", "TypeModel", "Schema"])
    #expect(read.outline("String") == ["text: String", "date -> Date? / - nullify"])
    #expect(read.outline("Date") == ["when: Date", "text: String?"])
  }

  @Test func `embedded objects, lists of values and object ids of Realm become what SwiftData has`() throws {
    var task = Entity("Task")
    task.primaryKey = "_id"
    var scores = Attribute("scores", .int64)
    scores.collection = .list
    var labels = Attribute("labels", .string)
    labels.collection = .dictionary
    task.attributes = [Attribute("_id", .objectID), scores, labels, Attribute("any", .mixed, optional: true)]
    var steps = Relationship("steps", to: "Step", many: true)
    steps.ownsDestination = true
    task.relationships = [steps]
    var step = Entity("Step")
    step.isEmbedded = true
    step.attributes = [Attribute("text", .string)]
    let written = SwiftDataSource.write(Schema(entities: [task, step]), as: "TasksSchema")
    for line in [
      "@Attribute(.unique) var _id: String", "var scores: [Int] = []", "var labels: [String: String] = [:]",
      "@Relationship(deleteRule: .cascade) var steps: [Step]? = []",
      "// its records live inside others; here it is a model of its own",
      "// an ObjectId in the store; here its 24 digits",
    ] {
      #expect(written.text.contains(line), "\(line)")
    }
    let complaints = try SwiftDataStub.typecheck([written.text])
    #expect(complaints == "")
  }

  @Test func `source read from an app is written again with the same shape`() throws {
    for name in [
      "cocktails", "resources-manager", "styles/01-nested", "styles/20-options", "styles/22-relationships", "styles/23-defaults",
      "styles/24-inheritance",
    ] {
      for version in try readFixtures(name).versions {
        let written = SwiftDataSource.write(version, as: "Again", identifier: version.identifiers[0])
        let again = try #require(
          SwiftDataSource.read(files: [SourceText(path: "Again.swift", text: written.text)]).versions.first)
        for entity in version.entities {
          #expect(again.outline(entity.name) == version.outline(entity.name), "\(name) \(entity.name)")
        }
      }
    }
  }

  @Test func `versions and their plan are written together and compile`() throws {
    let versions = try readFixtures("styles/08-stages").versions
    var custom = MigrationStage(kind: .custom, from: "StageV2", to: "StageV3")
    custom.place = nil
    let written = SwiftDataSource.writePlan(
      named: "ItemPlan", versions: Array(versions.prefix(3)),
      stages: [MigrationStage(kind: .lightweight, from: "StageV1", to: "StageV2"), custom],
      notes: ["StageV3": ["'Item.count' changes its type"]])
    let complaints = try SwiftDataStub.typecheck([written.text])
    #expect(complaints == "")
    let read = SwiftDataSource.read(files: [SourceText(path: "Plan.swift", text: written.text)])
    #expect(read.findings == [])
    #expect(read.plans.first?.schemas == ["StageV1", "StageV2", "StageV3"])
    #expect(read.plans.first?.stages.map(\.kind) == [.lightweight, .custom])
    #expect(read.plans.first?.stages.last?.willMigrate?.contains("// 'Item.count' changes its type") == true)
  }
}
