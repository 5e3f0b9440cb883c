public import HeirloomFindings
public import HeirloomSchema

/// The schemas that a store, a model file or SwiftData source declares, with their version hashes.
public struct SchemaReport: Sendable, Hashable {
  public struct Version: Sendable, Hashable {
    public var schema: Schema
    /// The model version checksum in base64; nil where it cannot be computed.
    public var checksum: String?
    /// The version hashes digest in base64; nil where it cannot be computed.
    public var digest: String?
    /// Each entity's version hash; an entity without one has no entry.
    public var hashes: [EntityName: [UInt8]]

    public init(_ schema: Schema, checksum: String? = nil, digest: String? = nil, hashes: [EntityName: [UInt8]] = [:]) {
      self.schema = schema
      self.checksum = checksum
      self.digest = digest
      self.hashes = hashes
    }
  }

  /// What was read, as the user named it.
  public var subject: String
  public var versions: [Version]
  public var plans: [MigrationPlan]
  public var findings: [Finding]

  public init(of subject: String, versions: [Version], plans: [MigrationPlan] = [], findings: [Finding] = []) {
    self.subject = subject
    self.versions = versions
    self.plans = plans
    self.findings = findings
  }

  /// 0 unless a part of a schema could not be read.
  public var exitStatus: ExitStatus { findings.first { $0.severity == .error }?.exitStatus ?? .done }
}

extension SchemaReport: Report {
  public var json: JSONValue {
    [
      "contract": 1, "versions": .array(versions.map(\.json)), "plans": .array(plans.map(\.json)), "findings": findings.json,
    ]
  }

  public var document: Document {
    var blocks: [Document.Block] = []
    for version in versions {
      let name = version.schema.name.isEmpty ? subject : version.schema.name
      let identifiers = version.schema.identifiers.joined(separator: ", ")
      blocks.append(.heading(identifiers.isEmpty ? name : "\(name) (\(identifiers))"))
      var facts: [Document.Fact] = []
      if let checksum = version.checksum { facts.append(.init("checksum", checksum)) }
      if let digest = version.digest { facts.append(.init("digest", digest)) }
      if !facts.isEmpty { blocks.append(.facts(facts)) }
      blocks.append(.table(version.table))
    }
    for plan in plans {
      blocks.append(.heading(plan.name))
      blocks.append(
        .table(
          Table([.init("from"), .init("to"), .init("stage")], rows: plan.stages.map { [$0.from, $0.to, $0.kind.rawValue] })))
    }
    if !findings.isEmpty { blocks += [.heading("Findings"), .findings(findings)] }
    return Document(title: "Schema of \(subject)", blocks: blocks)
  }
}

extension SchemaReport.Version {
  var json: JSONValue {
    [
      "name": .string(schema.name), "identifier": .string(orNull: schema.identifiers.first),
      "identifiers": .strings(schema.identifiers), "checksum": .string(orNull: checksum), "digest": .string(orNull: digest),
      "entities": .array(
        schema.entities.map { entity in
          [
            "name": .string(entity.name.text), "parent": .string(orNull: entity.parent?.text),
            "abstract": .bool(entity.isAbstract), "versionHash": .string(orNull: hashes[entity.name].map(hexadecimal)),
            "attributes": .array(entity.attributes.map(\.json)),
            "relationships": .array(entity.relationships.map(\.json)),
            "unique": .array(entity.uniqueness.map { .strings($0.map(\.text)) }),
          ]
        }),
    ]
  }

  fileprivate var table: Table {
    Table(
      [.init("entity"), .init("property"), .init("type"), .init("version hash")],
      rows: schema.entities.flatMap { entity in
        let name = entity.name.text + (entity.parent.map { ": \($0)" } ?? "") + (entity.isAbstract ? " (abstract)" : "")
        let hash = hashes[entity.name].map { hexadecimal(Array($0.prefix(4))) + "…" } ?? ""
        let attributes = entity.attributes.map { ["", $0.name.text, $0.shownType + ($0.isOptional ? "?" : ""), ""] }
        let relationships = entity.relationships.map { relationship in
          [
            "", relationship.name.text,
            relationship.isToMany ? "[\(relationship.destination)]" : relationship.destination.text + "?", "",
          ]
        }
        return [[name, "", "", hash]] + attributes + relationships
      })
  }
}

extension MigrationPlan {
  fileprivate var json: JSONValue {
    [
      "name": .string(name), "schemas": .strings(schemas),
      "stages": .array(stages.map { ["kind": .string($0.kind.rawValue), "from": .string($0.from), "to": .string($0.to)] }),
    ]
  }
}

/// Bytes as lower-case hex digits.
func hexadecimal(_ bytes: [UInt8]) -> String {
  bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
}
