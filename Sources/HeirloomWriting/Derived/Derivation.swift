internal import HeirloomSchema

/// What a derived attribute is computed from, as far as it is understood.
///
/// The forms are those of Apple's documentation of `NSDerivedAttributeDescription`: a key path, a function of a text, an aggregate
/// over a to-many relationship, and the time of saving.
enum Derivation: Hashable {
  /// `name`, `folder.name`
  case value([PropertyName])
  /// `lowercase:(folder.name)`
  case text(TextFunction, [PropertyName])
  /// `notes.@count`
  case count([PropertyName])
  /// `items.@sum.price`, `items.price.@sum` and `sum:(items.price)`: the path with the attribute at its end.
  case aggregate(Aggregate, [PropertyName])
  /// `now()`
  case now

  enum TextFunction: String, CaseIterable { case lowercase, uppercase, canonical }

  enum Aggregate: String, CaseIterable {
    case sum, min, max
    case average = "avg"
  }

  /// - Returns: nil for a text that is none of these.
  init?(parsing text: String) {
    let text = text.filter { $0 != " " }
    if text == "now()" || text == "now" {
      self = .now
    } else if text.hasSuffix(")"), let open = text.firstIndex(of: "(") {
      let name = text[..<open].filter { $0 != ":" }
      guard let path = Self.path(text[text.index(after: open)...].dropLast()) else { return nil }
      if let function = TextFunction(rawValue: name) {
        self = .text(function, path)
      } else if name == "count" {
        self = .count(path)
      } else if let aggregate = Aggregate(rawValue: name) {
        self = .aggregate(aggregate, path)
      } else {
        return nil
      }
    } else {
      self.init(keyPath: text)
    }
  }

  private init?(keyPath text: String) {
    let words = text.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
    guard let at = words.firstIndex(where: { $0.hasPrefix("@") }) else {
      guard let path = Self.path(text[...]) else { return nil }
      self = .value(path)
      return
    }
    guard let path = Self.path((words[..<at] + words[(at + 1)...]).joined(separator: ".")[...]) else { return nil }
    if words[at] == "@count", at == words.count - 1 {
      self = .count(path)
    } else if let aggregate = Aggregate(rawValue: String(words[at].dropFirst())), path.count > 1 {
      self = .aggregate(aggregate, path)
    } else {
      return nil
    }
  }

  private static func path(_ text: Substring) -> [PropertyName]? {
    let words = text.split(separator: ".", omittingEmptySubsequences: false)
    let isPath = words.allSatisfy { word in !word.isEmpty && word.allSatisfy { $0.isLetter || $0.isNumber || $0 == "_" } }
    return isPath ? words.map { PropertyName(String($0)) } : nil
  }
}
