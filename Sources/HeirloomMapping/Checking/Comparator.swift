/// `{ $0.name < $1.name }`, `<` or `>` as the order of a collection: what it sorts by, and which way.
enum Comparator {
  /// The call with a key and a direction in place of a comparison; the call as it is when there is none.
  static func keyed(_ name: String, _ arguments: [Term.Argument]) -> (name: String, arguments: [Term.Argument]) {
    guard ["sorted", "min", "max"].contains(name), arguments.count == 1, let argument = arguments.first,
      argument.label == nil || argument.label == "by", let (key, isAscending) = key(of: argument.value)
    else { return (name, arguments) }
    let by = Term.Argument(label: "by", value: key)
    guard name == "sorted" else { return (isAscending ? name : name == "min" ? "max" : "min", [by]) }
    let order = Term.Argument(label: "order", value: Term(.implicitMember("reverse"), argument.value.place))
    return (name, isAscending ? [by] : [by, order])
  }

  private static func key(of term: Term) -> (key: Term, isAscending: Bool)? {
    switch term.kind {
    case .name("<"), .name(">"):
      guard case .name(let sign) = term.kind else { return nil }
      return (Term(.closure([], Term(.name("$0"), term.place)), term.place), sign == "<")
    case .closure(let names, let body):
      let first = names.first ?? "$0", second = names.count > 1 ? names[1] : "$1"
      guard names.isEmpty || names.count == 2, case .binary(let sign, let left, let right) = body.kind, sign == "<" || sign == ">"
      else { return nil }
      if left.mentions(first), !left.mentions(second), left.renaming(first, to: second).isSame(as: right) {
        return (Term(.closure([first], left), term.place), sign == "<")
      }
      if left.mentions(second), !left.mentions(first), left.renaming(second, to: first).isSame(as: right) {
        return (Term(.closure([second], left), term.place), sign == ">")
      }
      return nil
    default: return nil
    }
  }
}

extension Term {
  /// Whether a name stands anywhere in the term.
  func mentions(_ name: String) -> Bool {
    if case .name(name) = kind { return true }
    return parts.contains { $0.mentions(name) }
  }

  func renaming(_ name: String, to other: String) -> Term {
    func inner(_ term: Term) -> Term { term.renaming(name, to: other) }
    let renamed: Kind =
      switch kind {
      case .name(name): .name(other)
      case .member(let owner, let member): .member(inner(owner), member)
      case .chain(let value): .chain(inner(value))
      case .group(let value): .group(inner(value))
      case .unwrap(let value): .unwrap(inner(value))
      case .call(let callee, let arguments):
        .call(inner(callee), arguments.map { .init(label: $0.label, value: inner($0.value)) })
      case .element(let owner, let arguments):
        .element(inner(owner), arguments.map { .init(label: $0.label, value: inner($0.value)) })
      case .binary(let sign, let a, let b): .binary(sign, inner(a), inner(b))
      case .prefix(let sign, let a): .prefix(sign, inner(a))
      default: kind
      }
    return Term(renamed, place)
  }

  /// The same words, wherever they stand.
  func isSame(as other: Term) -> Bool {
    switch (kind, other.kind) {
    case (.name(let a), .name(let b)): return a == b
    case (.integer(let a), .integer(let b)): return a == b
    case (.double(let a), .double(let b)): return a == b
    case (.text(let a), .text(let b)): return a == b
    case (.bool(let a), .bool(let b)): return a == b
    case (.null, .null): return true
    case (.implicitMember(let a), .implicitMember(let b)): return a == b
    case (.member(let a, let x), .member(let b, let y)): return x == y && a.isSame(as: b)
    case (.chain(let a), .chain(let b)), (.group(let a), .group(let b)), (.unwrap(let a), .unwrap(let b)): return a.isSame(as: b)
    case (.call(let a, let x), .call(let b, let y)), (.element(let a, let x), .element(let b, let y)):
      return a.isSame(as: b) && x.count == y.count
        && zip(x, y).allSatisfy { $0.label == $1.label && $0.value.isSame(as: $1.value) }
    case (.binary(let s, let a, let b), .binary(let t, let c, let d)): return s == t && a.isSame(as: c) && b.isSame(as: d)
    case (.prefix(let s, let a), .prefix(let t, let b)): return s == t && a.isSame(as: b)
    default: return false
    }
  }

  /// The terms that it is made of, where names can stand.
  private var parts: [Term] {
    switch kind {
    case .member(let owner, _): [owner]
    case .chain(let value), .group(let value), .unwrap(let value), .prefix(_, let value): [value]
    case .call(let callee, let arguments), .element(let callee, let arguments): [callee] + arguments.map(\.value)
    case .binary(_, let a, let b): [a, b]
    case .conditional(let a, let b, let c): [a, b, c]
    case .branch(_, let a, let b): [a, b]
    case .choice(let subjects, let branches): subjects + branches.map(\.value)
    case .array(let terms): terms
    case .closure(_, let body): [body]
    case .interpolation(let pieces): pieces.compactMap { if case .value(let term) = $0 { term } else { nil } }
    case .range(let a, let b, _): [a, b].compactMap { $0 }
    default: []
    }
  }
}
