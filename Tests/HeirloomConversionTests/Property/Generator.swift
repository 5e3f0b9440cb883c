/// A stream of numbers that a seed determines.
struct Dice: RandomNumberGenerator {
  private var state: UInt64
  init(_ seed: UInt64) { state = seed }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var z = state
    z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
    z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
    return z ^ (z >> 31)
  }

  mutating func below(_ limit: Int) -> Int { Int(next() % UInt64(limit)) }
  mutating func pick<T>(_ items: [T]) -> T { items[below(items.count)] }
  mutating func chance(_ percent: Int) -> Bool { below(100) < percent }
}

/// Random schemas, records and right mappings of them, as text.
struct Generator {
  enum Kind: String, CaseIterable {
    case int = "Int", double = "Double", string = "String", bool = "Bool", date = "Date", decimal = "Decimal"
  }
  struct Attribute { var name: String, kind: Kind, isOptional: Bool }
  struct Link { var name: String, destination: Int, isToMany: Bool }
  struct Entity { var name: String, attributes: [Attribute], links: [Link] }
  /// A name that an expression can use.
  struct Variable { var name: String, entity: Int }
  typealias Written = (text: String, isOptional: Bool)

  var dice: Dice
  var entities: [Entity] = []
  var names: [(name: String, kind: Kind, isOptional: Bool)] = []
  var closures = 0

  init(seed: UInt64) {
    dice = Dice(seed)
    let count = 1 + dice.below(3)
    for index in 0..<count {
      let attributes = Kind.allCases.flatMap { kind in
        [false, true].map { Attribute(name: "\(kind)\($0 ? "Or" : "")", kind: kind, isOptional: $0) }
      }
      entities.append(Entity(name: "E\(index)", attributes: attributes, links: []))
    }
    for index in 0..<count {
      let other = dice.below(count)
      // A to-one with its inverse, and a many-to-many of one direction.
      entities[index].links.append(Link(name: "up\(index)", destination: other, isToMany: false))
      entities[other].links.append(Link(name: "down\(index)", destination: index, isToMany: true))
      let third = dice.below(count)
      entities[index].links.append(Link(name: "many\(index)", destination: third, isToMany: true))
      entities[third].links.append(Link(name: "back\(index)", destination: index, isToMany: true))
    }
  }

  private func inverse(_ name: String, of entity: Int) -> String? {
    let number = name.drop { !$0.isNumber }
    if name.hasPrefix("down") { return "@Relationship(inverse: \\E\(number).up\(number))" }
    if name.hasPrefix("back") { return "@Relationship(inverse: \\E\(number).many\(number))" }
    return nil
  }

  var legacy: String {
    entities.enumerated().map { index, entity in
      let attributes = entity.attributes.map { "var \($0.name): \($0.kind.rawValue)\($0.isOptional ? "?" : "")" }
      let links = entity.links.map { link in
        "\(inverse(link.name, of: index).map { "\($0) " } ?? "")var \(link.name): \(link.isToMany ? "[E\(link.destination)]" : "E\(link.destination)?")"
      }
      return "@Model final class \(entity.name) {\n\((attributes + links).joined(separator: "\n"))\nvar spot: Spot?\ninit() {} }"
    }.joined(separator: "\n") + Self.spot
  }

  /// A composite with a part that it needs and one that it does not.
  static let spot = "\nstruct Spot: Codable { var x: Int; var label: String? }"

  // MARK: - Literals

  mutating func literal(_ kind: Kind) -> String {
    switch kind {
    case .int: dice.pick(["0", "1", "-1", "2", "7", "1000", "9223372036854775807", "-9223372036854775808"])
    case .double: dice.pick(["0.0", "1.5", "-2.25", "1e308", "3.0", "0.125"])
    case .string:
      dice.pick(["\"\"", "\"a\"", "\"B\"", "\"a, b\"", "\"é\"", "\"12\"", "\"it's\"", "\"x\\0y\"", "\" a \"", "\"👨‍👩‍👧\""])
    case .bool: dice.pick(["true", "false"])
    case .date: ".distantPast"
    case .decimal: dice.pick(["0.5", "2.5", "10.0", "-1.25"])
    }
  }

