internal import HeirloomFindings
internal import HeirloomSchema
internal import HeirloomSwiftSource

/// Which words of a closure are interpreted, so that what is not can be told before a run.
struct ClosureVocabulary {
  static let mutating: Set<String> = [
    "append", "insert", "remove", "removeAll", "removeFirst", "removeLast", "popLast", "removeValue", "updateValue", "formUnion",
    "subtract", "sort",
    "reverse", "toggle",
  ]
  private static let methods: Set<String> = mutating.union([
    "fetch", "fetchCount", "enumerate", "delete", "save", "rollback", "transaction", "processPendingChanges", "lowercased",
    "uppercased", "hasPrefix",
    "hasSuffix", "contains", "localizedStandardContains", "localizedCaseInsensitiveContains", "split", "components",
    "trimmingCharacters",
    "replacingOccurrences", "replacing", "prefix", "suffix", "dropFirst", "dropLast", "appending", "reversed", "union",
    "intersection", "subtracting",
    "isSubset", "isSuperset", "isDisjoint", "map", "compactMap", "flatMap", "filter", "mapValues", "forEach", "allSatisfy",
    "first", "last", "firstIndex",
    "reduce", "sorted", "min", "max", "enumerated", "joined", "addingTimeInterval", "timeIntervalSince", "rounded", "init",
  ])
  private static let types: Set<String> = [
    "FetchDescriptor", "SortDescriptor", "Set", "Array", "Dictionary", "String", "Int", "Int16", "Int32", "Int64", "Double",
    "Float", "Decimal", "Bool",
    "UUID", "URL", "Date", "min", "max", "abs", "zip", "fatalError", "preconditionFailure", "precondition", "assert",
  ]

  /// Calls that only talk.
  static func isSilent(_ name: String) -> Bool { ["print", "debugPrint", "dump", "NSLog", "os_log"].contains(name) }
  static func isLogger(_ name: String) -> Bool { name.lowercased().hasSuffix("logger") || name == "log" || name == "Logger" }
  /// Named like a variable, not like a type.
  static func isVariable(_ name: String) -> Bool { name.first.map { $0.isLowercase || $0 == "_" } ?? false }

  private static let members: Set<String> = [
    "count", "isEmpty", "first", "last", "indices", "lazy", "keys", "values", "key", "value", "rawValue", "uuidString",
    "absoluteString", "path",
    "timeIntervalSince1970", "timeIntervalSinceReferenceDate", "localizedLowercase", "localizedUppercase", "capitalized",
    "hasChanges", "id",
    "persistentModelID", "inserted", "memberAfterInsert", "offset", "element", "self", "autosaveEnabled", "fetchLimit",
    "fetchOffset", "predicate",
    "sortBy", "relationshipKeyPathsForPrefetching", "propertiesToFetch", "includePendingChanges", "undoManager", "init", "0", "1",
    "2",
  ]
  private let schema: Schema
  private let members: Set<String>
  private var functions: Set<String> = []
  private var known: Set<String> = []
  private(set) var problems: [(message: String, place: TextPlace)] = []

  /// Finds every word of a closure that is not interpreted.
  init(checking function: ClosureFunction, against schema: Schema) {
    self.schema = schema
    members = Self.members.union(
      schema.entities.flatMap { entity in
        entity.attributes.flatMap { [$0.name.text] + $0.columns.flatMap { $0.path.split(separator: ".").map { String($0) } } }
          + entity.relationships.map(\.name.text)
      })
    known = Set(function.parameters)
    check(function.statements)
  }

  private mutating func report(_ message: String, _ place: TextPlace) { problems.append((message, place)) }

  private mutating func check(_ statements: [ClosureStatement]) {
    for statement in statements {
      if case .function(let name, _) = statement.kind { functions.insert(name) }
      if case .binding(let names, _, let value?) = statement.kind, case .closure = value.kind { functions.formUnion(names) }
    }
    for statement in statements { check(statement) }
  }

  private mutating func check(_ statement: ClosureStatement) {
    switch statement.kind {
    case .binding(_, _, let value): if let value { check(value) }
    case .assignment(let target, _, let value):
      check(target)
      check(value)
    case .branch(let conditions, let then, let other):
      check(conditions)
      check(then)
      check(other)
    case .unless(let conditions, let body), .whileLoop(let conditions, let body):
      check(conditions)
      check(body)
    case .loop(_, let sequence, let condition, let body):
      check(sequence)
      if let condition { check(condition) }
      check(body)
    case .choice(let subject, let cases):
      check(subject)
      for one in cases { check(one.statements) }
    case .exit(let value): if let value { check(value) }
    case .block(let body): check(body)
    case .function(_, let function): check(function.statements)
    case .expression(let term): check(term)
    case .proceed, .leave, .fail: break
    }
  }

