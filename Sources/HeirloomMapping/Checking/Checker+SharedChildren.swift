internal import HeirloomFindings
package import HeirloomSchema

extension Checker {
  /// `SharedChildren("Customer.address", .clone)`
  mutating func readSharedChildren(_ call: MappingFile.Call, _ place: TextPlace) {
    guard call.arguments.count == 2, case .text(let path) = call.arguments[0].value.kind,
      case .implicitMember(let name) = call.arguments[1].value.kind,
      let policy = SharedChildrenRule.Policy(rawValue: name)
    else {
      report(
        .wrongArguments, "'SharedChildren' takes the relationship of an owner to its children, and .clone or .fail", place,
        help: "SharedChildren(\"Customer.address\", .clone)")
      return
    }
    let spot = call.arguments[0].value.place
    if let block = call.block { report(.wrongArguments, "'SharedChildren' has no block", block.parameters.first?.place ?? place) }
    let parts = path.split(separator: ".", maxSplits: 1).map { String($0) }
    guard let entity = sourceEntity(parts.first ?? "", at: spot) else { return }
    guard parts.count == 2 else {
      report(
        .wrongArguments, "'SharedChildren' names a relationship, and '\(path)' is an entity", spot,
        help: "SharedChildren(\"\(path).…\", .\(name))")
      return
    }
    guard let property = sourceProperty(parts[1], of: entity.name, at: spot) else { return }
    guard source.relationship(property, of: entity.name) != nil else {
      report(.wrongType, "'\(path)' is not a relationship", spot)
      return
    }
    let relationship = SourceRelationship(source.declarer(of: property, in: entity.name) ?? entity.name, property)
    if plan.sharedChildren.contains(where: { $0.relationship == relationship }) {
      report(.doubleAssignment, "'\(path)' has a 'SharedChildren' already", place)
      return
    }
    plan.sharedChildren.append(SharedChildrenRule(relationship: relationship, policy: policy, place: place))
  }

  /// Marks the links whose shared records are copied, and finds policies that say nothing or cannot be kept.
  mutating func applySharedChildren() {
    for index in plan.links.indices where target.allowsOneOwner(plan.links[index].relationship) {
      let ways = leads(plan.links[index].value, plan.rules[plan.links[index].rule].locals)
      plan.links[index].leads = ways.count == 1 ? ways.first : nil
    }
    for (number, rule) in plan.sharedChildren.enumerated() {
      let found = plan.links.indices.compactMap { index in isBackward(plan.links[index], rule.relationship).map { (index, $0) } }
      if found.isEmpty {
        report(
          .unusedPolicy,
          "no relationship that allows one owner is filled from '\(rule.relationship.declarer).\(rule.relationship.name)'",
          rule.place)
      }
      guard rule.policy == .clone else { continue }
      for (index, isBackward) in found { plan.links[index].copies = SharedCopies(policy: number, isBackward: isBackward) }
      for (index, _) in found.prefix(1) { checkKeys(of: ends(of: plan.links[index]).child, rule.place) }
    }
    if let circle = copyCircle() {
      let rule = plan.sharedChildren.first { $0.policy == .clone }
      report(
        .copiesInCircle, "copies of '\(circle)' would need copies of '\(circle)'", rule?.place,
        help: "let one of the relationships fail: SharedChildren(\"…\", .fail)")
      for index in plan.links.indices { plan.links[index].copies = nil }
    }
  }

  /// Whether the link carries what the relationship of the source shares, and from which end; nil when it has nothing to do with it.
  private func isBackward(_ link: LinkAssignment, _ shared: SourceRelationship) -> Bool? {
    if target.allowsOneOwner(link.relationship), leads(link.value, plan.rules[link.rule].locals).contains(shared) { return false }
    // Where each child had one owner before, the children hold the links; copies of owners share them all the same.
    guard !link.relationship.isToMany, let inverse = target.inverse(of: link.relationship), target.allowsOneOwner(inverse),
      case .record = link.value, let carried = link.carries,
      let legacy = source.relationship(shared.name, of: shared.declarer), let back = source.inverse(of: legacy)
    else { return nil }
    let declarer = source.declarer(of: back.name, in: legacy.destination) ?? legacy.destination
    return carried == SourceRelationship(declarer, back.name) ? true : nil
  }

  private func ends(of link: LinkAssignment) -> (owner: EntityName, child: EntityName) {
    let (near, far) = (plan.rules[link.rule].target, link.relationship.destination)
    return link.copies?.isBackward == true ? (far, near) : (near, far)
  }

