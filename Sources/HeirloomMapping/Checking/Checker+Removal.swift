internal import HeirloomFindings
internal import HeirloomSchema

extension Checker {
  /// `Drop("SyncLog", because: "…")`, `Drop("Note.legacyFlags", because: "…")`
  mutating func readDrop(_ call: MappingFile.Call, _ place: TextPlace) {
    guard case .text(let path)? = call.arguments.first?.value.kind, call.arguments[0].label == nil else {
      report(.wrongArguments, "'Drop' takes the name of an entity or 'Entity.property' as a text", place)
      return
    }
    guard let because = call.arguments.dropFirst().first(where: { $0.label == "because" }),
      case .text(let reason) = because.value.kind,
      reason.contains(where: { !$0.isWhitespace })
    else {
      report(.wrongArguments, "'Drop' needs a reason", place, help: "Drop(\"\(path)\", because: \"…\")")
      return
    }
    for argument in call.arguments.dropFirst() where argument.label != "because" {
      report(
        .wrongArguments, "'Drop' takes one name and a reason", argument.value.place, help: "Drop(\"\(path)\", because: \"…\")")
    }
    if let block = call.block { report(.wrongArguments, "'Drop' has no block", block.parameters.first?.place ?? place) }
    let parts = path.split(separator: ".", maxSplits: 1).map { String($0) }
    guard let entity = sourceEntity(parts.first ?? "", at: call.arguments[0].value.place) else { return }
    var drop = Drop(entity: entity.name, property: nil, reason: reason, place: place)
    if parts.count == 2 {
      guard let name = sourceProperty(parts[1], of: entity.name, at: call.arguments[0].value.place) else { return }
      drop.property = name
    }
    plan.drops.append(drop)
  }

  /// `Orphans("Note.folder", .drop)`, `Orphans("Address", .fail)`
  mutating func readOrphans(_ call: MappingFile.Call, _ place: TextPlace) {
    guard call.arguments.count == 2, case .text(let path) = call.arguments[0].value.kind,
      case .implicitMember(let name) = call.arguments[1].value.kind,
      let policy = OrphanRule.Policy(rawValue: name)
    else {
      report(
        .wrongArguments, "'Orphans' takes an entity or its relationship to an owner, and .keep, .drop or .fail", place,
        help: "Orphans(\"Note.folder\", .drop)")
      return
    }
    let parts = path.split(separator: ".", maxSplits: 1).map { String($0) }
    guard let entity = sourceEntity(parts.first ?? "", at: call.arguments[0].value.place) else { return }
    var rule = OrphanRule(entity: entity.name, owner: nil, policy: policy, place: place)
    if parts.count == 2 {
      guard let property = sourceProperty(parts[1], of: entity.name, at: call.arguments[0].value.place) else { return }
      guard source.relationship(property, of: entity.name).map({ !$0.isToMany }) ?? false else {
        report(.wrongType, "'\(path)' is not a to-one relationship", call.arguments[0].value.place)
        return
      }
      rule.owner = property
    }
    plan.orphans.append(rule)
  }
}
