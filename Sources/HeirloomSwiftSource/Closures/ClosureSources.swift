internal import HeirloomFindings
package import HeirloomSchema

/// The functions, computed properties and constants of the sources that migration closures may call.
///
/// Types are known by their full names, `NotesSchemaV2.Note`; types of other modules that extensions add to by their own.
package struct ClosureSources: Sendable {
  /// Functions outside all types, by name; several may have the same one.
  package internal(set) var functions: [String: [ClosureFunction]] = [:]
  /// Constants and variables outside all types.
  package internal(set) var values: [String: ClosureTerm] = [:]
  package internal(set) var types: [String: Members] = [:]
  /// Full names of the models by the place of their declaration, which the schema remembers.
  var models: [TextPlace: String] = [:]
  /// Full names by the last one.
  var fullNames: [String: [String]] = [:]

  package struct Members: Sendable {
    package enum Kind: Sendable {
      case model, structure, classType, enumeration, other
      /// A type of another module, which extensions add to.
      case foreign
    }
    package internal(set) var kind = Kind.foreign
    package internal(set) var methods: [String: [ClosureFunction]] = [:]
    package internal(set) var getters: [String: ClosureFunction] = [:]
    package internal(set) var setters: [String: ClosureFunction] = [:]
    package internal(set) var initialisers: [ClosureFunction] = []
    /// Stored properties in order, with what they begin as.
    package internal(set) var stored: [(name: String, type: String?, value: ClosureTerm?)] = []
    package internal(set) var staticFunctions: [String: [ClosureFunction]] = [:]
    package internal(set) var staticGetters: [String: ClosureFunction] = [:]
    package internal(set) var staticValues: [String: (type: String?, value: ClosureTerm?)] = [:]
    package internal(set) var cases: Enumeration?
    /// Forms of static values that are not interpreted, by name.
    package internal(set) var problems: [String: [ClosureProblem]] = [:]
    /// Methods that change the value they belong to.
    package internal(set) var mutating: Set<String> = []
  }

  package init() {}

  /// The full name of the class that an entity was read from; nil when it comes from a store or a model file.
  package func model(of entity: Entity) -> String? { entity.place.flatMap { models[$0] } }

  /// The full name of a type that is written as `name` inside of another one.
  package func type(named name: String, within owner: String? = nil) -> String? {
    var scope = (owner ?? "").split(separator: ".").map { String($0) }
    while !scope.isEmpty {
      let candidate = scope.joined(separator: ".") + "." + name
      if types[candidate] != nil { return candidate }
      scope.removeLast()
    }
    if types[name] != nil { return name }
    // A name without the types around it is enough where only one type has it.
    let known = fullNames[name] ?? []
    return known.count == 1 ? known[0] : nil
  }

  package func members(of type: String?) -> Members? { type.flatMap { types[$0] } }
}

extension ClosureFunction {
  /// Which argument each parameter of a call takes, nil for those with a default; nil when the labels do not fit.
  package func places(of arguments: [ClosureTerm.Argument]) -> [Int?]? {
    var result: [Int?] = [], next = 0
    for parameter in parameters {
      if next < arguments.count {
        let argument = arguments[next]
        if argument.label == parameter.label || argument.isTrailing && argument.label == nil {
          result.append(next)
          next += 1
          continue
        }
      }
      guard parameter.fallback != nil else { return nil }
      result.append(nil)
    }
    return next == arguments.count ? result : nil
  }
}

extension [ClosureFunction] {
  /// The function that a call with these arguments means.
  package func fitting(_ arguments: [ClosureTerm.Argument]) -> ClosureFunction? { first { $0.places(of: arguments) != nil } }
}
