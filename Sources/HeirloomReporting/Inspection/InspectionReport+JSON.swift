internal import HeirloomFindings
internal import HeirloomSchema

extension InspectionReport: Report {
  public var json: JSONValue {
    [
      "contract": 1,
      "store": [
        "kind": .string(store.kind), "formatVersion": .string(orNull: store.formatVersion),
        "modelVersions": .strings(store.modelVersions), "bytes": .integer(store.bytes), "path": .string(store.path),
        "versionHashes": .string(orNull: store.versionHashes),
      ],
      "entities": .array(schema.entities.map(json(of:))),
      "findings": findings.json,
    ]
  }

  private func json(of entity: Entity) -> JSONValue {
    [
      "name": .string(entity.name.text), "parent": .string(orNull: entity.parent?.text), "abstract": .bool(entity.isAbstract),
      "records": .integer(records[entity.name] ?? 0),
      "attributes": .array(entity.attributes.filter { !$0.isTransient }.map(\.json)),
      "relationships": .array(
        entity.relationships.filter { !$0.isTransient }.map { relationship in
          let links = links[RelationshipKey(entity.name, relationship.name)]
          return relationship.json
            .adding("links", .integer(links?.links ?? 0))
            .adding("dangling", .integer(links?.dangling ?? 0))
        }),
    ]
  }
}
