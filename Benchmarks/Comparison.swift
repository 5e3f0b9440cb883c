internal import Foundation
internal import HeirloomSQLite

/// `heirloom convert` and the same work by hand, side by side.
struct Comparison {
  let heirloom: String
  let notes: Int
  /// How far the keys of the generated store are apart.
  let stride: Int

  /// The wanted limits: times as long as by hand, and bytes of memory.
  static let limit = (bare: 1.2, verified: 1.8, memory: Int64(80_000_000))

  /// Prints one line for each way; false when a limit is not kept.
  func run() throws -> Bool {
    let folder = FileManager.default.temporaryDirectory.appending(path: "heirloom-benchmark-\(getpid())").path
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let old = folder + "/old.sqlite", new = folder + "/new.store", other = folder + "/hand.sqlite", script = folder + "/hand.sql"
    try NotesStore(source: "mappings/notes/NotesLegacy.swift", notes: notes, stride: stride).write(to: old)
    let words = ["convert", old, "--mapping", "mappings/notes/notes.mapping.swift", "--output", new, "--overwrite"]
    // Once beforehand, for the layout that the work by hand is to have.
    _ = try Measured(heirloom, words)
    try ByHand.script(from: old, like: new).write(toFile: script, atomically: true, encoding: .utf8)
    let rounds = try Rounds(
      notes > 100_000 ? 5 : 15,
      of: [
        {
          try? FileManager.default.removeItem(atPath: other)
          return try Measured("sqlite3", ["-bail", other], input: script)
        },
        { try Measured(heirloom, words + ["--no-verify"]) },
        { try Measured(heirloom, words) },
      ])
    let counts = try [new, other].map { path in
      try ["ZNOTE", "ZFOLDER", "ZTAG"].map { try Connection(path, .immutable).count("SELECT count(*) FROM \($0)") }
    }
    guard counts[0] == counts[1] else { throw Failure(text: "the two ways disagree: \(counts)") }

    let gaps = stride == 1 ? "no gaps among the keys" : "keys \(stride) apart"
    print("\(notes) notes, \(notes * 3) links, \(FileManager.default.fileSize(old) / 1_000_000) MB, \(gaps)")
    show("by hand in sqlite3", 0, rounds)
    show("heirloom --no-verify", 1, rounds, limit: Self.limit.bare)
    show("heirloom, verified", 2, rounds, limit: Self.limit.verified)
    print()
    return rounds.ratio(1) <= Self.limit.bare && rounds.ratio(2) <= Self.limit.verified
      && max(rounds.typical(1).peakMemory, rounds.typical(2).peakMemory) <= Self.limit.memory
  }

  private func show(_ name: String, _ way: Int, _ rounds: Rounds, limit: Double? = nil) {
    let typical = rounds.typical(way)
    let times = String(
      format: "%6.2f s %5.2f ×  processor %6.2f s %5.2f ×", typical.seconds, rounds.ratio(way), typical.processorSeconds,
      rounds.ratio(way, \.processorSeconds))
    let wanted = limit.map { String(format: "  (at most %.1f)", $0) } ?? ""
    print("  \(name.padding(toLength: 22, withPad: " ", startingAt: 0))\(times)  \(typical.peakMemory / 1_000_000) MB\(wanted)")
  }
}

extension FileManager {
  fileprivate func fileSize(_ path: String) -> Int64 {
    (try? attributesOfItem(atPath: path))?[.size].flatMap { ($0 as? NSNumber)?.int64Value } ?? 0
  }
}
