internal import HeirloomFindings
internal import HeirloomSchema

extension Checker {
  /// The value of an attribute of a row, whatever number of columns it has.
  func value(of attribute: Attribute, in row: Row, _ place: TextPlace?, depth: Int = 0) -> Expression {
    let base = ValueType.Base(attribute)
    // A row that is reached through a link may be missing altogether; the chain says so where it is written.
    if attribute.collection != nil {
      let declarer = source.declarer(of: attribute.name, in: row.entity) ?? row.entity
      if attribute.collection == .dictionary {
        // Of values of any type null is one.
        let held = ValueType(base, optional: attribute.isOptional && base != .mixed)
        let entry = Collection.Element.entry(key: .string, value: held)
        let values = Collection.Source.values(owner: row, declarer: declarer, property: attribute.name)
        return Expression(
          .collection(Collection(values, of: entry, depth: depth)),
          ValueType(.dictionary(.string, held)), place)
      }
      return Expression(.storedList(row, declarer, attribute.name), ValueType(.list(base)), place)
    }
    let columns = attribute.columns
    switch base {
    case .composite:
      let leaves = columns.map { path, leaf -> (String, Expression) in
        let part = String(path.dropFirst(attribute.name.text.count + 1))
        let isOptional = attribute.isOptional || !attribute.elements.require(part)
        return (part, Expression(.column(row, path), ValueType(.init(leaf), optional: isOptional), place))
      }
      return Expression(
        .composite(Dictionary(leaves, uniquingKeysWith: { a, _ in a })), ValueType(base, optional: attribute.isOptional), place)
    case .mixed:
      let path = columns.first?.path ?? attribute.name.text
      let value = Expression(.column(row, path), ValueType(.unknown, optional: true), place)
      let type = Expression(.column(row, path + ".type"), ValueType(.string, optional: true), place)
      return Expression(
        .operation(.jsonFromMixed, [value, type]), ValueType(.mixed, optional: attribute.isOptional), place)
    case .enumeration where columns.count > 1:
      // One column for each case: the one that is set names the case.
      let cases = columns.map { Expression(.column(row, $0.path), ValueType(.string, optional: true), place) }
      let first = cases[0]
      return cases.dropFirst().reduce(first) { Expression(.coalesce($0, $1), ValueType(base, optional: true), place) }
        .typed(ValueType(base, optional: attribute.isOptional))
    case .list:
      let column = Expression(.column(row, columns.first?.path ?? attribute.name.text), ValueType(.data, optional: true), place)
      let operands =
        attribute.type == .transformable ? [column, .constant(.text("\(base.listElement)"), .string, place)] : [column]
      let operation: Operation = attribute.type == .transformable ? .listFromArchive : .listFromJSON
      return Expression(.operation(operation, operands), ValueType(base, optional: attribute.isOptional), place)
    default:
      return Expression(
        .column(row, columns.first?.path ?? attribute.name.text), ValueType(base, optional: attribute.isOptional), place)
    }
  }
}
