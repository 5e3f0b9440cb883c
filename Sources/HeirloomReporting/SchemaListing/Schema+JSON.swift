internal import HeirloomFindings
internal import HeirloomSchema

extension Attribute {
  /// The type as reports show it: an enum's or Codable's own name where it is known, `[String]` for a collection.
  var shownType: String {
    switch collection {
    case .list?: "[\(type.rawValue)]"
    case .set?: "Set<\(type.rawValue)>"
    case .dictionary?: "[String: \(type.rawValue)]"
    case nil: type.rawValue
    }
  }

  var json: JSONValue {
    var json: JSONValue = ["name": .string(name.text), "type": .string(type.rawValue), "optional": .bool(isOptional)]
    if let collection { json = json.adding("collection", .string(collection.rawValue)) }
    if !elements.isEmpty { json = json.adding("elements", .array(elements.map(\.json))) }
    if let swiftType { json = json.adding("swiftType", .string(swiftType)) }
    if let enumeration { json = json.adding("cases", .strings(enumeration.cases.map(\.name))) }
    if let renamingIdentifier { json = json.adding("originalName", .string(renamingIdentifier)) }
    if allowsExternalStorage { json = json.adding("externalStorage", true) }
    if let transformer { json = json.adding("transformer", .string(transformer)) }
    return json
  }
}

extension Relationship {
  var json: JSONValue {
    var json: JSONValue = [
      "name": .string(name.text), "destination": .string(destination.text), "inverse": .string(orNull: inverse?.text),
      "toMany": .bool(isToMany), "ordered": .bool(isOrdered),
    ]
    if let collection { json = json.adding("collection", .string(collection.rawValue)) }
    if ownsDestination { json = json.adding("embedded", true) }
    if let renamingIdentifier { json = json.adding("originalName", .string(renamingIdentifier)) }
    return json
  }
}