  /// Copies take their values from one record: a unique one must be made of the record itself.
  private mutating func checkKeys(of destination: EntityName, _ place: TextPlace?) {
    let goals = Set(target.family(of: destination).map(\.name))
    var told: Set<String> = []
    for rule in plan.rules where goals.contains(rule.target) {
      for constraint in target.lineage(of: rule.target).flatMap(\.uniqueness) {
        let values = constraint.compactMap { name in rule.attributes.first { $0.attribute == name } }
        let differs = values.contains { attribute in
          if case .constant(.null) = attribute.value.kind { return true }
          return attribute.value.makesStableUUID(rule.locals)
        }
        let name = "\(rule.target).\(constraint.map(\.text).joined(separator: ", "))"
        guard values.count == constraint.count, !differs, told.insert(name).inserted else { continue }
        report(
          .copiesRepeatKey, "'\(name)' is unique, and a copy would have the value of the record it is made of", place,
          help: "make it with 'UUID(stableFor: old)', which differs for each copy")
      }
    }
  }

  /// The table of an entity whose copies would lead to copies of its own.
  private func copyCircle() -> EntityName? {
    let edges = plan.links.filter { $0.copies != nil }.map { link in
      (from: target.root(of: ends(of: link).owner), to: target.root(of: ends(of: link).child))
    }
    for start in edges.map(\.from) {
      var reached: Set<EntityName> = [], open = [start]
      while let next = open.popLast() {
        for edge in edges where edge.from == next {
          if edge.to == start { return start }
          if reached.insert(edge.to).inserted { open.append(edge.to) }
        }
      }
    }
    return nil
  }

  // MARK: - Where links come from

  /// The relationships of the source at the end of the ways that a value takes.
  private func leads(_ value: LinkAssignment.Value, _ lets: [Expression]) -> Set<SourceRelationship> {
    switch value {
    case .record(let value): leads(value, lets)
    case .several(let values): values.reduce(into: []) { $0.formUnion(leads($1, lets)) }
    case .records(let collection): leads(collection, lets)
    case .mapped(let collection, let value): leads(value, lets, within: collection)
    case .either, .chosen, .required: value.ways.reduce(into: []) { $0.formUnion(leads($1, lets)) }
    case .lookup, .lookups, .reject, .inverse, .empty: []
    }
  }

  private func leads(
    _ value: Expression, _ lets: [Expression], within collection: Collection? = nil
  ) -> Set<SourceRelationship> {
    switch value.kind {
    case .column(let row, let name):
      return source.declarer(of: PropertyName(name), in: row.entity).map { [SourceRelationship($0, PropertyName(name))] } ?? []
    case .identity(.element(let depth, _)): return collection.map { $0.depth == depth ? leads($0, lets) : [] } ?? []
    case .local(let number): return lets.indices.contains(number) ? leads(lets[number], lets) : []
    case .coalesce(let a, let b), .conditional(_, let a, let b):
      return leads(a, lets, within: collection).union(leads(b, lets, within: collection))
    case .require(let inner, _): return leads(inner, lets, within: collection)
    case .first(let inner), .collection(let inner): return leads(inner, lets)
    case .list(let inner, let value), .mapped(let inner, let value), .flattened(let inner, let value),
      .pick(let inner, let value):
      return leads(value, lets, within: inner)
    case .several(let values), .operation(_, let values):
      return values.reduce(into: []) { $0.formUnion(leads($1, lets, within: collection)) }
    default: return []
    }
  }

  private func leads(_ collection: Collection, _ lets: [Expression]) -> Set<SourceRelationship> {
    switch collection.source {
    case .links(_, let declarer, let property): [SourceRelationship(declarer, property)]
    case .keys(let list): leads(list, lets)
    case .enclosed(let inner): leads(inner, lets)
    case .values, .elements: []
    }
  }
}

extension Schema {
  /// The other end of the relationship holds one record, so that two owners cannot have the same.
  package func allowsOneOwner(_ relationship: Relationship) -> Bool {
    guard let inverse = inverse(of: relationship) else { return relationship.isToMany }
    let isItsOwn = inverse.name == relationship.name && inverse.destination == relationship.destination
    return !inverse.isToMany && !isItsOwn
  }
}

extension Expression {
  /// The value is, or is made of, a name-based UUID.
  package func makesStableUUID(_ lets: [Expression]) -> Bool {
    switch kind {
    case .operation(.uuidStable, _): true
    case .local(let number): lets.indices.contains(number) && lets[number].makesStableUUID(lets)
    default: parts.contains { $0.makesStableUUID(lets) }
    }
  }
}
