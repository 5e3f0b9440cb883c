internal import HeirloomFindings
internal import HeirloomSQLite

/// Realm Studio's exports since version 13: an array in which strings of digits are places in that same array.
///
/// The elements go to the staging file first, since any may refer to any.
struct Flatted {
  private let root: Record
  private let parser: JSONParser
  private let stager: Stager
  /// Objects within objects that are no members of a class; deeper ones are left out and counted.
  private static let deepest = 100

  init(_ root: Record, _ second: RecordValue, _ parser: JSONParser, _ stager: Stager) throws {
    self.root = root
    self.parser = parser
    self.stager = stager
    parser.interprets = false
    try stager.database.run("CREATE TABLE flatted(place INTEGER PRIMARY KEY, kind INTEGER, json TEXT, class TEXT)")
    var insertion = Insertion(try stager.database.prepare("INSERT INTO flatted VALUES (?, ?, ?, NULL)"))
    try Flatted.keep(second, 1, &insertion)
    var place: Int64 = 2
    while try parser.nextElement(first: false) {
      try Flatted.keep(try parser.value(depth: 1), place, &insertion)
      place += 1
    }
  }

  /// Every member is a place: `{"Dog":"1"}`.
  static func isRoot(_ record: Record) -> Bool {
    !record.members.isEmpty && record.members.allSatisfy { self.place($0.value) != nil }
  }

  static func isList(_ value: RecordValue) -> Bool {
    guard case .list(let elements) = value else { return false }
    return elements.allSatisfy { place($0) != nil }
  }

  private static func place(_ value: RecordValue) -> Int64? {
    guard case .text(let text) = value, text.utf8.count < 19, let place = Int64(text), place > 0 else { return nil }
    return place
  }

  private static func keep(_ value: RecordValue, _ place: Int64, _ insertion: inout Insertion) throws {
    let kind: Int64 =
      switch value {
      case .text: 0;
      case .list: 1;
      case .object: 2;
      default: 3
      }
    let text = if case .text(let text) = value { text } else { value.json }
    try insertion.run(place, [(0, .integer(kind)), (1, .text(text))])
  }

  func read() throws {
    var members: [(entity: StagedEntity, places: [Int64])] = []
    for (name, value) in root.members {
      guard let list = Flatted.place(value), case .list(let elements)? = try element(list) else {
        throw parser.damage("the class '\(name)' is no list")
      }
      members.append((stager.entity(name), elements.compactMap(Flatted.place)))
      for place in elements.compactMap(Flatted.place) {
        try stager.database.run("UPDATE flatted SET class = ? WHERE place = ? AND class IS NULL", [.text(name), .integer(place)])
      }
    }
    for (entity, places) in members {
      for place in places {
        guard case .object(let record)? = try object(place, []) else { continue }
        try stager.add(record, to: entity)
      }
    }
    try stager.database.run("DROP TABLE flatted")
  }

  /// The element at a place with its text parsed again.
  private func element(_ place: Int64) throws -> RecordValue? {
    guard let row = try stager.database.rows("SELECT kind, json FROM flatted WHERE place = ?", [.integer(place)]).first,
      let kind = row[0].integer, let text = row[1].text
    else { return nil }
    if kind == 0 { return .text(text) }
    let parser = try JSONParser(TextStream(text), file: "flatted")
    parser.interprets = false
    return try parser.value()
  }

  private func object(_ place: Int64, _ enclosing: [Int64]) throws -> RecordValue? {
    guard case .object(var record)? = try element(place) else { return nil }
    record.identity = "flatted#\(place)"
    for index in record.members.indices {
      record.members[index].value = try resolve(record.members[index].value, enclosing + [place])
    }
    return .object(record)
  }

  private func resolve(_ value: RecordValue, _ enclosing: [Int64]) throws -> RecordValue {
    switch value {
    case .list(let elements): return .list(try elements.map { try resolve($0, enclosing) })
    case .text:
      guard let place = Flatted.place(value), let found = try element(place) else { return .null }
      switch found {
      case .text, .null, .bool, .integer, .real, .number: return found
      case .list(let elements): return .list(try elements.map { try resolve($0, enclosing) })
      case .object(let record):
        if let first = record.members.first, first.name == "$numberDecimal", case .text = first.value {
          if case .text(let digits) = try resolve(first.value, enclosing) { return .decimal(digits) }
        }
        let isMember = try stager.database.count("SELECT count(class) FROM flatted WHERE place = ?", [.integer(place)]) > 0
        if isMember || enclosing.contains(place) { return .reference("flatted#\(place)") }
        guard enclosing.count < Flatted.deepest else {
          stager.note(.archiveTooDeep, nil, nil)
          return .null
        }
        return try object(place, enclosing) ?? .null
      default: return found
      }
    default: return value
    }
  }
}
