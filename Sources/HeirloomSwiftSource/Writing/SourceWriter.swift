internal import HeirloomSchema
internal import HeirloomSwiftText

/// Prints a schema that is cut down to what source can say.
struct SourceWriter {
  let content: Expressible
  let name: String
  let identifier: String
  private var lines: [String] = []
  /// Entities whose names hide a type that the source mentions, so that the type needs its module's name.
  private let hidden: Set<String>

  init(_ content: Expressible, as name: String, identifier: String) {
    self.content = content
    self.name = name
    self.identifier = identifier
    hidden = Set(content.schema.entities.map(\.name.text)).intersection(SwiftNames.mentioned)
  }

  /// The version alone, without imports.
  mutating func version() -> String {
    let numbers = identifier.split(separator: ".").compactMap { Int($0) }
    let version = numbers.count == 3 ? numbers.map(String.init).joined(separator: ", ") : "1, 0, 0"
    add(0, "enum \(name): \(type("VersionedSchema")) {")
    add(1, "static let versionIdentifier = \(type("Schema")).Version(\(version))")
    add(1, "static var models: [any \(type("PersistentModel")).Type] {")
    if content.schema.entities.isEmpty {
      add(2, "[]")
    } else {
      add(2, "[")
      for entity in content.schema.entities { add(3, "\(SwiftWord.spelled(entity.name.text)).self,") }
      add(2, "]")
    }
    add(1, "}")
    var paired: Set<Link> = []
    for entity in content.schema.entities { model(entity, paired: &paired) }
    for (name, declaration) in content.valueTypes.declared { valueType(name, declaration) }
    add(0, "}")
    return lines.joined(separator: "\n") + "\n"
  }

  var imports: String {
    let usesColor = content.schema.entities.contains { $0.attributes.contains { $0.swiftType == "Color.Resolved" } }
    return "import Foundation\nimport SwiftData\n" + (usesColor ? "import SwiftUI\n" : "")
  }

  private mutating func add(_ depth: Int, _ text: String) {
    lines.append(text.isEmpty ? "" : String(repeating: "  ", count: depth) + text)
  }

  private mutating func remark(_ depth: Int, _ entity: EntityName, _ property: String) {
    for text in content.remarks[entity]?[property] ?? [] {
      add(depth, "// \(text.replacing("\n", with: " ").replacing("\r", with: " "))")
    }
  }

  /// The type's name, with its module's where a model hides it.
  private func type(_ text: String) -> String {
    guard !hidden.isEmpty else { return text }
    var result = "", word = ""
    func flush(_ next: Character?) {
      if hidden.contains(word), !result.hasSuffix("."), let module = Self.modules[word] { result += "\(module)." }
      result += word
      word = ""
      if let next { result.append(next) }
    }
    for character in text {
      if character.isLetter || character.isNumber || character == "_" { word.append(character) } else { flush(character) }
    }
    flush(nil)
    return result
  }

  private static let modules: [String: String] = {
    var result: [String: String] = [:]
    for name in ["Array", "Bool", "Codable", "Double", "Float", "Int", "Int16", "Int32", "Optional", "String"] {
      result[name] = "Swift"
    }
    for name in ["Data", "Date", "Decimal", "NSObject", "URL", "UUID"] { result[name] = "Foundation" }
    for name in ["Attribute", "Model", "PersistentModel", "Relationship", "Schema", "Transient", "VersionedSchema"] {
      result[name] = "SwiftData"
    }
    result["Color"] = "SwiftUI"
    return result
  }()

  // MARK: - Models

  private struct Link: Hashable {
    var entity: EntityName
    var property: PropertyName
  }

  private mutating func model(_ entity: Entity, paired: inout Set<Link>) {
    let isFinal = content.schema.children(of: entity.name).isEmpty
    let name = SwiftWord.spelled(entity.name.text)
    add(0, "")
    remark(1, entity.name, "")
    if entity.parent != nil { add(1, "// Inheritance of models needs iOS 26, macOS 26.") }
    add(1, "@\(type("Model"))")
    add(1, "\(isFinal ? "final " : "")class \(name)\(entity.parent.map { ": \(SwiftWord.spelled($0.text))" } ?? "") {")
    let single = Set(entity.uniqueness.filter { $0.count == 1 }.flatMap { $0 }).intersection(
      entity.attributes.filter { $0.type != .composite }.map(\.name))
    let several = entity.uniqueness.filter { $0.count != 1 || !single.contains($0[0]) }
    if !several.isEmpty { add(2, "#Unique<\(name)>(\(several.map { Self.keyPaths($0) }.joined(separator: ", ")))") }
    if !entity.indexes.isEmpty { add(2, "#Index<\(name)>(\(Self.indexes(entity.indexes)))") }
    if !several.isEmpty || !entity.indexes.isEmpty { add(0, "") }
    for attribute in entity.attributes {
      remark(2, entity.name, attribute.name.text)
      add(2, text(of: attribute, isUnique: single.contains(attribute.name)))
    }
    for relationship in entity.relationships {
      remark(2, entity.name, relationship.name.text)
      var inverse: String?
      if let other = relationship.inverse, !paired.contains(Link(entity: entity.name, property: relationship.name)) {
        let declarer = content.schema.declarer(of: other, in: relationship.destination) ?? relationship.destination
        paired.insert(Link(entity: declarer, property: other))
        inverse = "\\\(SwiftWord.spelled(relationship.destination.text)).\(other)"
      }
      add(2, text(of: relationship, inverse: inverse))
    }
    add(0, "")
    initialiser(of: entity)
    add(1, "}")
  }

