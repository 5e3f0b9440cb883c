internal import HeirloomFindings
internal import HeirloomSchema

extension Checker {
  mutating func assign(_ path: [String], _ term: Term, at place: TextPlace, _ scope: Scope) {
    let target = plan.rules[scope.rule].target
    var scope = scope
    scope.property = path.joined(separator: ".")
    let name = PropertyName(path[0])
    if let relationship = self.target.relationship(name, of: target) {
      assign(relationship, path, term, at: place, scope)
      return
    }
    guard let attribute = self.target.attribute(name, of: target) else {
      let names = propertyNames(of: target, in: self.target)
      report(
        .unknownAttribute, "'\(target)' has no attribute '\(path[0])'", place,
        help: closestName(to: path[0], among: names).map { "did you mean '\($0)'?" })
      _ = check(term, in: scope)
      return
    }
    guard let goal = goal(attribute, path, at: place) else { return }
    let key = path.joined(separator: ".")
    let value = coerce(check(term, in: scope, expecting: goal.type.base), to: goal, path: key, scope, at: term.place)
    if let first = assigned[scope.rule]?.attributes[key] {
      report(.doubleAssignment, "'\(key)' is assigned twice", place, help: "the first assignment is in line \(first.place.line)")
    }
    let before = assigned[scope.rule]?.defaulted.removeValue(forKey: key)
    assigned[scope.rule, default: Assigned()].attributes[key] = .init(alternatives: .value(value, before: before), place: place)
  }

  /// What an assignment has to give: the attribute, or the leaf of a composite that the path names.
  struct Goal {
    var attribute: Attribute
    var type: ValueType
  }

  mutating func goal(_ attribute: Attribute, _ path: [String], at place: TextPlace) -> Goal? {
    guard path.count > 1 else {
      return Goal(attribute: attribute, type: ValueType(ValueType.Base(attribute), optional: attribute.isOptional))
    }
    var leaf = attribute
    for name in path.dropFirst() {
      guard leaf.type == .composite, leaf.enumeration == nil else {
        report(.wrongType, "'\(leaf.name)' is \(ValueType.Base(leaf)) and has no parts", place)
        return nil
      }
      guard let next = leaf.elements.first(where: { $0.name.text == name }) else {
        let help = closestName(to: name, among: leaf.elements.map(\.name.text)).map { "did you mean '\($0)'?" }
        report(.unknownAttribute, "'\(leaf.name)' has no part '\(name)'", place, help: help)
        return nil
      }
      leaf = next
    }
    return Goal(attribute: leaf, type: ValueType(ValueType.Base(leaf), optional: attribute.isOptional || !leaf.isNeededPart))
  }
}