  /// The value of a column, as SQL.
  mutating func stored(_ kind: Kind) -> String {
    switch kind {
    case .int: dice.pick(["0", "1", "-1", "2", "3", "42", "9223372036854775807", "-9223372036854775807 - 1"])
    case .double: dice.pick(["0.0", "1.0", "-0.5", "2.25", "1e308", "1000.0", "0.125"])
    case .string: dice.pick(["''", "'a'", "'B'", "'a, b, c'", "'é'", "'12'", "'x' || char(0) || 'y'", "' a '", "'👨‍👩‍👧'", "'\"\\'"])
    case .bool: dice.pick(["0", "1"])
    case .date: dice.pick(["0.0", "86400.0", "-1.5", "5e8"])
    case .decimal: dice.pick(["'0'", "'2.50'", "'2.5'", "'10'", "'9'", "'-1.25'"])
    }
  }

  // MARK: - Expressions

  /// An expression of a kind over the variables at hand.
  mutating func expression(_ kind: Kind, _ depth: Int, _ scope: [Variable]) -> Written {
    if depth == 0 || dice.chance(15) {
      return dice.chance(25) && kind != .date && kind != .decimal ? (literal(kind), false) : leaf(kind, scope)
    }
    let d = depth - 1
    if dice.chance(30) {
      switch dice.below(4) {
      case 0:
        let a = expression(kind, d, scope), b = expression(kind, d, scope)
        return ("(\(needed(.bool, d, scope)) ? \(typed(a.text, kind)) : \(typed(b.text, kind)))", a.isOptional || b.isOptional)
      case 1:
        let a = leaf(kind, scope, optional: true), b = expression(kind, d, scope)
        return a.isOptional ? ("(\(a.text) ?? \(b.text))", b.isOptional) : a
      case 2:
        let a = expression(kind, d, scope)
        return a.isOptional && dice.chance(50)
          ? (dice.chance(50) ? "(\(a.text) ?? reject(\"no value\"))" : "(\(a.text))!", false) : a
      default:
        let subject = leaf(.int, scope, optional: true), a = expression(kind, d, scope), b = expression(kind, d, scope),
          c = expression(kind, d, scope)
        let arms = "case 0, 7: \(typed(a.text, kind)) case 1...3: \(typed(b.text, kind)) default: \(typed(c.text, kind))"
        return ("(switch \(subject.text) { \(arms) })", a.isOptional || b.isOptional || c.isOptional)
      }
    }
    switch kind {
    case .int: return whole(d, scope)
    case .double: return real(d, scope)
    case .string: return string(d, scope)
    case .bool: return (truth(d, scope), false)
    case .date:
      return dice.chance(50) ? ("(\(needed(.date, d, scope)) + \(needed(.double, d, scope)))", false) : leaf(.date, scope)
    case .decimal:
      if dice.chance(40) {
        return ("(\(needed(.decimal, d, scope)) \(dice.pick(["+", "-", "*", "/"])) \(needed(.decimal, d, scope)))", false)
      }
      return dice.chance(50)
        ? ("\(dice.pick(["min", "max"]))(\(needed(.decimal, d, scope)), \(leaf(.decimal, scope, optional: false).text))", false)
        : leaf(.decimal, scope)
    }
  }

  /// A literal among alternatives needs nothing; dates have none of their own.
  private func typed(_ text: String, _ kind: Kind) -> String { text }

  /// An expression whose value is not nil.
  mutating func needed(_ kind: Kind, _ depth: Int, _ scope: [Variable]) -> String {
    let written = expression(kind, depth, scope)
    guard written.isOptional else { return written.text }
    switch dice.below(5) {
    case 0: return "(\(written.text))!"
    case 1: return "(\(written.text) ?? reject(\"needed\"))"
    default:
      let fallback = leaf(kind, scope, optional: false)
      return "(\(written.text) ?? \(fallback.text))"
    }
  }

  /// An attribute of a variable, or of what its to-one leads to.
  mutating func leaf(_ kind: Kind, _ scope: [Variable], optional: Bool? = nil) -> Written {
    let named = names.filter { $0.kind == kind && (optional == nil || $0.isOptional == optional) }
    if !named.isEmpty, dice.chance(20) {
      let name = dice.pick(named)
      return (name.name, name.isOptional)
    }
    let variable = dice.pick(scope)
    let attribute = dice.pick(
      entities[variable.entity].attributes.filter { $0.kind == kind && (optional == nil || $0.isOptional == optional) })
    if optional != false, dice.chance(25), let up = entities[variable.entity].links.first(where: { !$0.isToMany }) {
      return ("\(variable.name).\(up.name)?.\(attribute.name)", true)
    }
    return ("\(variable.name).\(attribute.name)", attribute.isOptional)
  }
}
