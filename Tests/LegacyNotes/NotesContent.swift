internal import HeirloomSQLite
internal import HeirloomSchema

/// The records of the stores: everything about note `i` follows from `i` and from a number `h` below 1 000 003 scattered over it.
struct NotesContent {
  let layout: StorageLayout
  let folders: Int
  let tags: Int

  // MARK: - Folders, tags, log

  func writeFoldersAndTags(on connection: Connection, logLines: Int) throws {
    try insert(
      "Folder",
      [
        "name": "(SELECT text FROM temp.word WHERE number = (i - 1) % 8) || CASE WHEN i > 8 THEN ' ' || i ELSE '' END",
        "created": "\(Self.start) + i * 86400",
      ],
      numbers(1...folders), on: connection)
    try insert(
      "Tag", ["name": "lower((SELECT text FROM temp.word WHERE number = 8 + i % 16)) || '-' || i"], numbers(1...tags),
      on: connection)
    guard logLines > 0 else { return }
    try insert(
      "SyncLog", ["at": "\(Self.start) + i * 3600", "message": "'sync ' || i || ' done'"], numbers(1...logLines), on: connection)
  }

  // MARK: - Notes

  /// Figures that tests rely on: every 10th note is in the trash (`i % 10 = 3`), every 11th says nothing about it; every 97th
  /// has no title, every 20th no identifier, every 13th no folder; a note has `i % 4` tags.
  func writeNotes(_ range: ClosedRange<Int>, items: Bool, on connection: Connection) throws {
    func piece(_ shift: Int) -> String { "(SELECT text FROM temp.sentence WHERE number = (h / \(shift)) % 16)" }
    let notebook = column("notebook", of: "Note")
    try insert(
      "Note",
      [
        "title": "CASE WHEN i % 97 <> 0 THEN (SELECT text FROM temp.word WHERE number = h % 24) || ' ' || i END",
        "body": "CASE WHEN i % 9 <> 0 THEN \(piece(1)) || ' ' || \(piece(16)) || ' ' || \(piece(256)) END",
        "created": "\(Self.start) + i * 60 + CASE i % 2 WHEN 1 THEN 0.25 ELSE 0 END",
        "modified": "CASE WHEN i % 7 <> 0 THEN \(Self.start) + i * 60 + h % 86400 + 0.5 END",
        "flag": "h % 6", "identifier": "CASE WHEN i % 20 <> 0 THEN notes_uuid(i) END", "legacyFlags": "h % 1024",
        "rating": "CASE WHEN i % 3 = 0 THEN (h % 50) / 10.0 END",
        "trashed": "CASE WHEN i % 11 <> 0 THEN i % 10 = 3 END",
      ], numbers(range), extra: [notebook: "CASE WHEN i % 13 <> 0 THEN 1 + h % \(folders) END"], on: connection)

    guard case .joinTable(let table, let owner, let target, _)? = layout.entities["Note"]?.relationships["labels"] else { return }
    // Two steps that differ by less than the number of tags never give one tag twice.
    try connection.run(
      """
      INSERT INTO main.\(sqlName(table)) (\(sqlName(owner)), \(sqlName(target)))
      SELECT i, 1 + (h + k * 2) % \(tags) FROM (\(numbers(range))) CROSS JOIN (SELECT 0 AS k UNION ALL SELECT 1 UNION ALL SELECT 2) WHERE k < i % 4
      """)
    guard items else { return }
    guard case .column(let note, _, let order?)? = layout.entities["ChecklistItem"]?.relationships["note"] else { return }
    // Written against the order, so that only the order column tells it.
    try connection.run(
      """
      INSERT INTO main.ZCHECKLISTITEM (Z_PK, Z_ENT, Z_OPT, \(sqlName(note)), \(sqlName(order)), ZTEXT, ZDONE)
      SELECT i * 4 + k, \(layout.entities["ChecklistItem"]?.entityNumber ?? 0), 1, i, \(layout.orderKey("(3 - k)")), 'step ' || (4 - k), (h + k) % 2
      FROM (\(numbers(range))) CROSS JOIN (SELECT 0 AS k UNION ALL SELECT 1 UNION ALL SELECT 2 UNION ALL SELECT 3)
      WHERE i % 3 = 0
      """)
  }

