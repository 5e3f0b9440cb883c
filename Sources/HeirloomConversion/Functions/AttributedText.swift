internal import Foundation
internal import HeirloomSQLite
internal import HeirloomSchema

/// Text with attributes, in the form in which Foundation encodes an `AttributedString`: a JSON array in which texts and
/// dictionaries of attributes alternate.
///
/// Whether SwiftData keeps an `AttributedString` in this form was not seen in a real store (docs/formats/swiftdata-source.md).
struct AttributedText {
  struct Run: Equatable {
    var text: String
    var intent = 0
    var link: String?
  }
  var runs: [Run]

  /// The values of Foundation's `InlinePresentationIntent`.
  enum Intent { static let emphasized = 1, stronglyEmphasized = 2, code = 4, strikethrough = 32 }

  init(plain text: String) { runs = text.isEmpty ? [] : [Run(text: text)] }

  var json: String {
    let parts = runs.flatMap { run -> [String] in
      var attributes: [String] = []
      if run.intent != 0 { attributes.append("\"NSInlinePresentationIntent\":\(run.intent)") }
      if let link = run.link { attributes.append("\"NSLink\":\(JSONLiteral.quoted(link))") }
      return [JSONLiteral.quoted(run.text), "{\(attributes.joined(separator: ","))}"]
    }
    return "[\(parts.joined(separator: ","))]"
  }

  /// The text alone, of the encoded form; nil when it is not that form.
  static func plainText(ofJSON data: Data) -> String? {
    guard let parts = try? JSONSerialization.jsonObject(with: data) as? [Any] else { return nil }
    return parts.compactMap { $0 as? String }.joined()
  }
}

extension AttributedText {
  /// Reads the inline part of Markdown: emphasis, code, strikethrough, links and escapes; line breaks stay as they are.
  ///
  /// What is no complete mark is text. Linear in the text, but for marks that are never closed, which are looked for once each.
  init(markdown text: String) {
    runs = []
    var reader = MarkdownReader(Array(text))
    reader.read(until: nil, intent: 0, link: nil)
    for run in reader.runs where !run.text.isEmpty {
      if let last = runs.last, last.intent == run.intent, last.link == run.link {
        runs[runs.count - 1].text += run.text
      } else {
        runs.append(run)
      }
    }
  }
}

private struct MarkdownReader {
  let text: [Character]
  var place = 0
  var depth = 0
  var runs: [AttributedText.Run] = []
  /// Marks for which no end was found once; they have none further on either.
  var unclosed: Set<String> = []

  init(_ text: [Character]) { self.text = text }

  private func stands(_ mark: String, at index: Int) -> Bool {
    let letters = Array(mark)
    return index + letters.count <= text.count && Array(text[index..<index + letters.count]) == letters
  }

  private mutating func add(_ character: Character, _ intent: Int, _ link: String?) {
    if let last = runs.last, last.intent == intent, last.link == link {
      runs[runs.count - 1].text.append(character)
    } else {
      runs.append(.init(text: String(character), intent: intent, link: link))
    }
  }

  /// Reads up to a mark, or to an index, or to the end.
  mutating func read(until end: Int?, intent: Int, link: String?) {
    let limit = end ?? text.count
    while place < limit {
      let character = text[place]
      if character == "\\", place + 1 < limit, "\\`*_{}[]()#+-.!~".contains(text[place + 1]) {
        add(text[place + 1], intent, link)
        place += 2
      } else if character == "`", let close = find("`", from: place + 1, limit) {
        for index in place + 1..<close { add(text[index], intent | AttributedText.Intent.code, link) }
        place = close + 1
      } else if character == "[", link == nil, let (close, address, after) = linkEnd(from: place, limit) {
        place += 1
        read(until: close, intent: intent, link: address)
        place = after
      } else if depth < 32, let (mark, kind) = emphasis(at: place), let close = closing(mark, from: place + mark.count, limit) {
        depth += 1
        place += mark.count
        read(until: close, intent: intent | kind, link: link)
        place = close + mark.count
        depth -= 1
      } else {
        add(character, intent, link)
        place += 1
      }
    }
  }

  private func emphasis(at index: Int) -> (String, Int)? {
    for (mark, kind) in [
      ("**", AttributedText.Intent.stronglyEmphasized), ("__", AttributedText.Intent.stronglyEmphasized),
      ("~~", AttributedText.Intent.strikethrough), ("*", AttributedText.Intent.emphasized),
      ("_", AttributedText.Intent.emphasized),
    ] where stands(mark, at: index) {
      // `snake_case` is no emphasis.
      if mark.hasPrefix("_"), index > 0, text[index - 1].isLetter || text[index - 1].isNumber { return nil }
      let after = index + mark.count
      return after < text.count && !text[after].isWhitespace ? (mark, kind) : nil
    }
    return nil
  }

  private mutating func closing(_ mark: String, from start: Int, _ limit: Int) -> Int? {
    guard !unclosed.contains(mark) else { return nil }
    var index = start
    while index + mark.count <= limit {
      if text[index] == "\\" {
        index += 2
      } else if stands(mark, at: index), index > start, !text[index - 1].isWhitespace {
        // The longer mark of the same sign is another one.
        if mark.count == 1, index + 2 <= limit, stands(mark + mark, at: index) {
          index += 2
        } else if mark.count == 2, text[start] == text[index], index + 2 < limit, text[index + 2] == text[index] {
          // Three signs close three: the inner mark ends first.
          return index + 1
        } else {
          return index
        }
      } else {
        index += 1
      }
    }
    if limit == text.count { unclosed.insert(mark) }
    return nil
  }

  private mutating func find(_ sign: Character, from start: Int, _ limit: Int) -> Int? {
    let mark = String(sign)
    guard !unclosed.contains(mark), start < limit else { return nil }
    if let found = text[start..<limit].firstIndex(of: sign) { return found }
    if limit == text.count { unclosed.insert(mark) }
    return nil
  }

  private mutating func linkEnd(from start: Int, _ limit: Int) -> (close: Int, address: String, after: Int)? {
    guard let close = find("]", from: start + 1, limit), close + 1 < limit, text[close + 1] == "(",
      let end = find(")", from: close + 2, limit)
    else { return nil }
    let address = String(text[close + 2..<end])
    return address.contains(where: \.isWhitespace) || address.isEmpty ? nil : (close, address, end + 1)
  }
}

extension ConversionFunctions {
  static func registerAttributedText(on connection: Connection) throws {
    func blob(_ text: AttributedText, _ slot: ResultSlot) { Array(text.json.utf8).withUnsafeBytes { slot.set(blob: $0) } }
    try add("attributedFromMarkdown", 1, on: connection) { blob(AttributedText(markdown: $0.text(0)), $1) }
    try add("attributedFromPlain", 1, on: connection) { blob(AttributedText(plain: $0.text(0)), $1) }
    try add("plainFromAttributed", 1, on: connection) { values, slot in
      AttributedText.plainText(ofJSON: Data(values.bytes(0))).map { slot.set($0) } ?? slot.setNull()
    }
  }
}
