internal import HeirloomFindings
internal import HeirloomSchema

/// Turns the XML of an `.xcdatamodel` into a schema, tolerantly: what is not known is reported, and the rest read.
///
/// Booleans are written only when they are YES, apart from a few that mean nothing for the data (docs/formats/models.md).
struct XcodeModelReader {
  private(set) var findings: [Finding] = []
  private var unknown: [String: Int] = [:]
  var composites: [String: MarkupElement] = [:]
  let path: String

  init(path: String) { self.path = path }

  /// - Returns: entities and their properties sorted by name, as Xcode shows them and as compiled models are read.
  mutating func read(_ root: MarkupElement) throws -> Schema {
    guard root.name == "model" else {
      throw Finding(.modelDamaged, "'\(path)' holds no model but '\(root.name)'", at: .file(path))
    }
    note(
      root,
      known: [
        "type", "documentVersion", "lastSavedToolsVersion", "systemVersion", "minimumToolsVersion", "macOSVersion", "iOSVersion",
        "sourceLanguage", "userDefinedModelVersionIdentifier", "name", "usedWithSwiftData", "usedWithCloudKit",
      ], children: ["entity", "elements", "configuration", "fetchRequest", "compositeAttribute", "composite"])
    for element in root.children("compositeAttribute") + root.children("composite") {
      if let name = element.attributes["name"] { composites[name] = element }
    }
    var entities: [EntityName: Entity] = [:]
    for element in root.children("entity") {
      if let entity = entity(element) { entities[entity.name] = entity }
    }
    var schema = Schema(
      identifiers: [root.attributes["userDefinedModelVersionIdentifier"] ?? ""],
      entities: entities.values.sorted { $0.name < $1.name })
    for element in root.children("configuration") {
      let members = element.children("memberEntity").compactMap { $0.attributes["name"] }
      if let name = element.attributes["name"] { schema.configurations[name] = members.map { EntityName($0) }.sorted() }
    }
    let templates = root.children("fetchRequest").count
    if templates > 0 {
      findings.append(
        Finding(.modelPartLeftOut, "fetch request templates of the model are left out", at: .file(path), count: templates))
    }
    for (what, count) in unknown.sorted(by: { $0.key < $1.key }) {
      findings.append(Finding(.modelPartUnknown, "the model holds an unknown \(what)", at: .file(path), count: count))
    }
    return schema
  }

  mutating func note(_ element: MarkupElement, known: Set<String>, children: Set<String> = []) {
    for name in element.attributes.keys where !known.contains(name) {
      unknown["attribute '\(name)' of <\(element.name)>", default: 0] += 1
    }
    for child in element.children where !children.contains(child.name) {
      unknown["element <\(child.name)> in <\(element.name)>", default: 0] += 1
    }
  }

  mutating func note(unknown what: String) { unknown[what, default: 0] += 1 }

  private mutating func entity(_ element: MarkupElement) -> Entity? {
    note(
      element,
      known: [
        "name", "representedClassName", "parentEntity", "isAbstract", "codeGenerationType", "syncable", "elementID",
        "versionHashModifier",
        "customClassName", "moduleName", "spotlightIndexing", "coreSpotlightDisplayNameExpression",
      ],
      children: [
        "attribute", "relationship", "fetchedProperty", "userInfo", "fetchIndex", "uniquenessConstraints", "compoundIndexes",
      ])
    guard let name = element.attributes["name"] else {
      note(unknown: "entity without a name")
      return nil
    }
    var entity = Entity(EntityName(name), parent: element.attributes["parentEntity"].map { EntityName($0) })
    entity.isAbstract = element.flag("isAbstract")
    entity.className = element.attributes["representedClassName"]
    entity.renamingIdentifier = element.attributes["elementID"].flatMap { $0 == name ? nil : $0 }
    entity.hashModifier = element.attributes["versionHashModifier"]
    entity.userInfo = userInfo(element)
    for child in element.children("attribute") {
      if let attribute = attribute(child, of: name, depth: 0) { entity.attributes.append(attribute) }
    }
    for child in element.children("relationship") {
      if let relationship = relationship(child, of: name) { entity.relationships.append(relationship) }
    }
    for child in element.children("fetchedProperty") {
      guard let property = child.attributes["name"] else { continue }
      entity.fetchedProperties.append(PropertyName(property))
      findings.append(.fetchedProperty(property, of: name))
    }
    entity.attributes.sort { $0.name < $1.name }
    entity.relationships.sort { $0.name < $1.name }
    entity.uniqueness = lists(element, "uniquenessConstraints", "uniquenessConstraint", "constraint")
    entity.compoundIndexes = lists(element, "compoundIndexes", "compoundIndex", "index")
    entity.indexes = element.children("fetchIndex").compactMap { fetchIndex($0) }
    noteIndexedProperties(of: &entity)
    return entity
  }

  /// The compiler says each index in both forms: an attribute marked as indexed gets a fetch index of its name; a fetch index of
  /// one property marks the attribute, and one of several is a compound index too.
  private func noteIndexedProperties(of entity: inout Entity) {
    for attribute in entity.attributes
    where attribute.isIndexed && !entity.indexes.contains(where: { $0.name == attribute.name.text }) {
      entity.indexes.append(FetchIndex(name: attribute.name.text, elements: [FetchIndex.Element(attribute.name)]))
    }
    for index in entity.indexes where index.elements.allSatisfy({ $0.expression == nil }) {
      let names = index.elements.map(\.property)
      if names.count > 1 { entity.compoundIndexes.append(names) }
      guard names.count == 1, let position = entity.attributes.firstIndex(where: { $0.name == names[0] }) else { continue }
      entity.attributes[position].isIndexed = true
    }
  }

  private func lists(_ element: MarkupElement, _ outer: String, _ middle: String, _ inner: String) -> [[PropertyName]] {
    element.children(outer).flatMap { $0.children(middle) }.map { list in
      list.children(inner).compactMap { $0.attributes["value"] }.map { PropertyName($0) }
    }
  }

  func userInfo(_ element: MarkupElement) -> [String: String] {
    var info: [String: String] = [:]
    for entry in element.children("userInfo").flatMap({ $0.children("entry") }) {
      if let key = entry.attributes["key"] { info[key] = entry.attributes["value"] ?? "" }
    }
    return info
  }

  private mutating func fetchIndex(_ element: MarkupElement) -> FetchIndex? {
    note(element, known: ["name", "partialIndexPredicate"], children: ["fetchIndexElement"])
    guard let name = element.attributes["name"] else {
      note(unknown: "index without a name")
      return nil
    }
    var index = FetchIndex(name: name, elements: [], predicate: element.attributes["partialIndexPredicate"])
    for child in element.children("fetchIndexElement") {
      note(child, known: ["property", "expression", "expressionType", "type", "order"])
      guard let property = child.attributes["property"] ?? child.attributes["expression"] else { continue }
      let isAscending = child.attributes["order"]?.lowercased() != "descending"
      var part = FetchIndex.Element(
        PropertyName(property), ascending: isAscending, rtree: child.attributes["type"]?.lowercased() == "rtree")
      if child.attributes["property"] == nil { part.expression = child.attributes["expression"] }
      index.elements.append(part)
    }
    return index
  }
}
