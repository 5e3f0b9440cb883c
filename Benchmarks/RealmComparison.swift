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
  private static let runs = 5

  static func generate(_ notes: Int, store: String, realm: String) throws {
    let source = try NotesStore(source: "mappings/notes/NotesLegacy.swift", notes: notes)
    try source.write(to: store)
    try RealmNotes(of: store, schema: source.schema).write(to: realm)
  }

  /// Prints a line for each comparison; false when a limit is not kept.
  func run() throws -> Bool {
    let folder = FileManager.default.temporaryDirectory.appending(path: "heirloom-realm-benchmark-\(getpid())").path
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let store = folder + "/old.sqlite", realm = folder + "/old.realm"
    try Self.generate(notes, store: store, realm: realm)
    print(
      "\(notes) notes, \(notes * 3) links, from a Core Data store and from a Realm file; medians of \(Self.runs) runs in turns")

    var isKept = true
    for (name, sql, rows) in questions {
      try requireEqualAnswers(to: sql, store, realm)
      let (native, own) = try inTurns(["query", store, sql], ["query", realm, sql])
      isKept = show(name, native, own, rows: rows, least: Self.leastRatio) && isKept
    }
    let mapping = folder + "/notes.mapping.swift"
    let text = try String(contentsOfFile: "mappings/notes/notes.mapping.swift", encoding: .utf8)
      .replacing("CoreData()", with: "Realm()")
      .replacing(
        "\"NotesSchema.swift\"", with: "\"\(FileManager.default.currentDirectoryPath)/mappings/notes/NotesSchema.swift\"")
    try text.write(toFile: mapping, atomically: true, encoding: .utf8)
    let outputs = [folder + "/store.store", folder + "/realm.store"]
    let (native, own) = try inTurns(
      ["convert", store, "--mapping", "mappings/notes/notes.mapping.swift", "--output", outputs[0], "--overwrite"],
      ["convert", realm, "--mapping", mapping, "--output", outputs[1], "--overwrite"])
    try requireEqualTargets(outputs)
    isKept = show("convert, verified", native, own, rows: notes, least: Self.leastRatio) && isKept
    print()
    return isKept
  }

  /// Every value of every note, and every link; an aggregate, so that nothing is spent on printing.
  private var questions: [(name: String, sql: String, rows: Int)] {
    [
      (
        "SELECT of all notes",
        """
        SELECT count(*), sum(length(identifier)), sum(length(title)), sum(length(body)), sum(flag), sum(trashed),
          sum(created), sum(modified), sum(legacyFlags), count(notebook) FROM "Note"
        """, notes
      ),
      ("SELECT of all labels of notes", "SELECT count(owner), count(target) FROM \"Note.labels\"", notes * 3),
    ]
  }

  private func inTurns(_ first: [String], _ second: [String]) throws -> (Measured, Measured) {
    var all: (first: [Measured], second: [Measured]) = ([], [])
    for _ in 0..<Self.runs {
      all.first.append(try Measured(heirloom, first))
      all.second.append(try Measured(heirloom, second))
    }
    return (Self.median(all.first), Self.median(all.second))
  }

  /// The run of median time, with the most memory of all.
  private static func median(_ runs: [Measured]) -> Measured {
    var result = runs.sorted { $0.seconds < $1.seconds }[runs.count / 2]
    result.peakMemory = runs.map(\.peakMemory).max() ?? 0
    return result
  }

  private func show(_ name: String, _ native: Measured, _ own: Measured, rows: Int, least: Double) -> Bool {
    let ratio = native.seconds / own.seconds
    let title = name.padding(toLength: 30, withPad: " ", startingAt: 0)
    let rates = [native, own].map { String(format: "%.2f M/s", Double(rows) / $0.seconds / 1e6) }
    print(
      "  \(title) Core Data \(rates[0])  Realm \(rates[1])",
      String(
        format: " ratio %.2f (at least %.1f)  %d MB (at most %d)", ratio, least, own.peakMemory / 1_000_000,
        Self.memoryLimit / 1_000_000))
    return ratio >= least && own.peakMemory <= Self.memoryLimit
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
