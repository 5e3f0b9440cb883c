/// Where a finding points: a spot in a text the user wrote, or a spot in a store.
public enum Place: Hashable, Sendable {
  case text(TextPlace)
  case store(StorePlace)
  /// A file as a whole.
  case file(String)
}

/// A spot in a mapping or a schema source: the line as the user sees it, and where the caret goes.
public struct TextPlace: Hashable, Sendable {
  public var file: String
  /// Counted from 1.
  public var line: Int
  /// Counted from 1, in characters of the line.
  public var column: Int
  /// How many characters the mark covers; at least 1.
  public var length: Int
  public var lineText: String

  public init(file: String, line: Int, column: Int, length: Int = 1, lineText: String) {
    self.file = file
    self.line = line
    self.column = column
    self.length = max(1, length)
    self.lineText = lineText
  }
}

/// A spot in a store: as much of file, entity, property and record key as is known.
public struct StorePlace: Hashable, Sendable {
  public var file: String?
  public var entity: String?
  public var property: String?
  /// The record's key as the store has it (a Core Data primary key, a Realm object key).
  public var key: String?

  public init(file: String? = nil, entity: String? = nil, property: String? = nil, key: String? = nil) {
    self.file = file
    self.entity = entity
    self.property = property
    self.key = key
  }
}

extension Place: CustomStringConvertible {
  public var description: String {
    switch self {
    case .text(let text): return "\(text.file):\(text.line):\(text.column)"
    case .file(let file): return file
    case .store(let store):
      let property = [store.entity, store.property].compactMap { $0 }.joined(separator: ".")
      let parts = [store.file, property.isEmpty ? nil : property, store.key.map { "record \($0)" }]
      return parts.compactMap { $0 }.joined(separator: ": ")
    }
  }
}
