internal import Foundation
internal import HeirloomFindings
internal import HeirloomSQLite
internal import HeirloomSchema

/// Computes the derived attributes of a target, so that their columns hold what the framework's own triggers would have written.
struct DerivedAttributes {
  /// A derived attribute that is understood, or why it is not computed.
  struct Item {
    var entity: EntityName
    var attribute: PropertyName
    var derivation: Derivation?
    /// `UPDATE`; nil when the attribute is not computed.
    var statement: String?
    /// The four triggers of real stores; nil for a derivation whose triggers no store shows.
    var triggers: [String]?

    /// Whether a trigger of this name serves the attribute: `Z_DA_ZNOTE_Note_folderName_SOURCE_INSERT`.
    func isServed(by trigger: String) -> Bool { trigger.contains("_\(entity)_\(attribute)_") }
  }

  let items: [Item]
  /// Attributes that ask for triggers of their own, with the triggers; nil where what they ask for is not understood.
  let requested: [(entity: EntityName, attribute: PropertyName, triggers: [String]?)]
  /// Whether a unique index may hold a derived value.
  private let areUnique: Bool

  init(of schema: Schema, in layout: StorageLayout) {
    areUnique = schema.entities.contains { entity in
      entity.uniqueness.joined().contains { schema.attribute($0, of: entity.name)?.derivation != nil }
    }
    let requests = RequestedTriggers(schema: schema, layout: layout)
    requested = schema.entities.flatMap { entity in
      entity.attributes.filter { $0.userInfo[RequestedTriggers.key] != nil }.map {
        (entity.name, $0.name, requests.statements($0, of: entity.name))
      }
    }
    let expressions = DerivationSQL(schema: schema, layout: layout)
    items = schema.entities.flatMap { entity in
      entity.attributes.compactMap { attribute -> Item? in
        guard let text = attribute.derivation, !attribute.isTransient else { return nil }
        var item = Item(entity: entity.name, attribute: attribute.name, derivation: Derivation(parsing: text))
        guard let derivation = item.derivation else { return item }
        item.statement = expressions.update(attribute.name, of: entity.name, derivation)
        item.triggers = DerivationTriggers(schema: schema, layout: layout).statements(attribute.name, of: entity.name, derivation)
        return item
      }
    }
  }

  /// Creates the indexes of a target whose rows are all there, and computes the derived attributes.
  ///
  /// With the indexes of links the cost is in proportion to the rows, without them to their square. A unique index, though, must not see a
  /// value that is not yet right.
  func compute(on connection: Connection, creating indexes: [String]) throws {
    if areUnique { try compute(on: connection) }
    for index in indexes { try connection.run(index) }
    if !areUnique { try compute(on: connection) }
  }

  /// Whether the attribute that a trigger of this name serves is computed here, so that the trigger need not run.
  func isComputed(by trigger: String) -> Bool { items.contains { $0.statement != nil && $0.isServed(by: trigger) } }

  /// Computes all of them over all rows. Derived values may be derived from in their turn, so it is done until nothing changes.
  private func compute(on connection: Connection) throws {
    let statements = items.compactMap(\.statement)
    guard !statements.isEmpty else { return }
    for function in Derivation.TextFunction.allCases {
      try connection.addFunction("heirloom_derived_\(function.rawValue)", arguments: 1) { arguments, slot in
        if arguments.isNull(0) { return slot.setNull() }
        slot.set(function.apply(arguments.text(0)))
      }
    }
    // A chain of n derivations settles in n rounds; one that goes in a circle never would.
    for _ in statements {
      var changed: Int64 = 0
      for statement in statements {
        try connection.run(statement)
        changed += connection.changes
      }
      if changed == 0 { break }
    }
  }

  /// The triggers by which the app keeps the attributes up to date.
  var triggers: [String] { requested.flatMap { $0.triggers ?? [] } + items.flatMap { $0.triggers ?? [] } }

  /// What is not computed, and what nothing keeps up to date.
  ///
  /// - Parameters:
  ///   - running: the names of the template's triggers that do their work here; nil where there is no template.
  ///   - help: what keeps such an attribute up to date, where it is not what the kind advises.
  func findings(running: [String]? = nil, help: String? = nil) -> [Finding] {
    let unmet = running == nil ? requested.filter { $0.triggers == nil } : []
    let asked = unmet.map { entity, attribute, _ in
      Finding(
        .derivedNotKept,
        "'\(entity).\(attribute)' asks for triggers (\(RequestedTriggers.key)) that are not understood, and has none",
        at: .store(StorePlace(entity: entity.text, property: attribute.text)), help: help)
    }
    return items.flatMap { item -> [Finding] in
      if let running, running.contains(where: item.isServed) { return [] }
      let name = "'\(item.entity).\(item.attribute)'"
      let place = Place.store(StorePlace(entity: item.entity.text, property: item.attribute.text))
      if item.derivation == .now {
        return [Finding(.derivedNotComputed, "\(name) is the time of saving: it holds what the mapping gives", at: place)]
      }
      guard item.statement != nil else {
        return [Finding(.derivedNotComputed, "\(name) is derived in a way that is not understood", at: place)]
      }
      guard running == nil, item.triggers == nil else { return [] }
      return [Finding(.derivedNotKept, "\(name) is computed, and has no trigger that keeps it up to date", at: place, help: help)]
    } + asked
  }
}

extension Derivation.TextFunction {
  /// Full Unicode case mapping; `canonical` folds case and diacritics away.
  func apply(_ text: String) -> String {
    switch self {
    case .lowercase: text.lowercased()
    case .uppercase: text.uppercased()
    case .canonical: text.folding(options: [.caseInsensitive, .diacriticInsensitive], locale: nil)
    }
  }
}
