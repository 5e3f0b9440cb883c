internal import HeirloomFindings
internal import HeirloomSchema

/// Collections in the form in which a transformable attribute keeps them.
extension Checker {
  /// A dictionary whose values are those of an attribute that keeps an archive of one.
  func carriesAsArchive(_ value: Expression, _ attribute: Attribute) -> Bool {
    guard case .dictionary(.string, let held) = value.type.base, let wanted = attribute.dictionaryValue,
      case .collection = value.kind
    else { return false }
    return held.base == wanted || held.base == .mixed && wanted == .string
  }

  /// The archive of a dictionary. A key without a value refuses the record, but for `[String: T?]`.
  mutating func archived(
    _ value: Expression, _ attribute: Attribute, _ path: String, _ rule: Int, _ place: TextPlace?
  ) -> Expression {
    guard case .dictionary(let key, let given) = value.type.base, case .collection(let collection) = value.kind else {
      return value
    }
    var held = given
    if held.base == .mixed {
      tellMixed(path, rule, place)
      held = ValueType(.string)
    }
    let element = Expression(.elementValue(collection.depth), held, place)
    let keys = Expression(
      .list(collection, Expression(.elementKey(collection.depth), ValueType(key), place)), ValueType(.list(key)), place)
    let values = checkedDecimals(
      Expression(.list(collection, element), ValueType(.list(held.base)), place), path, rule, place)
    let archive = Expression(
      .operation(.archiveFromDictionary, [keys, values, .constant(.text("\(held.base)"), .string, place)]), ValueType(.data),
      place)
    guard held.isOptional, !attribute.dictionaryValueIsOptional else { return archive }
    let site = addSite(
      .unrepresentable, "the dictionary has a key without a value", rule: rule, property: path, place: place)
    let lacks = Expression(.operation(.equal, [element, .constant(.null, .nothing, place)]), ValueType(.bool), place)
    let fails = Expression(.aggregate(.contains(lacks), collection), ValueType(.bool), place)
    return Expression(.conditional(fails, Expression(.reject(site), ValueType(.nothing)), archive), archive.type, place)
  }

  /// A list of decimals: one that an NSDecimalNumber cannot hold refuses the record.
  mutating func checkedDecimals(_ value: Expression, _ path: String, _ rule: Int, _ place: TextPlace?) -> Expression {
    guard case .list(.decimal) = value.type.base else { return value }
    if case .constant = value.kind { return value }
    // What is carried from one archive to another is not looked at.
    if case .operation(.listFromArchive, _) = value.unwrapped.kind { return value }
    let site = addSite(
      .unrepresentable, "a decimal of the list has more digits than an archive keeps", rule: rule, property: path, place: place)
    let fits = Expression(.operation(.decimalsFit, [value]), ValueType(.bool), place)
    let fails = Expression(.operation(.equal, [fits, .constant(.integer(0), .bool)]), ValueType(.bool), place)
    return Expression(.conditional(fails, Expression(.reject(site), ValueType(.nothing)), value), value.type, place)
  }

  /// A list for an array whose type holds no nils: one with a nil refuses the record, for the app could not read it.
  mutating func checkedNils(
    _ value: Expression, _ attribute: Attribute, _ path: String, _ rule: Int, _ place: TextPlace?
  ) -> Expression {
    guard case .list = value.type.base, !attribute.arrayElementIsOptional, mayHoldNils(value) else { return value }
    let site = addSite(.unrepresentable, "an element of the list is nil", rule: rule, property: path, place: place)
    let holds = Expression(.operation(.listHoldsNil, [value]), ValueType(.bool), place)
    let fails = Expression(.operation(.equal, [holds, .constant(.integer(1), .bool)]), ValueType(.bool), place)
    return Expression(.conditional(fails, Expression(.reject(site), ValueType(.nothing)), value), value.type, place)
  }

  /// Whether a list comes from one whose elements the store lets be nil.
  private func mayHoldNils(_ value: Expression) -> Bool {
    switch value.kind {
    case .storedList(_, let declarer, let name):
      // Of values of any type null is one.
      source[declarer]?.attributes.contains { $0.name == name && $0.isOptional && $0.type != .mixed } == true
    case .operation(.withoutNils, _): false
    default: value.parts.contains { if case .list = $0.type.base { mayHoldNils($0) } else { false } }
    }
  }

  /// The default `[]` or `[:]` of an attribute whose elements the language has no words for, in the store's own form.
  func emptyCollection(_ attribute: Attribute, _ place: TextPlace?) -> Expression {
    let empty = Expression.constant(.text("[]"), ValueType.Base.string, place)
    let name = attribute.valueClass ?? ""
    let kind = Expression.constant(.text(name), .string, place)
    if attribute.type != .transformable {
      let isKeyed = attribute.swiftType?.contains(":") ?? false
      return .constant(.blob(Array((isKeyed ? "{}" : "[]").utf8)), .data, place)
    }
    if name.hasPrefix("Dictionary<") {
      return Expression(.operation(.archiveFromDictionary, [empty, empty, kind]), ValueType(.data), place)
    }
    return Expression(.operation(.archiveFromList, [empty, kind]), ValueType(.data), place)
  }
}
