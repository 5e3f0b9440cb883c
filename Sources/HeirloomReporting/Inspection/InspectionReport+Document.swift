internal import HeirloomFindings
internal import HeirloomSchema

extension InspectionReport {
  public var document: Document {
    var facts = [Document.Fact("kind", store.kind)]
    if let format = store.formatVersion { facts.append(.init("format", format)) }
    if let hashes = store.versionHashes { facts.append(.init("hashes", hashes)) }
    if !store.modelVersions.isEmpty { facts.append(.init("model", store.modelVersions.joined(separator: ", "))) }
    facts.append(.init("size", counted(store.bytes, "byte")))
    var blocks: [Document.Block] = [.facts(facts), .heading("Entities"), .table(entityTable)]
    let relationships = relationshipTable
    if !relationships.rows.isEmpty { blocks += [.heading("Relationships"), .table(relationships)] }
    if !findings.isEmpty { blocks += [.heading("Findings"), .findings(findings)] }
    return Document(title: store.path, blocks: blocks)
  }

  private var entityTable: Table {
    Table(
      [.init("entity"), .init("records", numeric: true), .init("attributes")],
      rows: schema.entities.map { entity in
        var name = entity.name.text
        if let parent = entity.parent { name += ": \(parent)" }
        if entity.isAbstract { name += " (abstract)" }
        let attributes = entity.attributes.filter { !$0.isTransient }.map { attribute in
          "\(attribute.name) \(attribute.shownType)\(attribute.isOptional ? "?" : "")"
        }
        return [name, grouped(records[entity.name] ?? 0), attributes.joined(separator: ", ")]
      })
  }

  private var relationshipTable: Table {
    let rows = schema.entities.flatMap { entity in
      entity.relationships.filter { !$0.isTransient }.map { relationship in
        let links = links[RelationshipKey(entity.name, relationship.name)] ?? Links(links: 0)
        let destination = relationship.isToMany ? "[\(relationship.destination)]" : relationship.destination.text
        return [
          "\(entity.name).\(relationship.name)", destination + (relationship.isOrdered ? " in order" : ""),
          relationship.inverse?.text ?? "-",
          grouped(links.links), grouped(links.dangling),
        ]
      }
    }
    return Table(
      [.init("relationship"), .init("to"), .init("inverse"), .init("links", numeric: true), .init("dangling", numeric: true)],
      rows: rows)
  }
}
