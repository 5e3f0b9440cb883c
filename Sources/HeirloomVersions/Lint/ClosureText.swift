/// The text of a migration closure, without comments and string literals, as words and signs.
struct ClosureText {
  /// Every identifier in order.
  private(set) var words: [String] = []
  /// Words and signs in order.
  private let tokens: [String]

  init(_ text: String) {
    tokens = Self.tokens(of: Array(text))
    words = tokens.filter { $0.first.map { $0.isLetter || $0 == "_" } ?? false }
  }

  /// Inserts, deletes or assigns to a property.
  var changesRecords: Bool {
    for (position, token) in tokens.enumerated() {
      let next = position + 1 < tokens.count ? tokens[position + 1] : ""
      if (token == "insert" || token == "delete"), next == "(", position > 0, tokens[position - 1] == "." { return true }
      if token == "=" || token == "+=" || token == "-=", position > 1, tokens[position - 2] == "." || tokens[position - 2] == "?."
      {
        return true
      }
    }
    return false
  }

  /// A member of the version is named: `NotesSchemaV1.Note`.
  func mentions(_ version: String) -> Bool {
    for (position, token) in tokens.enumerated()
    where token == version && position + 1 < tokens.count && tokens[position + 1] == "." {
      return true
    }
    return false
  }

  private static func tokens(of text: [Character]) -> [String] {
    var result: [String] = [], position = 0
    func next(_ distance: Int) -> Character? { position + distance < text.count ? text[position + distance] : nil }
    while position < text.count {
      let character = text[position]
      if character == "/", next(1) == "/" {
        while position < text.count, !text[position].isNewline { position += 1 }
      } else if character == "/", next(1) == "*" {
        position += 2
        while position < text.count, !(text[position] == "*" && next(1) == "/") { position += 1 }
        position += 2
      } else if character == "\"", next(1) == "\"", next(2) == "\"" {
        position += 3
        while position < text.count, !(text[position] == "\"" && next(1) == "\"" && next(2) == "\"") {
          position += text[position] == "\\" ? 2 : 1
        }
        position += 3
      } else if character == "\"" {
        position += 1
        while position < text.count, text[position] != "\"", !text[position].isNewline {
          position += text[position] == "\\" ? 2 : 1
        }
        position += 1
      } else if character.isLetter || character == "_" {
        var word = ""
        while position < text.count, text[position].isLetter || text[position].isNumber || text[position] == "_" {
          word.append(text[position])
          position += 1
        }
        result.append(word)
      } else if character.isWhitespace || character.isNumber {
        position += 1
      } else {
        var sign = String(character)
        position += 1
        while let more = next(0), "=!<>+-?&|".contains(character), "=.".contains(more) || more == character {
          sign.append(more)
          position += 1
        }
        result.append(sign)
      }
    }
    return result
  }
}
