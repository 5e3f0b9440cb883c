internal import HeirloomFindings

extension ConversionReport: Report {
  public var json: JSONValue {
    let json: JSONValue = [
      "contract": 1, "status": .string(outcome.rawValue), "exitCode": .integer(Int64(exitStatus.rawValue)),
      "source": ["path": .string(source.path), "kind": .string(source.kind), "sha256": .string(orNull: source.sha256)],
      "target": ["path": .string(target.path), "version": .string(orNull: target.version)],
      "entities": .array(entities.map(\.json)),
      "relationships": .array(relationships.map(\.json)),
      "attributes": .array(attributes.map(\.json)),
      "dropped": .array(dropped.map(\.json)),
      "metadata": metadata?.json ?? .null,
      "balanced": .bool(isBalanced && outcome != .failed), "findings": findings.json, "seconds": .real(seconds),
    ]
    return migration.map { json.adding("migration", $0.json) } ?? json
  }
}

extension EntityLedger {
  var json: JSONValue {
    [
      "source": .string(source), "target": .string(target), "read": .integer(read), "skipped": .integer(skipped),
      "merged": .integer(merged), "rejected": .integer(rejected), "written": .integer(written),
      "verified": .integer(orNull: verified),
    ]
  }
}

extension RelationshipLedger {
  var json: JSONValue {
    [
      "target": .string(target), "source": .string(orNull: source), "before": .integer(before), "skipped": .integer(skipped),
      "merged": .integer(merged), "after": .integer(after), "verified": .integer(orNull: verified),
    ]
  }
}

extension AttributeComparison {
  var json: JSONValue {
    let json: JSONValue = ["target": .string(target), "compared": .integer(compared), "different": .integer(different)]
    return defaulted.map { json.adding("defaulted", .integer($0)) } ?? json
  }
}

extension DroppedSource {
  var json: JSONValue {
    ["source": .string(name), "because": .string(reason), "count": .integer(orNull: count)]
  }
}
