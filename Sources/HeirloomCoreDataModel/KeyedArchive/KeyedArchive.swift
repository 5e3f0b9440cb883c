internal import HeirloomBytes

/// An `NSKeyedArchiver` archive, read without making any of its objects.
///
/// ```swift
/// let archive = try KeyedArchive(bytes)
/// let titles = archive.root?["titles"]?.elements?.compactMap(\.string)
/// ```
///
/// The archive is a graph and may be cyclic: nodes are looked at one at a time, and whoever walks it keeps a set of the nodes
/// seen (`Node` is Hashable by its identity).
package final class KeyedArchive: Sendable {
  private let list: BinaryPropertyList
  /// The `$objects`, as positions in the list.
  private let objects: [Int]
  private let tops: [(name: String, position: Int)]

  /// Whether `bytes` look like a keyed archive: a binary property list that names its archiver.
  package static func begins(_ bytes: [UInt8]) -> Bool {
    BinaryPropertyList.begins(bytes) && (try? KeyedArchive(bytes)) != nil
  }

  /// - Throws: `BytesError` when the bytes are not a keyed archive, or damaged.
  package init(_ bytes: [UInt8]) throws {
    list = try BinaryPropertyList(bytes)
    guard case .dictionary(let keys, let values) = list.objects[list.top] else { throw BytesError("not a keyed archive") }
    var parts: [String: Int] = [:]
    for (key, value) in zip(keys, values) {
      if case .string(let name) = list.objects[key] { parts[name] = value }
    }
    guard let objects = parts["$objects"], case .array(let positions) = list.objects[objects], let top = parts["$top"],
      case .dictionary(let topKeys, let topValues) = list.objects[top]
    else { throw BytesError("not a keyed archive") }
    self.objects = positions
    var tops: [(String, Int)] = []
    for (key, value) in zip(topKeys, topValues) {
      if case .string(let name) = list.objects[key] { tops.append((name, value)) }
    }
    self.tops = tops
    for case .uid(let number) in list.objects where number >= positions.count {
      throw BytesError("a reference of the archive points nowhere")
    }
  }

  /// The archived object: the one named `root`, or the only one.
  package var root: Node? {
    let found = tops.first { $0.name == "root" } ?? (tops.count == 1 ? tops[0] : nil)
    return found.map { node(at: $0.position) }
  }

  /// The names under which objects were archived.
  package var rootNames: [String] { tops.map(\.name) }

  package subscript(root name: String) -> Node? { tops.first { $0.name == name }.map { node(at: $0.position) } }

  /// Every object of the archive that has a class, in the order of the archive.
  package var instances: [Node] { objects.map { node(at: $0) }.filter { $0.className != nil } }

  fileprivate func node(at position: Int) -> Node {
    if case .uid(let number) = list.objects[position] { return Node(archive: self, position: objects[number]) }
    return Node(archive: self, position: position)
  }

  fileprivate func object(_ position: Int) -> BinaryPropertyList.Object { list.objects[position] }
  fileprivate var nullPosition: Int? { objects.first }
}

// MARK: - Nodes

extension KeyedArchive {
  /// One object or value of an archive.
  package struct Node: Sendable {
    let archive: KeyedArchive
    let position: Int

    var object: BinaryPropertyList.Object { archive.object(position) }

    /// The archive's `$null`, which stands for nil.
    package var isNull: Bool {
      switch object {
      case .null: true
      case .string(let text): text == "$null" && position == archive.nullPosition
      default: false
      }
    }

    /// Nil, in either of the forms that it has inside a collection: NSNull, or `$null`, which archives of other makers hold.
    package var isAbsent: Bool { isNull || className == "NSNull" }

    /// What the object holds under `key`; nil when there is no such key, or it holds nil.
    package subscript(key: String) -> Node? {
      guard case .dictionary(let keys, let values) = object else { return nil }
      for (name, value) in zip(keys, values) {
        if case .string(let text) = archive.object(name), text == key {
          let node = archive.node(at: value)
          return node.isNull ? nil : node
        }
      }
      return nil
    }

    /// The keys of the object, without `$class`, in code point order.
    package var keys: [String] {
      guard case .dictionary(let keys, _) = object else { return [] }
      return keys.compactMap { key -> String? in
        if case .string(let text) = archive.object(key), text != "$class" { text } else { nil }
      }.sorted()
    }

    /// What the object holds under `prefix` followed by a number.
    func members(prefix: String) -> [(number: Int, node: Node)] {
      guard case .dictionary(let keys, let values) = object else { return [] }
      return zip(keys, values).compactMap { key, value in
        guard case .string(let text) = archive.object(key), text.hasPrefix(prefix), let number = Int(text.dropFirst(prefix.count))
        else {
          return nil
        }
        return (number, archive.node(at: value))
      }
    }

    /// The class the object was archived as; nil for a plain value.
    package var className: String? { self["$class"]?["$classname"]?.string }

    /// The class and its ancestors.
    package var classNames: [String] { self["$class"]?["$classes"]?.list?.compactMap(\.string) ?? [] }

    /// A plain array of the archive, not an NSArray.
    var list: [Node]? {
      if case .array(let items) = object { items.map { archive.node(at: $0) } } else { nil }
    }
  }
}

extension KeyedArchive.Node: Hashable {
  /// The same object of the same archive.
  package static func == (a: Self, b: Self) -> Bool { a.position == b.position && a.archive === b.archive }
  package func hash(into hasher: inout Hasher) { hasher.combine(position) }
}
