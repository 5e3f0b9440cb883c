internal import HeirloomFindings
internal import HeirloomSchema

/// Functions and initialisers as Swift and Foundation spell them.
extension Checker {
  static let freeFunctions = [
    "abs", "ceil", "floor", "max", "min", "pow", "round", "sqrt", "trunc", "legacyKey", "entityName", "position", "Array", "Set",
  ]

  /// Nil for another function.
  mutating func swiftCall(
    _ name: String, _ arguments: [Term.Argument], _ place: TextPlace, _ scope: Scope, expecting expected: ValueType.Base?
  ) -> Expression? {
    let terms = arguments.map(\.value)
    func type(_ term: Term) -> String? {
      switch term.kind {
      case .implicitMember(let name): name
      case .member(_, let name): name
      default: nil
      }
    }
    switch (name, arguments.map(\.label)) {
    case ("abs", [nil]):
      let value = check(terms[0], in: scope, expecting: expected)
      guard isNumber(value, terms[0].place) else { return unknown(place) }
      return magnitude(value, place)
    case ("floor", [nil]): return real(.roundedDown, terms, place, scope)
    case ("ceil", [nil]): return real(.roundedUp, terms, place, scope)
    case ("round", [nil]): return real(.roundedToNearest, terms, place, scope)
    case ("trunc", [nil]): return real(.roundedTowardZero, terms, place, scope)
    case ("sqrt", [nil]): return real(.squareRoot, terms, place, scope)
    case ("pow", [nil, nil]): return real(.power, terms, place, scope)
    case ("min", let labels) where labels.count > 2, ("max", let labels) where labels.count > 2:
      let rest = Term(.call(Term(.name(name), place), Array(arguments.dropLast())), place)
      return smallerOrLarger(name, [.init(label: nil, value: rest), arguments[arguments.count - 1]], place, scope)
    case ("Array", [nil]), ("Set", [nil]): return listCall(name, arguments, place, scope)
    case ("String", let labels) where labels.first == "format" && labels.dropFirst().allSatisfy { $0 == nil }:
      return formatted(terms, place, scope)
    case ("String", ["describing"]):
      return textual(check(terms[0], in: scope), place)
    case ("String", ["repeating", "count"]):
      return call(.repeated, [(terms[0], .string), (terms[1], .int)], ValueType(.string), place, scope)
    case ("String", [nil, "radix"]), ("String", [nil, "radix", "uppercase"]):
      let isUpper = if terms.count > 2, case .bool(true) = terms[2].kind { true } else { false }
      let text = call(.textWithRadix, [(terms[0], .int), (terms[1], .int)], ValueType(.string), place, scope)
      return isUpper ? Expression(.operation(.uppercased, [text]), text.type, place) : text
    case ("Int", [nil, "radix"]):
      return call(.intWithRadix, [(terms[0], .string), (terms[1], .int)], ValueType(.int, optional: true), place, scope)
    case ("String", ["data", "encoding"]) where type(terms[1]) == "utf8":
      return call(.textFromData, [(terms[0], .data)], ValueType(.string, optional: true), place, scope)
    case ("Data", ["base64Encoded"]):
      return call(.dataFromBase64, [(terms[0], .string)], ValueType(.data, optional: true), place, scope)
    case ("Date", ["timeInterval", "since"]):
      return call(.addInterval, [(terms[1], .date), (terms[0], .double)], ValueType(.date), place, scope)
    case (_, [nil]) where Self.ranges[name] != nil, (_, ["exactly"]) where Self.ranges[name] != nil:
      return Self.ranges[name].map { narrowed(name, $0, arguments[0], place, scope) }
    case ("Int64", _): return call(Term(.name("Int"), place), arguments, place, scope, expecting: expected)
    case ("CGFloat", _), ("TimeInterval", _):
      return call(Term(.name("Double"), place), arguments, place, scope, expecting: expected)
    case ("Substring", [nil]): return call(Term(.name("String"), place), arguments, place, scope, expecting: expected)
    default: return nil
    }
  }

  private mutating func call(
    _ operation: Operation, _ operands: [(term: Term, base: ValueType.Base)], _ type: ValueType, _ place: TextPlace,
    _ scope: Scope
  ) -> Expression {
    let values = operands.map { term, base in
      let value = check(term, in: scope, expecting: base)
      expect(base, value, term.place)
      return value
    }
    if let index = operation.countOperand { refuseNegative(values[index], operands[index].term.place) }
    return Expression(.operation(operation, values), type, place)
  }

  private mutating func real(_ operation: Operation, _ terms: [Term], _ place: TextPlace, _ scope: Scope) -> Expression {
    call(operation, terms.map { ($0, .double) }, ValueType(.double), place, scope)
  }

  private mutating func isNumber(_ value: Expression, _ place: TextPlace) -> Bool {
    if value.type.base == .unknown { return false }
    requireValue(value, place)
    if !value.type.base.isNumber { report(.wrongType, "expected a number, and this is \(value.type)", place) }
    return value.type.base.isNumber
  }

