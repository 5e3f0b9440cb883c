internal import HeirloomSchema
internal import HeirloomSwiftText

/// The Codable structs and enums that a generated source declares beside its models.
struct ValueTypes {
  enum Declaration: Hashable {
    case structure([Leaf])
    case enumeration(Enumeration, isComplete: Bool)
  }

  struct Leaf: Hashable {
    var name: String
    var type: String
    var remark: String?
  }

  struct Choice {
    var name: String
    var elements: [Attribute]
    var enumeration: Enumeration?
    var losses: [String] = []
  }

  private(set) var declared: [(name: String, declaration: Declaration)] = []
  private var names: Set<String>

  init(reserved: Set<String>) { names = reserved.union(SwiftNames.mentioned).union(SwiftWord.keywords) }

  /// The type for a composite attribute, declared if no equal one is yet.
  mutating func type(for attribute: Attribute, named name: PropertyName, of entity: EntityName, depth: Int = 0) -> Choice {
    if attribute.isEnumeration { return enumeration(for: attribute, named: name, of: entity) }
    var losses: [String] = [], leaves: [Leaf] = [], elements: [Attribute] = []
    for element in attribute.elements {
      var kept = Attribute(element.name, element.type, optional: true)
      guard SwiftWord.isIdentifier(element.name.text) else {
        losses.append("its element '\(element.name)' cannot be a property")
        continue
      }
      if !element.isOptional { losses.append("its element '\(element.name)' is not optional in the store") }
      switch element.type {
      case .composite where depth < 8 && !element.elements.isEmpty:
        let inner = type(for: element, named: element.name, of: entity, depth: depth + 1)
        losses += inner.losses
        kept.elements = inner.elements
        kept.enumeration = inner.enumeration
        if inner.enumeration != nil { kept.userInfo["EnumType"] = "true" }
        leaves.append(Leaf(name: element.name.text, type: inner.name))
      case .data:
        leaves.append(Leaf(name: element.name.text, type: "Data", remark: "JSON text of a list, when the app's type is an array"))
      case .transformable, .mixed, .objectID, .managedObjectID, .undefined, .composite:
        losses.append("its element '\(element.name)' of type \(element.type.rawValue) is kept as data")
        kept.type = .data
        leaves.append(Leaf(name: element.name.text, type: "Data"))
      default: leaves.append(Leaf(name: element.name.text, type: element.type.rawValue))
      }
      elements.append(kept)
    }
    let declaration = Declaration.structure(leaves)
    return Choice(
      name: declare(declaration, wished: wish(name), entity: entity), elements: elements, enumeration: nil, losses: losses)
  }

  private mutating func enumeration(for attribute: Attribute, named name: PropertyName, of entity: EntityName) -> Choice {
    var losses: [String] = []
    let raw = attribute.enumeration?.rawType ?? rawType(of: attribute)
    var cases =
      attribute.enumeration?.cases
      ?? (raw == nil ? attribute.elements.map { .init(name: $0.name.text, rawValue: $0.name.text) } : [])
    let unnamable = cases.filter { !SwiftWord.isIdentifier($0.name) }
    for one in unnamable { losses.append("its case '\(one.name)' cannot be written") }
    cases.removeAll { !SwiftWord.isIdentifier($0.name) }
    let isComplete = !cases.isEmpty
    if !isComplete {
      // Swift refuses a raw type without a case.
      losses.append("an enum whose cases the store does not name: add them")
      cases = [.init(name: "unlisted", rawValue: raw?.isInteger == true ? "0" : "unlisted")]
    }
    let given = attribute.enumeration?.name ?? ""
    let wished = given.isEmpty ? wish(name) : given
    var result = Enumeration(name: wished, rawType: raw, cases: cases)
    var declaration = Declaration.enumeration(result, isComplete: isComplete)
    result.name = declare(declaration, wished: wished, entity: entity, compareName: false)
    declaration = .enumeration(result, isComplete: isComplete)
    let elements: [Attribute] =
      raw.map { [Attribute(name, $0, optional: true)] } ?? cases.map { Attribute(PropertyName($0.name), .string, optional: true) }
    return Choice(name: result.name, elements: elements, enumeration: result, losses: losses)
  }

  private func rawType(of attribute: Attribute) -> AttributeType? {
    guard attribute.elements.count == 1, let only = attribute.elements.first, only.name == attribute.name else { return nil }
    return only.type
  }

  private func wish(_ name: PropertyName) -> String {
    let text = SwiftNames.identifier(from: name.text)
    return text.prefix(1).uppercased() + text.dropFirst()
  }

  private mutating func declare(
    _ declaration: Declaration, wished: String, entity: EntityName, compareName: Bool = true
  ) -> String {
    for candidate in [wished, entity.text + wished] {
      if let found = declared.first(where: { $0.name == candidate }), Self.same(found.declaration, declaration) {
        return candidate
      }
      if names.insert(candidate).inserted { return add(declaration, candidate) }
    }
    var number = 2
    while !names.insert(wished + String(number)).inserted { number += 1 }
    return add(declaration, wished + String(number))
  }

  private mutating func add(_ declaration: Declaration, _ name: String) -> String {
    declared.append((name, declaration))
    return name
  }

  /// Enums are the same when their cases are; their own name is only being chosen.
  private static func same(_ a: Declaration, _ b: Declaration) -> Bool {
    if case .enumeration(let first, _) = a, case .enumeration(let second, _) = b {
      return first.rawType == second.rawType && first.cases == second.cases
    }
    return a == b
  }
}
