internal import HeirloomFindings
internal import HeirloomSchema
internal import SwiftSyntax

/// From a Swift type to what SwiftData keeps for it. The rules: docs/formats/swiftdata-source.md.
struct AttributeReader {
  let catalog: Catalog
  private(set) var findings: [Finding] = []
  /// How many elements of composites one attribute may have; a struct can hold itself many times over.
  private var elementsLeft = 2_000

  init(catalog: Catalog) { self.catalog = catalog }

  /// An attribute of a model, or (`isLeaf`) an element of a composite.
  mutating func attribute(
    _ name: String, _ written: TypeReference, in scope: [String], at place: TextPlace, isLeaf: Bool = false, depth: Int = 0
  ) -> Attribute {
    var type = catalog.canonical(written, in: scope), isOptional = false
    while case .optional(let wrapped) = type { (type, isOptional) = (catalog.canonical(wrapped, in: scope), true) }
    var result = Attribute(PropertyName(name), .undefined, optional: isOptional || isLeaf)
    result.swiftType = written.text
    if let scalar = ScalarTypes.type(of: type) {
      result.type = scalar
      if !ScalarTypes.isProven(scalar) { unproven(name, type, at: place) }
      return result
    }
    switch type {
    case .array(let element): list(element, "Array<\(element.text)>", of: &result, isLeaf: isLeaf, scope: scope, at: place)
    case .named(let path, let arguments) where path.last == "Set" && arguments.count == 1:
      list(arguments[0], "Set<\(arguments[0].text)>", of: &result, isLeaf: isLeaf, scope: scope, at: place)
      unproven(name, type, at: place)
    case .dictionary(let key, let value):
      result.type = isLeaf ? .data : .transformable
      if !isLeaf { transform(&result, valueClass: "Dictionary<\(key.text), \(value.text)>") }
      unproven(name, type, at: place)
    case .named(let path, _):
      if path.suffix(2) == ["Color", "Resolved"] {
        result.type = .composite
        // Seen in a real model cache: four leaves, not optional.
        result.elements = ["linearRed", "linearGreen", "linearBlue", "opacity"].map { Attribute(PropertyName($0), .float) }
      } else if path.last == "AttributedString" {
        result.type = .data
        unproven(name, type, at: place)
      } else if let key = catalog.resolve(path, in: scope), let declared = catalog.types[key] {
        composite(declared, of: &result, isLeaf: isLeaf, at: place, depth: depth)
      } else {
        unknown(name, type, at: place)
      }
    case .other, .optional: unknown(name, type, at: place)
    }
    return result
  }

  // MARK: - Several values

  /// Arrays of scalars are transformables, as real model caches have `[String]`; arrays of Codable values, and any array
  /// inside a composite, are JSON text.
  private mutating func list(
    _ element: TypeReference, _ valueClass: String, of result: inout Attribute, isLeaf: Bool, scope: [String], at place: TextPlace
  ) {
    var inner = catalog.canonical(element, in: scope)
    while case .optional(let wrapped) = inner { inner = catalog.canonical(wrapped, in: scope) }
    if isLeaf {
      result.type = .data
      return
    }
    if let scalar = ScalarTypes.type(of: inner) {
      transform(&result, valueClass: valueClass)
      if ![.string, .bool].contains(scalar) { unproven(result.name.text, .array(element), at: place) }
      return
    }
    result.type = .data
    guard case .named(let path, _) = inner else {
      if case .other = inner {
        unknown(result.name.text, inner, at: place)
      } else {
        unproven(result.name.text, .array(element), at: place)
      }
      return
    }
    guard let key = catalog.resolve(path, in: scope) else { return unknown(result.name.text, inner, at: place) }
    if !catalog.isCodable(key) { notCodable(result.name.text, key, at: place) }
  }

  private func transform(_ result: inout Attribute, valueClass: String) {
    result.type = .transformable
    result.transformer = "NSSecureUnarchiveFromData"
    result.valueClass = valueClass
  }

  private mutating func composite(
    _ declared: TypeDeclaration, of result: inout Attribute, isLeaf: Bool, at place: TextPlace, depth: Int
  ) {
    guard declared.kind == .structure || declared.kind == .enumeration else {
      return unknown(result.name.text, .named(declared.path, arguments: []), at: place)
    }
    if !catalog.isCodable(declared.key) { notCodable(result.name.text, declared.key, at: place) }
    result.type = .composite
    if isLeaf { unproven(result.name.text, .named(declared.path, arguments: []), at: place) }
    if declared.kind == .enumeration {
      let (enumeration, found) = declared.enumeration(in: catalog)
      findings += found
      result.enumeration = enumeration
      result.userInfo["EnumType"] = "true"
      // One leaf of the attribute's name for a raw value, one String leaf per case without: seen in real model caches.
      result.elements =
        enumeration.rawType.map { [Attribute(result.name, $0, optional: true)] }
        ?? enumeration.cases.map { Attribute(PropertyName($0.name), .string, optional: true) }
      return
    }
    guard depth < 8, elementsLeft > 0 else { return unknown(result.name.text, .named(declared.path, arguments: []), at: place) }
    let infer = TypeInference(catalog: catalog, scope: declared.path)
    for property in declared.storedProperties({ infer($0) }) {
      guard let type = property.type else {
        findings.append(
          Finding(
            .unreadableProperty, "the type of '\(property.name)' cannot be told from its initial value", at: .text(property.place)
          ))
        continue
      }
      elementsLeft -= 1
      var leaf = attribute(property.name, type, in: declared.path, at: property.place, isLeaf: true, depth: depth + 1)
      leaf.place = property.place
      result.elements.append(leaf)
    }
  }

  // MARK: - Findings

  private mutating func unproven(_ name: String, _ type: TypeReference, at place: TextPlace) {
    findings.append(
      Finding(
        .unprovenStorage, "how SwiftData keeps '\(name)' of type '\(type.text)' was not seen in a real store", at: .text(place)))
  }

  private mutating func unknown(_ name: String, _ type: TypeReference, at place: TextPlace) {
    var help: String?
    if case .named(let path, _) = type, let near = closestName(to: path.last ?? "", among: catalog.types.values.map(\.simpleName))
    {
      help = "did you mean '\(near)'?"
    }
    findings.append(
      Finding(
        .unknownType, "'\(name)' has the type '\(type.text)', which the sources do not declare", at: .text(place), help: help))
  }

  private mutating func notCodable(_ name: String, _ key: String, at place: TextPlace) {
    findings.append(Finding(.notCodable, "'\(name)' has the type '\(key)', which is not Codable", at: .text(place)))
  }
}
