internal import HeirloomSchema

extension Comparison {
  mutating func compareAttributes(_ before: Entity, _ after: Entity) {
    let new = matching.new, old = matching.old
    var continued: Set<PropertyName> = [], added: [Attribute] = []
    for attribute in new.attributes(of: after.name) where !attribute.isTransient {
      let isOwn = answers(after.name, for: attribute.name, inNew: true)
      guard let match = matching.attribute(attribute, of: after.name) else {
        if isOwn { added.append(attribute) }
        continue
      }
      continued.insert(match.name)
      if isOwn || before.attributes.contains(where: { $0.name == match.name }) { compare(match, attribute, of: after) }
    }
    let removed = old.attributes(of: before.name).filter { attribute in
      !attribute.isTransient && !continued.contains(attribute.name) && answers(before.name, for: attribute.name, inNew: false)
    }
    let likely = Likeness.renames(from: removed, to: added)
    for attribute in added {
      add(attribute, of: after, removed: removed, wasRelationship: old.relationship(attribute.name, of: before.name) != nil)
    }
    for attribute in removed where new.relationship(attribute.name, of: after.name) == nil {
      changes.append(
        SchemaChange(
          .attributeRemoved, after.name, attribute.name, from: attribute.type.rawValue, needs: .automatic,
          because: "its values are deleted with it",
          question: likely[attribute.name].map {
            "was '\(attribute.name)' renamed to '\($0)'? Then write originalName: \"\(attribute.name)\"; without it the values are lost"
          }
            ?? destiny(of: attribute, in: after, added: added), at: after.place))
    }
  }

  private mutating func add(_ attribute: Attribute, of entity: Entity, removed: [Attribute], wasRelationship: Bool) {
    if wasRelationship {
      changes.append(
        SchemaChange(
          .propertyKindChanged, entity.name, attribute.name, from: "a relationship", to: attribute.type.rawValue, needs: .custom,
          because: "a value has to be made out of the linked records", at: attribute.place))
      return
    }
    let isFree = attribute.isOptional || attribute.defaultValue != nil
    changes.append(
      SchemaChange(
        .attributeAdded, entity.name, attribute.name, to: "\(attribute.type.rawValue)\(attribute.isOptional ? ", optional" : "")",
        needs: isFree ? .automatic : .custom,
        because: attribute.isOptional
          ? "existing records get nil"
          : isFree ? "existing records get the default" : "existing records have no value for it and there is no default",
        at: attribute.place))
  }

  private mutating func compare(_ before: Attribute, _ after: Attribute, of entity: Entity) {
    func report(
      _ kind: SchemaChange.Kind, from: String? = nil, to: String? = nil, _ need: MigrationNeed, _ why: String,
      question: String? = nil
    ) {
      changes.append(
        SchemaChange(
          kind, entity.name, after.name, from: from, to: to, needs: need, because: why, question: question, at: after.place))
    }
    if before.name != after.name {
      report(
        .attributeRenamed, from: "'\(before.name)'", to: "'\(after.name)'", .automatic, "originalName carries the values over")
    }
    compareTypes(before, after, report)
    if before.isOptional, !after.isOptional {
      report(
        .becameRequired, .custom,
        after.defaultValue == nil
          ? "records without a value must get one first"
          : "nils that exist must get a value first: a lightweight stage gives them the default, a custom stage any other")
    } else if !before.isOptional, after.isOptional {
      report(.becameOptional, .automatic, "every value that exists stays valid")
    }
    if before.defaultValue != after.defaultValue, !isSameExpression(before, after) {
      report(.defaultChanged, .automatic, "only new records take the default; it is not part of the version hash")
    }
    if before.allowsExternalStorage != after.allowsExternalStorage
      || before.preservesValueOnDeletion != after.preservesValueOnDeletion
    {
      report(.storageChanged, .lightweight, "where the value is kept is part of the version hash")
    }
    if before.hashModifier != after.hashModifier {
      report(.modifierChanged, .lightweight, "a hash modifier exists to force a migration")
    }
  }

  /// A store records one value of `UUID()`; that is no change of the default.
  private func isSameExpression(_ before: Attribute, _ after: Attribute) -> Bool {
    func isMade(_ value: DefaultValue?) -> Bool {
      switch value {
      case .expression, .uuid: true
      default: false
      }
    }
    return before.type == .uuid && isMade(before.defaultValue) && isMade(after.defaultValue)
  }

  private func compareTypes(
    _ before: Attribute, _ after: Attribute,
    _ report: (SchemaChange.Kind, String?, String?, MigrationNeed, String, String?) -> Void
  ) {
    if before.isEnumeration, after.isEnumeration, before.elements.map(\.type) == after.elements.map(\.type),
      before.elements.count == 1
    {
      return compareCases(before, after, report)
    }
    guard before.type == after.type, before.collection == after.collection else {
      return report(
        .typeChanged, before.type.rawValue, after.type.rawValue, .custom, "the framework does not convert values", nil)
    }
    if before.type == .transformable, let old = before.transformer, let new = after.transformer, old != new {
      report(
        .typeChanged, "transformer '\(old)'", "transformer '\(new)'", .custom, "what one transformer wrote another may not read",
        nil)
    }
    if before.type == .transformable, let old = before.valueClass, let new = after.valueClass, old != new, old != "NSObject",
      new != "NSObject"
    {
      report(.typeChanged, old, new, .custom, "the archived values are of another class", nil)
    }
    guard before.type == .composite else { return }
    func shape(_ attribute: Attribute) -> [String] {
      attribute.elements.map {
        "\($0.name == attribute.name ? "" : $0.name.text): \($0.type.rawValue)\($0.elements.isEmpty ? "" : " of \(shape($0))")"
      }.sorted()
    }
    if shape(before) != shape(after) {
      report(
        .typeChanged, before.enumeration?.name ?? "a composite", after.enumeration?.name ?? "another composite", .custom,
        "its columns change, and lightweight migration fails on that (error 134110)", nil)
    }
  }

  private func compareCases(
    _ before: Attribute, _ after: Attribute,
    _ report: (SchemaChange.Kind, String?, String?, MigrationNeed, String, String?) -> Void
  ) {
    guard let old = before.enumeration, let new = after.enumeration else { return }
    let gone = old.cases.filter { one in !new.cases.contains { $0.rawValue == one.rawValue } }
    let come = new.cases.filter { one in !old.cases.contains { $0.rawValue == one.rawValue } }
    if !gone.isEmpty {
      report(
        .casesChanged, "'\(gone.map(\.name).joined(separator: "', '"))'", nil, .custom,
        "records that hold a case that is gone cannot be read", "what becomes of records with '\(gone[0].name)'?")
    } else if !come.isEmpty {
      report(
        .casesChanged, nil, "'\(come.map(\.name).joined(separator: "', '"))' too", .automatic,
        "every value that exists stays valid", nil)
    }
  }
}
