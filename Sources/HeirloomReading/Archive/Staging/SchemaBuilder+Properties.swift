internal import HeirloomFindings
internal import HeirloomSchema
internal import HeirloomSQLite

/// What a property of a staged entity becomes: attributes and relationships, one for each shape that its values have.
extension SchemaBuilder {
  enum Piece {
    case attribute(Attribute, StagedExpression)
    case values(Attribute, ListSource)
    case toOne(Relationship, StagedExpression)
    case toMany(Relationship, ListSource)
  }

  mutating func pieces(of property: StagedProperty, _ staged: StagedEntity, _ entity: EntityName) throws -> [Piece] {
    let place = Place.store(StorePlace(entity: entity.text, property: property.name))
    let declared = given?.relationship(PropertyName(property.name), of: entity)
    var result: [Piece] = []
    func free(_ wish: String, _ suffix: String) -> PropertyName { PropertyName(result.isEmpty ? wish : "\(wish)_\(suffix)") }

    if let place = property.scalarColumn {
      let column = staged.columns[place]
      if let declared, !declared.isToMany {
        result.append(.toOne(declared, try reference(declared.destination, column, staged.table, property, entity)))
      } else {
        result.append(attribute(property, column, staged, entity))
      }
    }
    for target in property.targets {
      let column = staged.columns[target.column]
      if let child = target.entity, target.kind == .object, let given = given?.attribute(PropertyName(property.name), of: entity)
      {
        result += parts(of: given, child, column, target.count, entity)
        continue
      }
      switch target.kind {
      case .object:
        guard let child = target.entity else { continue }
        if child.properties.isEmpty {
          findings.append(
            Finding(
              .archiveEmptyProperty,
              "\(shown(target.count)) objects of '\(property.name)' are empty: what they held was lost by the exporter",
              at: place, count: target.count))
          continue
        }
        link(property.name, to: child, .column(column), &result)
      case .link:
        let destination = EntityName(target.entityName ?? "")
        let relationship = Relationship(free(property.name, destination.text), to: destination)
        result.append(.toOne(relationship, try reference(destination, column, staged.table, property, entity)))
      case .reference:
        for number in try identified(staged.table, column) {
          link(property.name, to: stager.entities[number], .identity(entity: number, column: column), &result)
        }
        try countDangling(
          "SELECT count(*) FROM \(staged.table) WHERE \(column) IS NOT NULL AND \(column) NOT IN (SELECT identity FROM identities)",
          property.name, entity)
      }
    }
    if let list = property.list { result += try pieces(of: list, property, entity, declared, taken: !result.isEmpty) }
    if result.isEmpty, property.list == nil {
      if given != nil, isKnown(property.name, entity) {
        // The column stays, empty: the store that was exported had it.
        let isTyping = SchemaBuilder.typed(property.name) != nil
        return isTyping ? [.attribute(Attribute(PropertyName(property.name), .string, optional: true), .null)] : []
      }
      findings.append(Finding(.archiveEmptyProperty, "'\(property.name)' has no value in any record", at: place))
      result.append(.attribute(Attribute(PropertyName(property.name), .string, optional: true), .null))
    } else if result.count > 1, folded.isDisjoint(with: property.targets.compactMap { $0.entity?.number }) {
      findings.append(
        Finding(
          .archiveMixedShape, "'\(property.name)' is not of one shape in all records, and is read under \(result.count) names",
          at: place))
    }
    return result
  }

  /// A to-one to records of a staged entity; objects written out and objects referred to are one relationship.
  func link(_ property: String, to child: StagedEntity, _ expression: StagedExpression, _ result: inout [Piece]) {
    let destination = name(of: child), target = record(of: child, expression)
    for index in result.indices {
      if case .toOne(let known, let first) = result[index], known.destination == destination {
        result[index] = .toOne(known, .either(first, target))
        return
      }
    }
    var relationship = Relationship(PropertyName(result.isEmpty ? property : "\(property)_\(destination)"), to: destination)
    relationship.ownsDestination = copies.records[child.number] == nil && child.owner != nil
    result.append(.toOne(relationship, target))
  }

  /// The record that an object is: itself, or the one that it is a copy of.
  func record(of child: StagedEntity, _ expression: StagedExpression) -> StagedExpression {
    copies.records[child.number].map { .copy(map: $0.map, of: expression) } ?? expression
  }

  mutating func attribute(_ property: StagedProperty, _ column: String, _ staged: StagedEntity, _ entity: EntityName) -> Piece {
    let leaf = given?.attributes(of: entity).flatMap(\.columns).first { $0.path == SchemaBuilder.path(property.name) }?.leaf
    let decision = property.profile.decision
    let type = leaf?.type ?? decision.type
    if leaf == nil { say(decision, property.name, entity) }
    let isOptional = Int64(property.profile.values - property.profile.notANumbers) < staged.recordCount
    let expression: StagedExpression = property.profile.files > 0 ? .fileOrConverted(type, column) : .converted(type, column)
    return .attribute(Attribute(PropertyName(property.name), type, optional: isOptional), expression)
  }

  mutating func say(_ decision: ColumnProfile.Decision, _ property: String, _ entity: EntityName) {
    guard let exception = decision.exception else { return }
    findings.append(
      Finding(
        .archiveTypeMixed,
        "\(shown(exception.count)) of \(shown(exception.of)) values of '\(property)' are not \(exception.expected)",
        at: .store(StorePlace(entity: entity.text, property: property)), count: exception.count))
  }
}
