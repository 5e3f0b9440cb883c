internal import Foundation

/// A pattern over paths: `*` and `?` stay inside a name, `[abc]` is a choice, `**` crosses folders.
struct Glob {
  private let pattern: String
  private let segments: [String]

  init(_ pattern: String) {
    self.pattern = pattern
    segments = pattern.split(separator: "/").map(String.init)
  }

  /// The files and folders that match, sorted by their bytes; ids are relative to the part of the pattern without wildcards.
  ///
  /// Names that start with a dot match only a pattern that starts with one.
  func matches() -> [NamedSource] {
    var fixed = segments.prefix { !Self.hasWildcard($0) }
    if fixed.count == segments.count { fixed = fixed.dropLast() }
    let isAbsolute = pattern.hasPrefix("/")
    let base = (isAbsolute ? "/" : "") + fixed.joined(separator: "/")
    var found: Set<String> = []
    Self.walk(base, relative: "", segments[fixed.count...], into: &found)
    return found.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }.map { relative in
      NamedSource(id: relative, source: base.isEmpty ? relative : base.hasSuffix("/") ? base + relative : "\(base)/\(relative)")
    }
  }

  private static func hasWildcard(_ segment: String) -> Bool { segment.contains { "*?[".contains($0) } }

  private static func walk(_ base: String, relative: String, _ rest: ArraySlice<String>, into found: inout Set<String>) {
    guard let segment = rest.first else {
      found.insert(relative)
      return
    }
    let folder = [base, relative].filter { !$0.isEmpty }.joined(separator: base == "/" ? "" : "/")
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.isEmpty ? "." : folder)) ?? []
    if segment == "**" { walk(base, relative: relative, rest.dropFirst(), into: &found) }
    for name in names where segment == "**" ? !name.hasPrefix(".") : matches(name, segment) {
      let path = relative.isEmpty ? name : "\(relative)/\(name)"
      let full = folder.isEmpty ? name : "\(folder)/\(name)"
      if segment == "**" {
        // A link to a folder is not followed, so that a circle of links ends.
        if isFolder(full) { walk(base, relative: path, rest, into: &found) }
      } else if rest.count == 1 || FileManager.default.fileExists(atPath: full) {
        walk(base, relative: path, rest.dropFirst(), into: &found)
      }
    }
  }

  private static func isFolder(_ path: String) -> Bool {
    (try? FileManager.default.attributesOfItem(atPath: path))?[.type] as? FileAttributeType == .typeDirectory
  }

  static func matches(_ name: String, _ segment: String) -> Bool {
    if name.hasPrefix("."), !segment.hasPrefix(".") { return false }
    return matches(Array(name)[...], Array(segment)[...])
  }

  /// Walks both from the left and returns to the last `*` when it gets stuck: time is name × pattern at most.
  private static func matches(_ name: ArraySlice<Character>, _ pattern: ArraySlice<Character>) -> Bool {
    var name = name, pattern = pattern
    var star: (name: ArraySlice<Character>, pattern: ArraySlice<Character>)?
    while let letter = name.first {
      if pattern.first == "*" {
        pattern = pattern.dropFirst()
        star = (name, pattern)
      } else if let rest = matchOne(letter, pattern) {
        pattern = rest
        name = name.dropFirst()
      } else if let last = star {
        star = (last.name.dropFirst(), last.pattern)
        (name, pattern) = (last.name.dropFirst(), last.pattern)
      } else {
        return false
      }
    }
    return pattern.allSatisfy { $0 == "*" }
  }

  /// What is left of the pattern once it has taken one letter, or nil when it does not take it.
  private static func matchOne(_ letter: Character, _ pattern: ArraySlice<Character>) -> ArraySlice<Character>? {
    guard let first = pattern.first else { return nil }
    if first == "?" { return pattern.dropFirst() }
    guard first == "[", let end = pattern.dropFirst(2).firstIndex(of: "]") else {
      return first == letter ? pattern.dropFirst() : nil
    }
    var choices = pattern[(pattern.startIndex + 1)..<end]
    let isNegated = choices.first == "!" || choices.first == "^"
    if isNegated { choices = choices.dropFirst() }
    var isIn = false
    while let choice = choices.first {
      if choices.count >= 3, choices[choices.startIndex + 1] == "-" {
        let last = choices[choices.startIndex + 2]
        isIn = isIn || (choice <= letter && letter <= last)
        choices = choices.dropFirst(3)
      } else {
        isIn = isIn || choice == letter
        choices = choices.dropFirst()
      }
    }
    return isIn != isNegated ? pattern[(end + 1)...] : nil
  }
}
