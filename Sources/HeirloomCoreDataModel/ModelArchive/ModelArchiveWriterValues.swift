internal import HeirloomSchema

extension ModelArchiveWriter {
  /// Defaults that only the running app can tell (`Date()`, a case of an enum) are left out: no migration reads them here.
  mutating func defaultValue(of attribute: Attribute) -> Reference {
    switch attribute.defaultValue {
    case nil, .enumCase, .expression: .null
    case .bool(let flag): archive.add(scalar: .bool(flag))
    case .integer(let number): archive.add(scalar: .integer(number))
    case .real(let number): archive.add(scalar: .real(number))
    case .string(let text) where attribute.type == .url:
      archive.add(["NSURL", "NSObject"], ["NS.base": Reference.null.value, "NS.relative": archive.add(text).value])
    case .string(let text): archive.add(text)
    case .date(let seconds): archive.add(["NSDate", "NSObject"], ["NS.time": .real(seconds)])
    case .uuid(let bytes): archive.add(["NSUUID", "NSObject"], ["NS.uuidbytes": .data(bytes)])
    case .data(let bytes): archive.add(scalar: .data(bytes))
    case .decimal(let digits): ArchivedDecimal(digits).map { archive.add($0.lineage, $0.contents) } ?? .null
    case .emptyCollection: attribute.type == .composite ? archive.dictionary([], mutable: true) : archive.array([])
    }
  }

  /// User info as the archive has it: `EnumType` is a boolean, and an enum without raw values lists its cases under `enum`.
  mutating func userInfo(of attribute: Attribute) -> [(key: String, value: Reference)] {
    var entries = attribute.userInfo.filter { $0.key != "EnumType" }.map { key, value in
      // The components of a location attribute: a text with a space behind the comma in newer models, in older ones a list, which the reader
      // joins without.
      guard key == SpatialIndex.componentsKey, !value.contains(" ") else { return (key: key, value: archive.add(value)) }
      let names = value.split(separator: ",")
      return (key: key, value: archive.array(names.map { archive.add(String($0)) }))
    }
    if let flag = attribute.userInfo["EnumType"] {
      entries.append((key: "EnumType", value: archive.add(scalar: .bool(flag == "true"))))
    } else if attribute.enumeration != nil, attribute.type == .composite {
      entries.append((key: "EnumType", value: archive.add(scalar: .bool(true))))
    }
    if let enumeration = attribute.enumeration, enumeration.rawType == nil, attribute.type == .composite {
      entries.append((key: "enum", value: archive.array(enumeration.cases.map { archive.add($0.name) })))
    }
    return entries
  }

  /// The limits of a value as predicates, each with the number of the error it gives: 1610 too large, 1620 too small, 1630 too
  /// late, 1640 too early, 1660 too long, 1670 too short. Patterns are left out: no real cache shows their form.
  func limits(of attribute: Attribute) -> [(predicate: ModelPredicate, warning: Int64)] {
    let isText = attribute.type == .string, isDate = attribute.type == .date
    func predicate(_ text: String, _ comparator: ModelPredicate.Comparator) -> ModelPredicate? {
      let constant: ModelPredicate.Constant?
      if isDate {
        constant = Double(text).map(ModelPredicate.Constant.date)
      } else {
        constant = Int64(text).map(ModelPredicate.Constant.integer) ?? Double(text).map(ModelPredicate.Constant.real)
      }
      return constant.map { .comparison(path: isText ? "length" : "SELF", comparator, $0) }
    }
    var result: [(predicate: ModelPredicate, warning: Int64)] = []
    if let minimum = attribute.validation.minimum.flatMap({ predicate($0, .greaterOrEqual) }) {
      result.append((minimum, isText ? 1670 : isDate ? 1640 : 1620))
    }
    if let maximum = attribute.validation.maximum.flatMap({ predicate($0, .lessOrEqual) }) {
      result.append((maximum, isText ? 1660 : isDate ? 1630 : 1610))
    }
    return result
  }

  // MARK: - Predicates and expressions

  mutating func write(_ predicate: ModelPredicate) -> Reference {
    switch predicate {
    case .and(let parts): compound(1, parts)
    case .or(let parts): compound(2, parts)
    case .not(let part): compound(0, [part])
    case .comparison(let path, let comparator, let constant):
      archive.add(
        ["NSComparisonPredicate", "NSPredicate", "NSObject"],
        [
          "NSLeftExpression": write(keyPath: path).value, "NSRightExpression": write(constant).value,
          "NSPredicateOperator": write(comparator).value,
        ])
    }
  }

  private mutating func compound(_ kind: Int64, _ parts: [ModelPredicate]) -> Reference {
    let written = parts.map { write($0) }
    return archive.add(
      ["NSCompoundPredicate", "NSPredicate", "NSObject"],
      ["NSCompoundPredicateType": .integer(kind), "NSSubpredicates": archive.array(written).value])
  }

  private mutating func write(_ comparator: ModelPredicate.Comparator) -> Reference {
    var contents: [String: PropertyList] = [
      "NSModifier": .integer(0), "NSOptions": .integer(0), "NSOperatorType": .integer(Int64(comparator.rawValue)),
    ]
    if comparator == .equal || comparator == .different {
      contents["NSNegate"] = .bool(comparator == .different)
      return archive.add(["NSEqualityPredicateOperator", "NSPredicateOperator", "NSObject"], contents)
    }
    contents["NSVariant"] = .integer(Int64(comparator.rawValue))
    return archive.add(["NSComparisonPredicateOperator", "NSPredicateOperator", "NSObject"], contents)
  }

  private mutating func write(_ constant: ModelPredicate.Constant) -> Reference {
    var contents: [String: PropertyList] = ["NSExpressionType": .integer(0)]
    switch constant {
    case .null: contents["NSConstantValueClassName"] = Reference.null.value
    case .bool(let flag): contents["NSConstantValue"] = archive.add(scalar: .bool(flag)).value
    case .integer(let number): contents["NSConstantValue"] = archive.add(scalar: .integer(number)).value
    case .real(let number): contents["NSConstantValue"] = archive.add(scalar: .real(number)).value
    case .string(let text): contents["NSConstantValue"] = archive.add(text).value
    case .date(let seconds): contents["NSConstantValue"] = archive.add(["NSDate", "NSObject"], ["NS.time": .real(seconds)]).value
    }
    return archive.add(["NSConstantValueExpression", "NSExpression", "NSObject"], contents)
  }

  mutating func write(keyPath path: String) -> Reference {
    let itself = archive.add(["NSSelfExpression", "NSExpression", "NSObject"], ["NSExpressionType": .integer(1)])
    if path == "SELF" { return itself }
    let specifier = archive.add(
      ["NSKeyPathSpecifierExpression", "NSExpression", "NSObject"],
      ["NSExpressionType": .integer(10), "NSKeyPath": archive.add(path).value])
    return archive.add(
      ["NSKeyPathExpression", "NSFunctionExpression", "NSExpression", "NSObject"],
      [
        "NSExpressionType": .integer(3), "NSOperand": itself.value,
        "NSSelectorName": archive.add(path.contains(".") ? "valueForKeyPath:" : "valueForKey:").value,
        "NSArguments": archive.array([specifier], mutable: true).value,
      ])
  }
}
