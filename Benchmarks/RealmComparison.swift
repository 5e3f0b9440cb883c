internal import Foundation
internal import HeirloomSQLite

/// The same notes read and converted from a Core Data store and from a Realm file, side by side.
struct RealmComparison {
  let heirloom: String
  let notes: Int

  /// How many rows a second from a Realm file, for each row from the store.
  static let leastRatio = 0.5
  /// Bytes of memory.
  static let memoryLimit: Int64 = 80_000_000
  private static let rounds = 5

  /// - Parameter key: 128 hexadecimal digits to encrypt the Realm by.
  static func generate(_ notes: Int, store: String, realm: String, key: String? = nil) throws {
    let source = try NotesStore(source: "mappings/notes/NotesLegacy.swift", notes: notes)
    try source.write(to: store)
    try RealmNotes(of: store, schema: source.schema).write(to: realm, key: key.map(Self.bytes))
  }

  private static func bytes(ofHex digits: String) -> [UInt8] {
    let values = digits.compactMap(\.hexDigitValue)
    return stride(from: 0, to: values.count - 1, by: 2).map { UInt8(values[$0] << 4 | values[$0 + 1]) }
  }

  /// Prints a line for each comparison; false when a limit is not kept.
  func run() throws -> Bool {
    let folder = FileManager.default.temporaryDirectory.appending(path: "heirloom-realm-benchmark-\(getpid())").path
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let store = folder + "/old.sqlite", realm = folder + "/old.realm"
    try Self.generate(notes, store: store, realm: realm)
    print(
      "\(notes) notes, \(notes * 3) links, from a Core Data store and from a Realm file; medians of \(Self.rounds) rounds")

    var isKept = true
    for (name, sql, rows, least) in questions {
      try requireEqualAnswers(to: sql, store, realm)
      let rounds = try inTurns(["query", store, sql], ["query", realm, sql])
      isKept = show(name, rounds, rows: rows, least: least) && isKept
    }
    let mapping = folder + "/notes.mapping.swift"
    let text = try String(contentsOfFile: "mappings/notes/notes.mapping.swift", encoding: .utf8)
      .replacing("CoreData()", with: "Realm()")
      .replacing(
        "\"NotesSchema.swift\"", with: "\"\(FileManager.default.currentDirectoryPath)/mappings/notes/NotesSchema.swift\"")
    try text.write(toFile: mapping, atomically: true, encoding: .utf8)
    let outputs = [folder + "/store.store", folder + "/realm.store"]
    let rounds = try inTurns(
      ["convert", store, "--mapping", "mappings/notes/notes.mapping.swift", "--output", outputs[0], "--overwrite"],
      ["convert", realm, "--mapping", mapping, "--output", outputs[1], "--overwrite"])
    try requireEqualTargets(outputs)
    isKept = show("convert, verified", rounds, rows: notes, least: Self.leastRatio) && isKept
    print()
    return isKept
  }

  /// Every value of every note, and every link; aggregates, so that nothing is spent on printing.
  ///
  /// Links alone have no limit: the store keeps them as an index of nothing but pairs, the Realm as a list in each note.
  private var questions: [(name: String, sql: String, rows: Int, least: Double?)] {
    let values = """
      SELECT count(*), sum(length(identifier)), sum(length(title)), sum(length(body)), sum(flag), sum(trashed),
        sum(created), sum(modified), sum(legacyFlags), count(notebook) FROM "Note"
      """
    let links = "SELECT count(*), count(owner), count(target) FROM \"Note.labels\""
    return [
      ("notes with all their labels", "SELECT * FROM (\(values)), (\(links))", notes * 4, Self.leastRatio),
      ("the notes alone", values, notes, Self.leastRatio), ("the labels alone", links, notes * 3, nil),
    ]
  }

  /// The store's way, then the Realm's.
  private func inTurns(_ store: [String], _ realm: [String]) throws -> Rounds {
    try Rounds(Self.rounds, of: [{ try Measured(heirloom, store) }, { try Measured(heirloom, realm) }])
  }

  private func show(_ name: String, _ rounds: Rounds, rows: Int, least: Double?) -> Bool {
    let ratio = 1 / rounds.ratio(1), memory = rounds.typical(1).peakMemory
    let title = name.padding(toLength: 30, withPad: " ", startingAt: 0)
    let rates = (0...1).map { String(format: "%.2f M/s", Double(rows) / rounds.typical($0).seconds / 1e6) }
    print(
      "  \(title) Core Data \(rates[0])  Realm \(rates[1])",
      String(format: " ratio %.2f", ratio) + (least.map { String(format: " (at least %.1f)", $0) } ?? ""),
      " \(memory / 1_000_000) MB (at most \(Self.memoryLimit / 1_000_000))")
    return ratio >= least ?? 0 && memory <= Self.memoryLimit
  }

  private func requireEqualAnswers(to sql: String, _ store: String, _ realm: String) throws {
    let answers = try [store, realm].map { try answer(["query", $0, sql, "--json"]) }
    guard answers[0] == answers[1], !answers[0].isEmpty else { throw Failure(text: "the two disagree: \(answers)") }
  }

  private func answer(_ words: [String]) throws -> String {
    let process = Process(), pipe = Pipe()
    process.executableURL = URL(fileURLWithPath: heirloom)
    process.arguments = words
    process.standardOutput = pipe
    try process.run()
    let data = pipe.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    guard process.terminationStatus == 0 else { throw Failure(text: "'\(words.joined(separator: " "))' failed") }
    return String(decoding: data, as: UTF8.self)
  }

  private func requireEqualTargets(_ outputs: [String]) throws {
    let sql = "SELECT count(*), sum(length(ZTITLE)), sum(length(ZCONTENT)), sum(ZPRIORITY), sum(ZCREATED) FROM ZNOTE"
    let notes = try outputs.map { try Connection($0, .immutable).rows(sql) }
    guard notes[0] == notes[1] else { throw Failure(text: "the two conversions disagree: \(notes)") }
  }
}