  private static func keyPaths(_ names: [PropertyName]) -> String { "[\(names.map { "\\.\($0)" }.joined(separator: ", "))]" }

  private static func indexes(_ indexes: [FetchIndex]) -> String {
    let lists = indexes.map { index in (keyPaths(index.elements.map(\.property)), index.elements.contains(where: \.isRTree)) }
    if lists.contains(where: \.1) { return lists.map { "\($1 ? ".rtree" : ".binary")(\($0))" }.joined(separator: ", ") }
    return lists.map(\.0).joined(separator: ", ")
  }

  private func text(of attribute: Attribute, isUnique: Bool) -> String {
    var options: [String] = []
    if isUnique { options.append(".unique") }
    if attribute.allowsExternalStorage { options.append(".externalStorage") }
    if attribute.preservesValueOnDeletion { options.append(".preserveValueOnDeletion") }
    if attribute.allowsCloudEncryption { options.append(".allowsCloudEncryption") }
    if attribute.isSpotlightIndexed { options.append(".spotlight") }
    if attribute.type == .transformable, attribute.valueClass == nil, let transformer = attribute.transformer {
      options.append(".transformable(by: \(SwiftWord.quoted(transformer)))")
    }
    if let old = attribute.renamingIdentifier { options.append("originalName: \(SwiftWord.quoted(old))") }
    if let modifier = attribute.hashModifier { options.append("hashModifier: \(SwiftWord.quoted(modifier))") }
    let macro = options.isEmpty ? "" : "@\(type("Attribute"))(\(options.joined(separator: ", "))) "
    let value = attribute.defaultValue.map { " = \(type(LiteralText.value($0, of: attribute)))" } ?? ""
    return "\(macro)var \(attribute.name): \(typeText(of: attribute))\(value)"
  }

  private func typeText(of attribute: Attribute) -> String {
    type(attribute.swiftType ?? "Data") + (attribute.isOptional ? "?" : "")
  }

  private func text(of relationship: Relationship, inverse: String?) -> String {
    var options: [String] = []
    if relationship.deleteRule != .nullify { options.append("deleteRule: .\(relationship.deleteRule)") }
    if relationship.minimumCount != 0 { options.append("minimumModelCount: \(relationship.minimumCount)") }
    if relationship.isToMany, relationship.maximumCount != 0 { options.append("maximumModelCount: \(relationship.maximumCount)") }
    if let old = relationship.renamingIdentifier { options.append("originalName: \(SwiftWord.quoted(old))") }
    if let inverse { options.append("inverse: \(inverse)") }
    if let modifier = relationship.hashModifier { options.append("hashModifier: \(SwiftWord.quoted(modifier))") }
    let macro = options.isEmpty ? "" : "@\(type("Relationship"))(\(options.joined(separator: ", "))) "
    return "\(macro)var \(relationship.name): \(typeText(of: relationship))\(relationship.isToMany ? " = []" : "")"
  }

  private func typeText(of relationship: Relationship) -> String {
    let name = SwiftWord.spelled(relationship.destination.text)
    return (relationship.isToMany ? "[\(name)]" : name) + (relationship.isOptional ? "?" : "")
  }

  // MARK: - Initialisers

  private mutating func initialiser(of entity: Entity) {
    let inherited = content.schema.lineage(of: entity.name).dropFirst().reversed().flatMap { required($0) }
    let own = required(entity)
    let parameters = (inherited + own).map { "\($0.name): \($0.type)" }.joined(separator: ", ")
    let isOverride = entity.parent != nil && own.isEmpty
    let head = "\(isOverride ? "override " : "")init(\(parameters)) {"
    let body = own.map { "self.\($0.name) = \($0.name)" }
    let call = entity.parent == nil ? [] : ["super.init(\(inherited.map { "\($0.name): \($0.name)" }.joined(separator: ", ")))"]
    if body.isEmpty && call.isEmpty {
      add(2, head + "}")
    } else {
      add(2, head)
      for line in body + call { add(3, line) }
      add(2, "}")
    }
  }

  /// The properties that have no value of their own to begin with.
  private func required(_ entity: Entity) -> [(name: String, type: String)] {
    entity.attributes.filter { !$0.isOptional && $0.defaultValue == nil }.map { ($0.name.text, typeText(of: $0)) }
      + entity.relationships.filter { !$0.isOptional && !$0.isToMany }.map { ($0.name.text, typeText(of: $0)) }
  }

  // MARK: - Value types

  private mutating func valueType(_ name: String, _ declaration: ValueTypes.Declaration) {
    add(0, "")
    switch declaration {
    case .structure(let leaves):
      add(1, "struct \(name): \(type("Codable")) {")
      for leaf in leaves {
        if let remark = leaf.remark { add(2, "// \(remark)") }
        add(2, "var \(SwiftWord.spelled(leaf.name)): \(type(leaf.type))?")
      }
    case .enumeration(let enumeration, let isComplete):
      let raw = enumeration.rawType.map { "\(type($0.rawValue)), " } ?? ""
      if !isComplete { add(1, "// The store does not name the cases: add them.") }
      add(1, "enum \(name): \(raw)\(type("Codable")) {")
      for one in enumeration.cases {
        var value = ""
        if enumeration.rawType?.isInteger == true {
          value = " = \(one.rawValue)"
        } else if enumeration.rawType != nil, one.rawValue != one.name {
          value = " = \(SwiftWord.quoted(one.rawValue))"
        }
        add(2, "case \(SwiftWord.spelled(one.name))\(value)")
      }
    }
    add(1, "}")
  }
}
