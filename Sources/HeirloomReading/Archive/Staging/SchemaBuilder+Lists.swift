internal import HeirloomFindings
internal import HeirloomSchema
internal import HeirloomSQLite

/// What a list becomes: a collection of values, or relationships to what it holds.
extension SchemaBuilder {
  mutating func pieces(
    of list: StagedList, _ property: StagedProperty, _ entity: EntityName, _ declared: Relationship?, taken: Bool
  ) throws -> [Piece] {
    var result: [Piece] = []
    let kind: CollectionKind =
      switch list.form {
      case .list: .list;
      case .set: .set;
      case .dictionary: .dictionary
      }
    func free(_ suffix: String) -> PropertyName {
      PropertyName(taken || !result.isEmpty ? "\(property.name)_\(suffix)" : property.name)
    }
    func relationship(_ destination: EntityName) -> Relationship {
      var relationship = Relationship(free(destination.text), to: destination, many: true)
      relationship.isOrdered = list.form == .list
      relationship.collection = list.form == .list ? nil : kind
      return relationship
    }
    func source(_ element: StagedExpression, _ condition: StagedExpression?) -> ListSource {
      ListSource(table: list.table, element: element, key: .column("key"), condition: condition)
    }
    if holdsKeys, let declared {
      return [.toMany(declared, source(.converted(.int64, "value"), nil))]
    }
    if let declared, declared.isToMany, list.profile.values > 0 {
      let target = try reference(declared.destination, "value", list.table, property, entity)
      return [.toMany(declared, source(target, target))]
    }
    for child in list.objects where !child.properties.isEmpty {
      if let attribute = given?.attribute(PropertyName(property.name), of: entity) {
        findings.append(
          Finding(
            .archiveValueRefused,
            "lists of objects in '\(property.name)' are no values of the type '\(attribute.swiftType ?? attribute.type.rawValue)', "
              + "and are read as '\(name(of: child))'",
            at: .store(StorePlace(entity: entity.text, property: property.name)), count: list.objectCount))
        continue
      }
      var link = relationship(name(of: child))
      link.ownsDestination = copies.records[child.number] == nil && child.owner != nil
      let element = StagedExpression.whenKind(1, entity: child.number, link: nil, record(of: child, .column("target")))
      result.append(.toMany(link, source(element, element)))
    }
    for name in list.links.keys.sorted() {
      let lookup = try reference(
        EntityName(name), "link", list.table, property, entity, condition: "kind = 2 AND value = \(sqlText(name))")
      let element = StagedExpression.whenKind(2, entity: nil, link: name, lookup)
      result.append(.toMany(relationship(EntityName(name)), source(element, element)))
    }
    if list.references > 0 {
      for number in try identified(list.table, "link", condition: "kind = 3") {
        let child = stager.entities[number]
        let element = StagedExpression.whenKind(
          3, entity: nil, link: nil, record(of: child, .identity(entity: number, column: "link")))
        let name = name(of: child)
        if let known = result.firstIndex(where: { if case .toMany(let link, _) = $0 { link.destination == name } else { false } }
        ),
          case .toMany(let link, let source) = result[known]
        {
          // Objects of one class, some written out and some referred to, are one relationship.
          let both = StagedExpression.either(source.element, element)
          result[known] = .toMany(link, ListSource(table: list.table, element: both, key: .column("key"), condition: both))
        } else {
          result.append(.toMany(relationship(name), source(element, element)))
        }
      }
    }
    if list.profile.values > 0 || (result.isEmpty && list.rows >= 0) {
      let declaredType = given?.attribute(PropertyName(property.name), of: entity)
      let decision = list.profile.decision
      if declaredType == nil { say(decision, property.name, entity) }
      let element = declaredType?.collection == nil ? declaredType?.arrayElementType : nil
      var attribute = Attribute(free("value"), element ?? declaredType?.type ?? decision.type, optional: list.nulls > 0)
      if let declaredType, declaredType.collection == nil, element == nil, list.profile.values > 0 {
        findings.append(
          Finding(
            .archiveValueRefused,
            "lists of '\(property.name)' are no values of the type '\(declaredType.swiftType ?? declaredType.type.rawValue)'",
            at: .store(StorePlace(entity: entity.text, property: property.name)), count: list.profile.values))
      }
      attribute.collection = declaredType?.collection ?? kind
      if list.rows > 0 {
        let expression: StagedExpression =
          list.profile.files > 0 ? .fileOrConverted(attribute.type, "value") : .converted(attribute.type, "value")
        let only = result.isEmpty ? nil : StagedExpression.whenKind(0, entity: nil, link: nil, .column("owner"))
        var list = source(expression, only)
        if holdsKeys, attribute.type == .mixed { list.type = .column("link") }
        result.append(.values(attribute, list))
      } else if !(given != nil && isKnown(property.name, entity)) {
        findings.append(
          Finding(
            .archiveEmptyProperty, "'\(property.name)' is an empty list in every record",
            at: .store(StorePlace(entity: entity.text, property: property.name))))
        result.append(
          .values(
            attribute, ListSource(table: "(SELECT 0 AS owner, 0 AS position, NULL AS key, NULL AS value WHERE 0)", element: .null)
          ))
      }
    }
    return result
  }
}
