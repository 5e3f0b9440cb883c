import Testing

@Suite struct `Mistakes in expressions` {
  @Test(arguments: [
    Marked(
      "title = old.«titel» ?? \"\"", "unknown-attribute", "'Note' has no attribute or relationship 'titel'",
      help: "did you mean 'title'?"),
    Marked(
      "title = old.notebook?.«nam» ?? \"\"", "unknown-attribute", "'Notebook' has no attribute or relationship 'nam'",
      help: "did you mean 'name'?"),
    Marked("title = old.notebook.«name»", "may-be-nil", "the value before '.name' may be nil", help: "write '?.name'"),
    Marked("title = «odl».title ?? \"\"", "unknown-name", "'odl' is not known here", help: "did you mean 'old'?"),
    Marked(
      "title = «stars»", "unknown-name", "'stars' is not known here",
      help: "'stars' belongs to the new record, which cannot be read; use the old one: 'old.…'"),
    Marked("«titel» = old.title", "unknown-attribute", "'Note' has no attribute 'titel'", help: "did you mean 'title'?"),
    Marked("title = old.«stars»", "wrong-type", "'title' is String, and this is Int", help: "convert it: 'String(…)'"),
    Marked("stars = old.«weight»", "wrong-type", "'stars' is Int, and this is Double", help: "convert it: 'Int(…)'"),
    Marked(
      "title = old.title! + «old.stars»".replacing("«old.stars»", with: "old.stars").replacing(
        "old.title! + old.stars", with: "«old.title! + old.stars»"), "wrong-type", "'+' cannot combine String with Int",
      help: "convert the Int: 'String(…)'"),
    Marked("stars = old.«flag» + 1", "may-be-nil", "the value may be nil", help: "add '?? 0', or '!' to reject the record"),
    Marked(
      "stars = «old.stars > \"3\"» ? 1 : 2", "wrong-type", "'>' cannot compare Int with String",
      help: "convert the text: 'Int(…) ?? 0'"),
    Marked(
      "stars = «old.stars» ? 1 : 2".replacing("«old.stars»", with: "old.«stars»"), "wrong-type",
      "a condition is a Bool, and this is Int"),
    Marked(
      "stars = old.«trashed» ? 1 : 2", "may-be-nil", "the condition may be nil", help: "compare it: '… == true' or '… != false'"),
    Marked(
      "stars = old.seen ? 1 : «\"x\"»".replacing("old.seen ? 1 : «\"x\"»", with: "«old.seen ? 1 : \"x\"»"), "wrong-type",
      "the two branches have different types: Int and String"),
    Marked(
      "title = old.title?.«uppercase»() ?? \"\"", "unknown-function", "String has no 'uppercase'",
      help: "did you mean 'uppercased'?"),
    Marked(
      "title = old.title?.«uppercased» ?? \"\"", "unknown-function", "String has no 'uppercased'",
      help: "it is called: 'uppercased()'"
    ),
    Marked("stars = old.title?.«count»() ?? 0", "unknown-function", "String has no 'count'", help: "it is written without '()'"),
    Marked("title = old.title?.«prefix»() ?? \"\"", "wrong-arguments", "'prefix' takes other arguments", help: "prefix(Int)"),
    Marked("title = old.title?.prefix(«\"3\"») ?? \"\"", "wrong-type", "expected Int, and this is String"),
    Marked("stars = «Imt(old.weight)»", "unknown-function", "there is no function 'Imt'", help: "did you mean 'Int'?"),
    Marked(
      "stars = «Int(old.weight, old.stars)»", "wrong-arguments", "'Int' takes other arguments",
      help: "Int(String), Int(Double), Int(exactly: Double), Int(Bool), Int(Int), Int(Decimal)"),
    Marked(
      "stars = Int(old.«modified»)", "wrong-type", "'Int' cannot be made from Date",
      help: "Int(String), Int(Double), Int(Bool), Int(Int), Int(Decimal)"),
    Marked(
      "stars = Int(old.«title») ?? 0", "may-be-nil", "the value may be nil", help: "add '?? \"\"', or '!' to reject the record"),
    Marked("mood = .«god»", "unknown-name", "'Mood' has no case 'god'", help: "did you mean '.good'?"),
    Marked("stars = .«good»", "unknown-name", "Int has no '.good'", help: "the store keeps the raw value: compare with that"),
    Marked("mood = «\"fine\"»", "wrong-type", "'Mood' has no case with this raw value"),
    Marked("level = «7»", "wrong-type", "'Level' has no case with this raw value"),
    Marked("rank = «40000»", "wrong-type", "40000 does not fit 'rank', which is Int16"),
    Marked("stars = «99999999999999999999»", "wrong-type", "the number '99999999999999999999' does not fit an Int"),
    Marked(
      "stars = «switch old.flag { case 1: 2 }»", "mapping-syntax", "the 'switch' does not say what happens with other values",
      help: "add a 'default:'"),
    Marked(
      "stars = switch old.stars { case «\"a\"»: 2 default: 3 }", "wrong-type",
      "a pattern of type String never fits a value of type Int"),
    Marked(
      "stars = (old.notebook?.name).«count»", "may-be-nil", "the value before '.count' may be nil", help: "write '?.count'"),
    Marked("stars = «√old.stars»", "mapping-syntax", "the operator '√' is not part of the mapping language"),
    Marked(
      "stars = «old.stars &+ 2»", "mapping-syntax", "the operator '&+' is not part of the mapping language here",
      help: "whole numbers past their ends reject the record: write '+', '-' or '*'"),
    Marked("stars = -old.«seen»", "wrong-type", "'-' needs a number, and this is Bool"),
    Marked(
      "title = \"\\(old.«flag»)\"", "may-be-nil", "a value inside a text may be nil",
      help: "add '?? 0', or '!' to reject the record"),
    Marked("title = \"\\(old.«labels»)\"", "wrong-type", "[old Label] has no form as text"),
    Marked("title = old.title ?? «reject()»", "wrong-arguments", "'reject' needs a reason as a text", help: "reject(\"why\")"),
    Marked("title = «{ old.title }»", "mapping-syntax", "a closure can only be the argument of a function"),
    Marked("title = «\\.title»", "mapping-syntax", "a key path can only be the argument of a function"),
    Marked(
      "title = «old.title as String»", "mapping-syntax", "this form of expression is not part of the mapping language",
      help: "convert it by name: 'String(…)'"),
    Marked("stars = old.labels.«cuont»", "unknown-function", "[old Label] has no 'cuont'", help: "did you mean 'count'?"),
    Marked(
      "stars = old.labels.«summ» { $0.text.count }", "unknown-function", "a collection of records has no 'summ'",
      help: "did you mean 'sum'?"),
    Marked(
      "stars = old.labels.filter(«3»).count", "wrong-arguments",
      "expected a closure such as '{ $0.name }' or a key path such as '\\.name'"),
    Marked("stars = old.labels.filter { $0.«text» }.count", "wrong-type", "a condition is a Bool, and this is String"),
    Marked(
      "stars = old.labels.filter { $0.«txt» == \"\" }.count", "unknown-attribute",
      "'Label' has no attribute or relationship 'txt'", help: "did you mean 'text'?"),
    Marked(
      "stars = old.labels.«sorted»().count", "wrong-arguments", "records have no order of their own",
      help: "write 'sorted(by: \\.text)'"),
    Marked(
      "stars = old.labels.sorted(by: \\.text, order: .«backwards»).count", "wrong-arguments",
      "the order is '.forward' or '.reverse'"),
    Marked(
      "stars = old.labels.flatMap «{ $0.notes.first?.labels }».count", "may-be-nil",
      "what is put together may be nil", help: "add '?? []'"),
    Marked(
      "stars = old.labels.flatMap «{ $0.text }».count", "wrong-type", "'flatMap' puts collections together, and this is String",
      help: "use 'map' or 'compactMap'"),
    Marked(
      "tags = Tag(where: \\.name, in: «[old.stars]»)", "wrong-type", "'Tag.name' is String, and the list holds Int"),
    Marked("stars = old.labels.«prefix»(old.stars).count", "wrong-arguments", "'prefix' takes a number that is written out"),
    Marked("stars = old.labels.«sum»(of: \\.text)", "wrong-type", "'sum' needs numbers, and this is String"),
    Marked(
      "stars = old.labels.«last»!.text.count", "wrong-arguments", "'last' needs an order", help: "write '.last(by: \\.text)'"),
    Marked(
      "stars = old.«title»[0]".replacing("«title»[0]", with: "title[0]").replacing("old.title[0]", with: "«old.title[0]»"),
      "wrong-type", "only a list has numbered elements, and this is String?"),
    Marked("origin = Origin(plase: «\"x\"»)", "wrong-arguments", "'Origin' has no part 'plase'", help: "did you mean 'place'?"),
    Marked("«origin.plase» = \"x\"", "unknown-attribute", "'origin' has no part 'plase'", help: "did you mean 'place'?"),
    Marked("«title.length» = 3", "wrong-type", "'title' is String and has no parts"),
    Marked("title = old.title?.matches(«\"[\"») == true ? \"\" : \"x\"", "wrong-arguments", "this is no regular expression"),
    Marked(
      "folder = Folder(where: «\\.nam» == \"x\")", "wrong-arguments", "expected an attribute of 'Folder' before '=='",
      help: "Folder(where: \\.name == old.…) or Folder(where: \\.name, in: list)"),
    Marked("folder = Folder(where: \\.name == old.«stars»)", "wrong-type", "'Folder.name' is String, and this is Int"),
    Marked(
      "folder = old.«labels»", "wrong-type", "'folder' holds one record, and this is a collection",
      help: "add '.first' or '.first(by: \\.text)'"),
    Marked("folder = old.«title»", "wrong-type", "'folder' is a relationship to 'Folder', and this is String?"),
    Marked(
      "«folder.name» = \"x\"", "unknown-attribute", "'folder' is a relationship; its records are mapped by rules of their own"),
    Marked(
      "title = old.«title»", "optional-to-required", "'Note.title' needs a value, and this may be nil: a nil will stop the run",
      help: "add '?? …' or '?? reject(\"why\")'"),
    Marked("stars = old.«stars» ?? 1", "never-nil", "the left side of '??' is never nil by the model"),
    Marked(
      "stars = «old.seen?».hashValue".replacing(
        "«old.seen?».hashValue", with: "«old.modified?».timeIntervalSince1970.rounded().magnitude == 1 ? 1 : 2"), "never-nil",
      "'?' is not needed: the value is never nil by the model"),
    Marked(
      "title = String(«Decimal(old.weight)»)", "loses-precision",
      "a Double holds binary fractions: the shortest decimal that gives the same Double is taken"),
    Marked(
      "stars = «old.stars + \"1\"»", "wrong-type", "'+' cannot combine Int with String", help: "convert the Int: 'String(…)'"),
    Marked(
      "stars = «old.stars == \"1\"» ? 1 : 2", "wrong-type", "'==' cannot compare Int with String",
      help: "convert the text: 'Int(…)'"),
    Marked("stars = «Float(old.weight)» > 1 ? 1 : 2", "loses-precision", "a Float holds about seven digits"),
    Marked(
      "title = «entityName(3)»".replacing("«entityName(3)»", with: "entityName(«3»)"), "wrong-type",
      "'entityName' takes a record, and this is Int"),
    Marked(
      "guard old.seen else { «stars = 1» }".replacing(
        "guard old.seen else { «stars = 1» }", with: "«guard old.seen else { stars = 1 }»"), "mapping-syntax",
      "the 'else' of a 'guard' must skip, reject or delete the record", help: "guard … else { skip(\"why\") }"),
    Marked("guard old.seen else { «skip()» }", "wrong-arguments", "'skip' needs a reason as a text", help: "skip(\"why\")"),
    Marked("if old.«stars» { stars = 1 }", "wrong-type", "a condition is a Bool, and this is Int"),
    Marked(
      "«while true { }»", "mapping-syntax", "this statement is not part of the mapping language",
      help: "a rule is about one record; look at its links with 'filter', 'map', 'sum' and the like, or write 'Map(links: …)'"),
    Marked(
      "«print(old.title)»", "mapping-syntax",
      "expected an assignment such as 'title = old.name', 'skip(\"why\")', 'delete(\"why\")' or 'reject(\"why\")'"),
    Marked(
      "let «unused = old.title»".replacing("let «unused = old.title»", with: "«let unused = old.title»"), "unused-name",
      "'unused' is never used"),
    Marked("stars = old.labels.map «{ $0.notes }».count", "wrong-type", "a list of values cannot hold [old Note]"),
    Marked(
      "title = old.labels.map «{ $0.notes.first?.body }».joined()", "may-be-nil", "an element of the list may be nil",
      help: "use 'compactMap', or add '?? …'"),
  ])
  func `are each drawn with a caret, what was expected, and a way out`(_ marked: Marked) throws { try Notes.expect(marked) }