  // MARK: - SQL

  /// 2015-03-01T00:00:00Z in seconds since 2001-01-01.
  private static let start = 446_860_800

  private func numbers(_ range: ClosedRange<Int>) -> String {
    """
    WITH RECURSIVE n(i) AS (SELECT \(range.lowerBound) UNION ALL SELECT i + 1 FROM n WHERE i < \(range.upperBound)) \
    SELECT i, (i * 2654435761 + 1013904223) % 1000003 AS h FROM n
    """
  }

  private func column(_ relationship: PropertyName, of entity: EntityName) -> String {
    if case .column(let name, _, _)? = layout.entities[entity]?.relationships[relationship] { return name }
    return ""
  }

  private func insert(
    _ entity: EntityName, _ values: [String: String], _ rows: String, extra: [String: String] = [:], on connection: Connection
  ) throws {
    guard let place = layout.entities[entity] else { return }
    var columns = [(place.keyColumn, "i")] + place.constants.map { ($0.column, $0.literal) }
    columns += values.sorted { $0.key < $1.key }.compactMap { path, value in place.columns[path].map { ($0, value) } }
    columns += extra.sorted { $0.key < $1.key }
    try connection.run(
      """
      INSERT INTO main.\(sqlName(place.table)) (\(columns.map { sqlName($0.0) }.joined(separator: ", ")))
      SELECT \(columns.map(\.1).joined(separator: ", ")) FROM (\(rows))
      """)
  }

  /// The words and sentences, and identifiers made of a note's number.
  static func register(on connection: Connection) throws {
    for (table, texts) in [("word", words), ("sentence", sentences)] {
      try connection.run("CREATE TEMP TABLE \(table)(number INTEGER PRIMARY KEY, text TEXT)")
      for (number, text) in texts.enumerated() {
        try connection.run("INSERT INTO temp.\(table) VALUES (?, ?)", [.integer(Int64(number)), .text(text)])
      }
    }
    try connection.addFunction("notes_uuid", arguments: 1) { arguments, slot in
      var state = UInt64(bitPattern: arguments.integer(0))
      var bytes: [UInt8] = []
      for _ in 0..<2 {
        let part = scattered(&state)
        for shift in stride(from: 56, through: 0, by: -8) { bytes.append(UInt8(truncatingIfNeeded: part >> UInt64(shift))) }
      }
      bytes[6] = bytes[6] & 0x0F | 0x40
      bytes[8] = bytes[8] & 0x3F | 0x80
      bytes.withUnsafeBytes { slot.set(blob: $0) }
    }
  }

  /// SplitMix64, a public-domain generator: a step and a finish.
  private static func scattered(_ state: inout UInt64) -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var z = state
    z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
    z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
    return z ^ (z >> 31)
  }

  private static let words = [
    "Inbox", "Work", "Travel", "Kitchen", "Garden", "Reading", "Money", "Archive",
    "Meeting", "Recipe", "Idea", "Letter", "List", "Plan", "Übung", "Café", "Puzzle", "Quote", "旅行", "Draft", "Minutes",
    "Packing", "Song", "Walk",
  ]

  private static let sentences = [
    "The ferry leaves at **seven**.", "Bring the long ladder.", "Ask Mira about the key.", "Two lemons, no salt.",
    "The second chapter drags; *cut it*.", "Rain until Thursday.", "Paid in cash.", "Call back after lunch.",
    "See <https://example.org/map>.", "Not before the thaw.", "Größe 42, blau.", "Nobody answered the door.",
    "Water every third day.", "The tune is in D.", "Remember the `--wide` flag.", "🙂 Good as it is.",
  ]
}
