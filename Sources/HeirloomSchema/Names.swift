/// The name of an entity, in the model's own spelling.
public struct EntityName: Hashable, Sendable, Comparable, ExpressibleByStringLiteral, CustomStringConvertible {
  public let text: String
  public init(_ text: some StringProtocol) { self.text = String(text) }
  public init(stringLiteral text: String) { self.text = text }
  public var description: String { text }
  public static func < (a: Self, b: Self) -> Bool { a.text.unicodeScalars.lexicographicallyPrecedes(b.text.unicodeScalars) }
}

/// The name of an attribute or relationship, in the model's own spelling.
public struct PropertyName: Hashable, Sendable, Comparable, ExpressibleByStringLiteral, CustomStringConvertible {
  public let text: String
  public init(_ text: some StringProtocol) { self.text = String(text) }
  public init(stringLiteral text: String) { self.text = text }
  public var description: String { text }
  public static func < (a: Self, b: Self) -> Bool { a.text.unicodeScalars.lexicographicallyPrecedes(b.text.unicodeScalars) }
}