  private static let ranges: [String: ClosedRange<Int64>] = [
    "Int8": -128...127, "Int16": -32_768...32_767, "Int32": -2_147_483_648...2_147_483_647, "UInt8": 0...255,
    "UInt16": 0...65_535,
    "UInt32": 0...4_294_967_295, "UInt": 0...Int64.max, "UInt64": 0...Int64.max,
  ]

  /// `Int16(value)`: as `Int(value)`, and what does not fit rejects the record, or is nil where the text is no number. With `exactly:` what does
  /// not fit is nil.
  private mutating func narrowed(
    _ name: String, _ range: ClosedRange<Int64>, _ argument: Term.Argument, _ place: TextPlace, _ scope: Scope
  ) -> Expression {
    var number: Expression
    if argument.label == "exactly", case let given = check(argument.value, in: scope, expecting: nil), given.type.base == .int {
      requireValue(given, argument.value.place)
      number = given.typed(given.type.optional)
    } else {
      number = call(Term(.name("Int"), place), [argument], place, scope, expecting: nil)
    }
    guard number.type.base == .int else { return number }
    func compare(_ operation: Operation, _ limit: Int64) -> Expression {
      Expression(.operation(operation, [number, .constant(.integer(limit), .int)]), ValueType(.bool), place)
    }
    let outside = Expression(
      .operation(.or, [compare(.less, range.lowerBound), compare(.greater, range.upperBound)]), ValueType(.bool), place)
    if number.type.isOptional {
      return Expression(.conditional(outside, .constant(.null, .nothing, place), number), number.type, place)
    }
    let site = addSite(
      .unrepresentable, "the number does not fit \(name.hasPrefix("I") ? "an" : "a") \(name)", rule: scope.rule,
      property: scope.property, place: place)
    return Expression(.conditional(outside, Expression(.reject(site), ValueType(.nothing)), number), number.type, place)
  }

  // MARK: - Formats

  /// `String(format: "%05.2f", x)`: the format is written out, and each of its parts fits the value that it prints.
  private mutating func formatted(_ terms: [Term], _ place: TextPlace, _ scope: Scope) -> Expression {
    guard case .text(let format) = terms[0].kind else {
      report(.wrongArguments, "the format is a text that is written out", terms[0].place)
      return unknown(place)
    }
    guard let pieces = PrintFormat.pieces(of: format) else {
      report(
        .wrongArguments, "this format is not understood", terms[0].place,
        help: "'%d', '%05.2f', '%x', '%@' and '%%' are; arguments are taken in order")
      return unknown(place)
    }
    var rest = terms.dropFirst(), parts: [Expression] = []
    for piece in pieces {
      switch piece {
      case .text(let text): parts.append(.constant(.text(text), .string, place))
      case .value(let specifier, let kind):
        guard let term = rest.popFirst() else {
          report(.wrongArguments, "the format has more parts than there are values", terms[0].place)
          return unknown(place)
        }
        let base: ValueType.Base? = kind == .whole ? .int : kind == .real ? .double : nil
        let value = check(term, in: scope, expecting: base)
        requireValue(value, term.place)
        guard let base else {
          parts.append(textual(value, term.place))
          continue
        }
        expect(base, value, term.place)
        parts.append(
          Expression(
            .operation(.formattedWith, [.constant(.text(specifier), .string, place), value]), ValueType(.string), place))
      }
    }
    if let first = rest.first { report(.wrongArguments, "the format has no place for this value", first.place) }
    return Expression(.operation(.concatenate, parts), ValueType(.string), place)
  }
}

/// The parts of a format as `printf` and Foundation know them.
enum PrintFormat {
  enum Kind { case whole, real, any }
  enum Piece { case text(String), value(String, Kind) }

  /// Nil when a part is none that is known: one without a type, of a width that an argument gives, or of a place among them.
  static func pieces(of format: String) -> [Piece]? {
    var pieces: [Piece] = [], text = "", rest = Substring(format)
    while let sign = rest.popFirst() {
      guard sign == "%" else {
        text.append(sign)
        continue
      }
      guard let match = rest.prefixMatch(of: /([-+ 0#]*\d{0,3}(?:\.\d{1,2})?)(?:ll|l|h|q|z)?([diuxXofeEgG@%])/) else {
        return nil
      }
      let (before, type) = (String(match.1), String(match.2))
      rest = rest[match.range.upperBound...]
      switch type {
      case "%": text.append("%")
      case "@":
        guard before.isEmpty else { return nil }
        pieces += [.text(text), .value("%@", .any)]
        text = ""
      default:
        let isWhole = "diuxXo".contains(type)
        pieces += [.text(text), .value("%\(before)\(isWhole ? "ll" : "")\(type)", isWhole ? .whole : .real)]
        text = ""
      }
    }
    return (pieces + [.text(text)]).filter { if case .text("") = $0 { false } else { true } }
  }
}