  @Test func `are found all in one pass`() throws {
    let found = try Notes.drawings(
      """
      Map("Note", to: Note.self) { old in
        titel = old.title
        title = old.titel
        stars = old.stars + "1"
        rank = 100000
        mood = .happy
      }
      Map("Nota", to: Note.self)
      Drop("Label")
      Uniqe(Note.self)
      """)
    #expect(
      found.map { String($0.split(separator: "\n")[0]) } == [
        "notes.mapping.swift:9:1: error[wrong-arguments]: 'Drop' needs a reason",
        "notes.mapping.swift:2:3: error[unknown-attribute]: 'Note' has no attribute 'titel'",
        "notes.mapping.swift:3:15: error[unknown-attribute]: 'Note' has no attribute or relationship 'titel'",
        "notes.mapping.swift:4:11: error[wrong-type]: '+' cannot combine Int with String",
        "notes.mapping.swift:5:10: error[wrong-type]: 100000 does not fit 'rank', which is Int16",
        "notes.mapping.swift:6:11: error[unknown-name]: 'Mood' has no case 'happy'",
        "notes.mapping.swift:8:5: error[unknown-entity]: the store has no entity 'Nota'",
        "notes.mapping.swift:10:1: error[unknown-function]: a mapping has no declaration 'Uniqe'",
      ])
  }
}
