internal import HeirloomMapping
internal import HeirloomSQLite

/// A function of the caller's own that a mapping may call by its name.
///
/// ```swift
/// let slug = MappingFunction("slug") { (title: String) in title.lowercased().replacing(" ", with: "-") }
/// let mapping = try Mapping(contentsOf: "notes.mapping.swift", functions: [slug])
/// ```
/// The checker knows its parameters and result. It must depend on its arguments alone: no clock, no network, no randomness,
/// lest two runs differ. It is called once or more for each record. An error that it throws ends the run; to refuse a single
/// record let it give nil, and write `slug(old.title) ?? reject("no title")`.
public struct MappingFunction: Sendable {
  public let name: String
  let signature: CallerFunction
  private let call: @Sendable ([SQLiteValue]) throws -> SQLiteValue

  static let failureMark = "heirloom function failed: "

  /// - Parameters:
  ///   - name: as the mapping writes it: letters, digits and underscores.
  ///   - body: parameters and result are `Bool`, `Int`, `Double`, `String`, `Date`, `UUID`, `URL`, `Data`, `Decimal`, or optionals
  ///     of these.
  public init<each Parameter: MappingType, Result: MappingType>(
    _ name: String, _ body: @escaping @Sendable (repeat each Parameter) throws -> Result
  ) {
    self.name = name
    var parameters: [ValueType] = []
    for type in repeat (each Parameter).self { parameters.append(type.valueType) }
    signature = CallerFunction(parameters: parameters, result: Result.valueType)
    let count = parameters.count
    call = { values in
      guard values.count == count else { throw MappingFunctionError("it takes \(count) arguments, and got \(values.count)") }
      var rest = values[...]
      func next<T: MappingType>(_ type: T.Type) throws -> T { try T(stored: rest.removeFirst()) }
      return try body(repeat next((each Parameter).self)).stored
    }
  }

  func register(on connection: Connection) throws {
    try connection.addFunction("caller_\(name)", arguments: Int32(signature.parameters.count)) { values, slot in
      let given = (0..<values.count).map { values.value($0) }
      // A nil where the function takes none gives nil, as optional chaining would.
      for (value, type) in zip(given, signature.parameters) where value.isNull && !type.isOptional { return slot.setNull() }
      do { slot.set(try call(given)) } catch { throw MappingFunctionError("\(Self.failureMark)'\(name)': \(error)") }
    }
  }
}

struct MappingFunctionError: Error, CustomStringConvertible {
  let description: String
  init(_ description: String) { self.description = description }
}
