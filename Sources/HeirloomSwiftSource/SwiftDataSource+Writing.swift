package import HeirloomFindings
package import HeirloomSchema

/// Source that was written for a schema, and what it says.
package struct WrittenSource: Sendable {
  package var text: String
  /// The schema as the text expresses it: reading the text gives it again.
  package var schema: Schema
  /// What had no equivalent; the text has a comment at the same place.
  package var findings: [Finding]
}

extension SwiftDataSource {
  /// Writes a schema as SwiftData source: one `VersionedSchema` with its models, and the Codable types they use.
  ///
  /// - Parameters:
  ///   - name: what the version is called.
  ///   - identifier: three numbers; anything else becomes 1.0.0.
  package static func write(_ schema: Schema, as name: String = "AppSchemaV1", identifier: String = "1.0.0") -> WrittenSource {
    let content = Expressible(schema)
    var writer = SourceWriter(content, as: name, identifier: identifier)
    let text = writer.version()
    var written = content.schema
    (written.name, written.identifiers) = (name, [identifier])
    return WrittenSource(text: writer.imports + "\n" + text, schema: written, findings: content.findings)
  }

  /// What written source calls the entities whose own names Swift does not accept.
  package static func entityNames(for schema: Schema) -> [EntityName: EntityName] {
    var types = Set(schema.entities.map(\.name.text)), result: [EntityName: EntityName] = [:]
    for entity in schema.entities {
      let name = SwiftNames.type(entity.name.text, among: types)
      types.insert(name)
      if name != entity.name.text { result[entity.name] = EntityName(name) }
    }
    return result
  }

  /// Writes versions and the plan that leads through them, in one source.
  ///
  /// A custom stage without closures gets empty ones, with its notes as comments.
  /// - Parameters:
  ///   - versions: in order; their names and first identifiers are used.
  ///   - notes: what a custom stage has to do, by the version it leads to.
  package static func writePlan(
    named plan: String, versions: [Schema], stages: [MigrationStage], notes: [String: [String]] = [:]
  ) -> WrittenSource {
    var text = "", imports: Set<Substring> = [], findings: [Finding] = []
    for version in versions {
      let content = Expressible(version)
      var writer = SourceWriter(content, as: version.name, identifier: version.identifiers.first ?? "1.0.0")
      text += "\n" + writer.version()
      imports.formUnion(writer.imports.split(separator: "\n"))
      findings += content.findings
    }
    text += "\n" + PlanWriter(name: plan, versions: versions.map(\.name), stages: stages, notes: notes).text
    return WrittenSource(
      text: imports.sorted().joined(separator: "\n") + "\n" + text, schema: versions.last ?? Schema(), findings: findings)
  }
}
