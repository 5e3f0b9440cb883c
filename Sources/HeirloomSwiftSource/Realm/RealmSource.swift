internal import HeirloomFindings
internal import HeirloomSchema
internal import SwiftSyntax

/// Source for Realm's Swift SDK as a schema, to compare with a file or to map from.
///
/// Both generations of the SDK's models: `@Persisted var`, and `@objc dynamic var` with `List<T>()` and `RealmOptional`.
/// Properties have the names of the file's columns. See docs/formats/realm-source.md.
struct RealmSource {
  let classes: RealmClasses
  private(set) var findings: [Finding] = []

  init(catalog: Catalog) { classes = RealmClasses(catalog: catalog) }

  /// The one version that the source declares; nil when it has no class of Realm's.
  mutating func read() -> Schema? {
    let all = classes.all
    guard let first = all.first else { return nil }
    var schema = Schema(name: first.file.name)
    schema.place = first.place
    var origins: [(entity: EntityName, origin: RealmProperty)] = []
    for type in all {
      let name = classes.name(of: type)
      guard schema[name] == nil else {
        findings.append(Finding(.declaredTwice, "two classes of Realm's are called '\(name)'", at: .text(type.place)))
        continue
      }
      let (entity, links) = read(type, name: name)
      schema[name] = entity
      origins += links.map { (name, $0) }
    }
    for (entity, origin) in origins { addInverse(origin, of: entity, to: &schema) }
    return schema
  }

  private mutating func read(_ type: TypeDeclaration, name: EntityName) -> (Entity, [RealmProperty]) {
    var entity = Entity(name)
    entity.className = type.simpleName
    entity.place = type.place
    entity.isEmbedded = classes.base(of: type) == .embedded
    if classes.base(of: type) == .asymmetric { entity.userInfo["realm.asymmetric"] = "true" }
    var origins: [RealmProperty] = []
    let lineage = classes.lineage(of: type)
    var ignored: Set<String> = [], indexed: Set<String> = [], renamed: [String: String] = [:]
    var key: String?
    for ancestor in lineage {
      ignored.formUnion(ancestor.names(listedBy: "ignoredProperties"))
      indexed.formUnion(ancestor.names(listedBy: "indexedProperties"))
      renamed.merge(RealmSource.mapping(ancestor)) { $1 }
      key = ancestor.returned(by: "primaryKey").flatMap { RealmClasses.propertyName($0) } ?? key
    }
    for ancestor in lineage {
      var reader = RealmPropertyReader(classes: classes, owner: ancestor)
      for property in reader.properties() where !ignored.contains(property.name.text) {
        var property = property
        if property.isPrimaryKey { key = property.name.text }
        if indexed.contains(property.name.text) { property.isIndexed = true }
        let isKey = property.name.text == key
        if let column = renamed[property.name.text] { property.name = PropertyName(column) }
        if isKey {
          property.isPrimaryKey = true
          entity.primaryKey = property.name
          entity.uniqueness = [[property.name]]
        }
        if property.origin != nil { origins.append(property) } else { property.add(to: &entity, classes) }
      }
      findings += reader.findings
    }
    return (entity, origins)
  }

  /// `propertiesMapping()`: names in the code to names in the file.
  private static func mapping(_ type: TypeDeclaration) -> [String: String] {
    guard let dictionary = type.returned(by: "propertiesMapping")?.as(DictionaryExprSyntax.self),
      case .elements(let elements) = dictionary.content
    else { return [:] }
    return elements.reduce(into: [:]) { result, element in
      if let name = RealmClasses.propertyName(element.key), let column = Literals.string(element.value) { result[name] = column }
    }
  }

  /// Linking objects are the other end of a link: no column of their own, and the only place where its name is known.
  private mutating func addInverse(_ property: RealmProperty, of entity: EntityName, to schema: inout Schema) {
    guard let origin = property.origin, let source = property.target else { return }
    let sourceName = classes.name(of: source)
    guard var other = schema[sourceName], let index = other.relationships.firstIndex(where: { $0.name == origin }) else {
      let known = schema[sourceName]?.relationships.map(\.name.text) ?? []
      findings.append(
        Finding(
          .unknownKeyPath, "'\(sourceName)' has no link '\(origin)' whose other end '\(property.name)' could be",
          at: .text(property.place), help: closestName(to: origin.text, among: known).map { "did you mean '\($0)'?" }))
      return
    }
    var inverse = Relationship(property.name, to: sourceName, many: true, inverse: origin)
    inverse.place = property.place
    inverse.userInfo["realm.linkingObjects"] = "true"
    if other.relationships[index].inverse == nil { other.relationships[index].inverse = property.name }
    schema[sourceName] = other
    guard var owner = schema[entity] else { return }
    owner.relationships.append(inverse)
    schema[entity] = owner
  }
}
