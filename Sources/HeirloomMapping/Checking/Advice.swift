internal import HeirloomSchema

/// Ways out of a mistake, in words that the checker itself would accept.
enum Advice {
  /// A value of a type, as one would write it after `??`; nil for a type that has no literal.
  static func literal(_ base: ValueType.Base) -> String? {
    switch base {
    case .bool: "false"
    case .int, .decimal: "0"
    case .double, .float: "0.0"
    case .string: "\"\""
    case .list: "[]"
    case .enumeration(let enumeration): enumeration.cases.first.map { ".\($0.name)" }
    default: nil
    }
  }

  /// What to do with a value that may be nil where it may not.
  static func aboutNil(_ type: ValueType) -> String {
    literal(type.base).map { "add '?? \($0)', or '!' to reject the record" } ?? "add '!' to reject the record, or '?? …'"
  }

  /// The call that makes one type of another, with what stands for the value; nil when there is none.
  ///
  /// A value that may be nil is made sure of first: a conversion takes none.
  static func conversion(of value: String, _ type: ValueType, to wanted: ValueType.Base, isOptional: Bool) -> String? {
    if type.base == .mixed {
      let reading = Builtin.all.first { builtin in
        if builtin.accepts(.mixed), case .optional(let result) = builtin.result { result == wanted } else { false }
      }
      return reading.map { finished("\(value)\(type.isOptional ? "?" : "").\($0.name)", mayBeNil: true, wanted, isOptional) }
    }
    let name: String
    if case .enumeration(let enumeration) = wanted { name = enumeration.name } else { name = "\(wanted)" }
    if case .enumeration(let enumeration) = wanted, !name.isEmpty {
      let raw: ValueType.Base = enumeration.rawType?.isInteger == true ? .int : .string
      guard type.base == raw else { return nil }
      return finished("\(name)(rawValue: \(sure(value, type)))", mayBeNil: true, wanted, isOptional)
    }
    let fitting = NamedConversion.of(name).filter { $0.labels.count == 1 && $0.accepts(type.base) }
    guard let conversion = fitting.first(where: { $0.from == type.base }) ?? fitting.first else { return nil }
    let label = conversion.labels[0].map { "\($0): " } ?? ""
    return finished("\(name)(\(label)\(sure(value, type)))", mayBeNil: conversion.mayGiveNil, wanted, isOptional)
  }

  private static func sure(_ value: String, _ type: ValueType) -> String {
    type.isOptional ? literal(type.base).map { "\(value) ?? \($0)" } ?? "\(value)!" : value
  }

  private static func finished(_ call: String, mayBeNil: Bool, _ wanted: ValueType.Base, _ isOptional: Bool) -> String {
    guard mayBeNil, !isOptional else { return call }
    return literal(wanted).map { "\(call) ?? \($0)" } ?? "\(call)!"
  }
}

extension Schema {
  /// A key path to an attribute of an entity, for advice.
  func exampleKeyPath(of entity: EntityName?) -> String {
    let names = entity.map { attributes(of: $0).filter { $0.type != .bool && !$0.isTransient }.map(\.name.text) } ?? []
    return "\\.\(names.first { $0 == "name" || $0 == "title" } ?? names.first ?? "name")"
  }
}
