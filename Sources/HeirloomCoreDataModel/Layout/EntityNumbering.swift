package import HeirloomSchema

/// The numbers that Core Data gives the entities of a model: `Z_ENT`.
///
/// Depth first, parents before children, siblings and roots in case-insensitive order of their names, from 1
/// (docs/formats/store-layout.md; true of every real store seen). Adding an entity therefore renumbers later ones.
package struct EntityNumbering: Sendable {
  /// Every entity of the model; the first has number 1.
  package let order: [EntityName]
  private let numbers: [EntityName: Int]

  package init(_ schema: Schema) {
    var order: [EntityName] = [], seen: Set<EntityName> = []
    var children: [EntityName: [EntityName]] = [:], roots: [EntityName] = []
    for entity in schema.entities {
      if let parent = entity.parent, schema[parent] != nil {
        children[parent, default: []].append(entity.name)
      } else {
        roots.append(entity.name)
      }
    }
    func visit(_ siblings: [EntityName]) {
      // A stack instead of recursion: a damaged model may nest as deep as it likes.
      var pending = Array(siblings.sorted(by: Self.precedes).reversed())
      while let next = pending.popLast() {
        guard seen.insert(next).inserted else { continue }
        order.append(next)
        pending.append(contentsOf: (children[next] ?? []).sorted(by: Self.precedes).reversed())
      }
    }
    visit(roots)
    // Entities that are each other's ancestors have no root; they still need a number.
    for entity in schema.entities.map(\.name).sorted(by: Self.precedes) where !seen.contains(entity) { visit([entity]) }
    self.order = order
    numbers = Dictionary(order.enumerated().map { ($1, $0 + 1) }, uniquingKeysWith: { first, _ in first })
  }

  /// The entity's number; 0 for one that the model does not have.
  package subscript(name: EntityName) -> Int { numbers[name] ?? 0 }

  private static func precedes(_ a: EntityName, _ b: EntityName) -> Bool {
    let first = a.text.lowercased().unicodeScalars, second = b.text.lowercased().unicodeScalars
    if first.elementsEqual(second) { return a < b }
    return first.lexicographicallyPrecedes(second)
  }
}