  private mutating func check(_ conditions: [ClosureStatement.Condition]) {
    for condition in conditions {
      switch condition {
      case .holds(let term), .binds(_, let term): check(term)
      }
    }
  }

  private func entity(_ term: ClosureTerm) -> EntityName? {
    switch term.kind {
    case .name(let name): schema[EntityName(name)] == nil ? nil : EntityName(name)
    case .member(let owner, "self"): entity(owner)
    case .member(let owner, let name):
      if case .name = owner.kind, entity(owner) == nil, schema[EntityName(name)] != nil { EntityName(name) } else { nil }
    default: nil
    }
  }

  private mutating func check(_ term: ClosureTerm) {
    switch term.kind {
    case .call(let callee, let arguments):
      var isSilent = false
      switch callee.kind {
      case .name(let name):
        isSilent = Self.isSilent(name)
        if let model = entity(callee) {
          checkInitialiser(model, arguments, term.place)
        } else if name == "Date", arguments.isEmpty {
          report("'Date()' reads the clock: the same input must give the same store", term.place)
        } else if !Self.types.contains(name), !isSilent, !functions.contains(name) {
          report("'\(name)(…)' is not interpreted", term.place)
        }
      case .member(let owner, let name):
        if case .name(let logger) = owner.kind, Self.isLogger(logger) {
          isSilent = true
        } else if let model = entity(callee) {
          checkInitialiser(model, arguments, term.place)
        } else if name == "init", let model = entity(owner) {
          checkInitialiser(model, arguments, term.place)
        } else {
          if !Self.methods.contains(name) { report("'\(name)(…)' is not interpreted", term.place) }
          check(owner)
        }
      case .implicitMember(let name): report("'.\(name)(…)' is not interpreted", term.place)
      default: check(callee)
      }
      if !isSilent { for argument in arguments { check(argument.value) } }
    case .name(let name):
      if name == "Self" || functions.contains(name) || Self.isVariable(name) || name.hasPrefix("$") || Self.types.contains(name)
        || entity(term) != nil
      {
        return
      }
      if !Self.isLogger(name) { report("'\(name)' is not known here", term.place) }
    case .member(let owner, let name):
      if entity(term) != nil { return }
      if name == "now", case .name("Date") = owner.kind {
        return report("'Date.now' reads the clock: the same input must give the same store", term.place)
      }
      // Types of versions and enums stand before a member; what they are is seen by the member.
      if case .name(let type) = owner.kind, type.first?.isUppercase == true { return }
      if case .member(let outer, _) = owner.kind, case .name(let type) = outer.kind, type.first?.isUppercase == true { return }
      if !members.contains(name) { report("no model of this version has a property '\(name)'", term.place) }
      check(owner)
    case .chain(let inner), .unwrap(let inner), .attempt(let inner), .prefix(_, let inner): check(inner)
    case .element(let owner, let arguments):
      check(owner)
      for argument in arguments { check(argument.value) }
    case .binary(_, let left, let right):
      check(left)
      check(right)
    case .conditional(let condition, let then, let other):
      check(condition)
      check(then)
      check(other)
    case .block(let statements): check(statements)
    case .array(let items): for item in items { check(item) }
    case .dictionary(let items):
      for item in items {
        check(item.key)
        check(item.value)
      }
    case .tuple(let parts): for part in parts { check(part.value) }
    case .closure(let function): check(function.statements)
    case .text(let pieces): for case .value(let value) in pieces { check(value) }
    case .implicitMember(let name):
      if name == "now" { report("'.now' reads the clock: the same input must give the same store", term.place) }
    case .null, .bool, .integer, .real, .keyPath: break
    }
  }

  private mutating func checkInitialiser(_ entity: EntityName, _ arguments: [ClosureTerm.Argument], _ place: TextPlace) {
    for argument in arguments {
      let name = argument.label.map { PropertyName($0) }
      let isKnown = name.map { schema.attribute($0, of: entity) != nil || schema.relationship($0, of: entity) != nil } ?? false
      if !isKnown {
        report(
          "what the initialiser of '\(entity)' does with \(argument.label.map { "'\($0)'" } ?? "its argument") is not known: it is no property",
          argument.value.place)
      }
    }
  }
}
