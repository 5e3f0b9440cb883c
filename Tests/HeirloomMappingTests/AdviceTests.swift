internal import HeirloomFindings
import Testing

/// The way out that a finding offers, taken word by word, has to be accepted by the checker.
@Suite struct `Advice` {
  /// Applies the advice to the text between « and »; nil when it is not mechanical.
  func applied(_ help: String, to marked: String) -> String? {
    let parts = marked.split(separator: "«", maxSplits: 1),
      rest = (parts.last ?? "").split(separator: "»", maxSplits: 1, omittingEmptySubsequences: false)
    guard parts.count == 2 || marked.hasPrefix("«"), rest.count == 2 else { return nil }
    let before = parts.count == 2 ? String(parts[0]) : "", spot = String(rest[0]), after = String(rest[1])
    let quoted = help.split(separator: "'", omittingEmptySubsequences: false)
    guard quoted.count >= 3 else { return nil }
    let advice = String(quoted[1])
    if help.hasPrefix("did you mean") { return before + advice + after }
    if help.hasPrefix("convert") { return before + advice.replacing("…", with: spot) + after }
    if help.hasPrefix("add '??") { return before + "(\(spot) \(advice))" + after }
    if help.hasPrefix("add '!'") { return before + "\(spot)!" + after }
    if help.hasPrefix("add '.") { return before + spot + advice + after }
    if help.hasPrefix("write '?.") { return before.hasSuffix(".") ? String(before.dropLast()) + advice + after : nil }
    if help.hasPrefix("write '.") { return before.hasSuffix(".") ? String(before.dropLast()) + advice + after : nil }
    if help.hasPrefix("write '") { return before + advice + after.drop { $0 != ")" }.dropFirst() }
    if help.hasPrefix("compare it") { return before + advice.replacing("…", with: spot) + after }
    if help.hasPrefix("it is written without") { return before + spot + after.drop { $0 != ")" }.dropFirst() }
    return nil
  }

  @Test(arguments: [
    "title = «old.trashed»", "title = «old.seen»", "title = «old.stars»", "title = «old.flag»", "title = «old.data»",
    "title = «old.modified»", "title = «old.mood»", "content = «old.trashed»", "content = «old.identifier»",
    "content = «old.price»", "stars = «old.title»", "stars = «old.weight»", "stars = «old.seen»", "stars = «old.price»",
    "level = «old.title»", "mood = «old.flag»", "title = \"\\(«old.flag»)\"", "title = \"\\(«old.trashed»)\"",
    "title = \"\\(«old.price»)\"", "title = \"\\(«old.modified»)\"", "title = \"\\(«old.identifier»)\"",
    "title = \"\\(«old.mood»)\"",
    "title = \"\\(«old.body»)\"", "stars = «old.flag» + 1", "stars = min(«old.flag», 3)", "title = old.title.«trimmed»() ?? \"\"",
    "title = old.notebook.«name» ?? \"\"", "stars = old.stars > 1 && «old.trashed» ? 1 : 2",
    "stars = old.labels.«sorted»().count", "stars = old.labels.«last»?.notes.count ?? 0",
    "title = old.labels.first?.«txt» ?? \"\"",
    "title = old.«titel» ?? \"\"", "folder = «old.notebook?.notes»", "stars = «old.flag» == 1.5 ? 1 : 2",
    "stars = old.weight == «old.stars» ? 1 : 2", "stars = old.stars == «old.title» ? 1 : 2",
    "stars = old.stars < «old.title» ? 1 : 2", "stars = old.stars == «old.seen» ? 1 : 2", "stars = old.labels.«count»()",
    "mood = «old.title»", "level = «old.flag»",
  ])
  func `can be followed word by word`(_ marked: String) throws {
    let plain = marked.replacing("«", with: "").replacing("»", with: "")
    let before = try errors(of: plain)
    // What is right already needs no advice.
    guard let first = before.first else { return }
    guard let help = first.help, help.contains("'") else { return }
    let mended = try #require(applied(help, to: marked), "\(marked): \(help)")
    let after = try errors(of: mended)
    #expect(after.isEmpty, "\(marked) → \(help) → \(mended): \(after.map(\.description))")
  }

  private func errors(of assignment: String) throws -> [Finding] {
    var rest: [String] = []
    for (name, value) in [("title", "\"t\""), ("rank", "1"), ("mood", ".good")] where !assignment.contains("\(name) = ") {
      rest.append("\(name) = \(value)")
    }
    return try Notes.check(
      "Map(\"Note\", to: Note.self) { old in\n\(assignment)\n\(rest.joined(separator: "\n"))\n}\nMap(\"Notebook\", to: Folder.self)"
    ).filter { $0.severity == .error && $0.id != "unmapped-destination" }
  }
}
