internal import HeirloomSchema

/// One attribute, cut down to what SwiftData source can say.
struct ExpressibleAttribute {
  private let original: Attribute
  private let entity: EntityName
  private(set) var valueTypes: ValueTypes
  private var attribute: Attribute
  private(set) var losses: [String] = []
  /// Nil when the attribute has to be left out.
  private(set) var result: Attribute?

  init(_ attribute: Attribute, of entity: EntityName, named name: PropertyName, valueTypes: ValueTypes) {
    original = attribute
    self.entity = entity
    self.valueTypes = valueTypes
    self.attribute = attribute
    self.attribute.name = name
  }

  mutating func express() {
    if original.isTransient { return losses.append("it is transient and holds nothing in the store") }
    attribute.place = nil
    attribute.userInfo = [:]
    if attribute.name != original.name { attribute.renamingIdentifier = attribute.renamingIdentifier ?? original.name.text }
    if attribute.renamingIdentifier == attribute.name.text { attribute.renamingIdentifier = nil }
    dropFacets()
    guard chooseType() else { return }
    attribute.defaultValue = expressibleDefault()
    result = attribute
  }

  private mutating func dropFacets() {
    if original.derivation != nil { losses.append("derived from others in the store; here an attribute like any other") }
    attribute.derivation = nil
    if original.isReadOnly { losses.append("read-only in the store") }
    attribute.isReadOnly = false
    attribute.isIndexed = false
    let validation = original.validation
    if let minimum = validation.minimum { losses.append("at least \(minimum) in the store's model") }
    if let maximum = validation.maximum { losses.append("at most \(maximum) in the store's model") }
    if let pattern = validation.pattern { losses.append("matches \(pattern.replacing("\n", with: " ")) in the store's model") }
    attribute.validation = Validation()
  }

  /// Sets `swiftType`, without the optional mark; false when the attribute has to be left out.
  private mutating func chooseType() -> Bool {
    if let collection = original.collection { return chooseCollection(collection) }
    switch original.type {
    case .transformable: chooseTransformable()
    case .composite: chooseComposite()
    case .objectID:
      losses.append("an ObjectId in the store; here its 24 digits")
      replaceType(.string)
    case .managedObjectID:
      losses.append("the identity of another object in the store; here its address")
      replaceType(.url)
    case .mixed:
      losses.append("a value of any type in the store; here its JSON text")
      replaceType(.string)
    case .undefined:
      losses.append("its type is not known")
      return false
    default: replaceType(original.type)
    }
    return true
  }

  private mutating func replaceType(_ type: AttributeType) {
    attribute.type = type
    attribute.swiftType = type.rawValue
    attribute.valueClass = nil
    attribute.elements = []
    attribute.enumeration = nil
    if attribute.transformer != nil {
      losses.append("the transformer '\(attribute.transformer ?? "")' does not apply to a \(type.rawValue)")
    }
    attribute.transformer = nil
  }

  private mutating func chooseCollection(_ collection: CollectionKind) -> Bool {
    attribute.collection = nil
    if collection == .set { losses.append("a set in the store") }
    let element: AttributeType =
      switch original.type {
      case .objectID, .mixed: .string
      case .undefined, .composite, .transformable: .data
      default: original.type
      }
    if original.type == .mixed {
      losses.append("its elements are of any type in the store; here their JSON texts")
    } else if element != original.type {
      losses.append("its elements are of type \(original.type.rawValue) in the store")
    }
    attribute.type = .transformable
    attribute.isOptional = false
    attribute.transformer = "NSSecureUnarchiveFromData"
    // Of values of any type null is one.
    let name = element.rawValue + (original.isOptional && original.type != .mixed ? "?" : "")
    attribute.valueClass = collection == .dictionary ? "Dictionary<String, \(name)>" : "Array<\(name)>"
    attribute.swiftType = collection == .dictionary ? "[String: \(name)]" : "[\(name)]"
    attribute.defaultValue = .emptyCollection
    return true
  }

  /// `[String]` and its like where the model says so; otherwise an object with its transformer.
  private mutating func chooseTransformable() {
    if original.transformer == "NSSecureUnarchiveFromData" || original.transformer == nil,
      let type = Self.swiftType(ofClass: original.valueClass)
    {
      attribute.transformer = "NSSecureUnarchiveFromData"
      attribute.swiftType = type
      return
    }
    if let valueClass = original.valueClass, valueClass != "NSObject" { losses.append("of class \(valueClass) in the store") }
    attribute.valueClass = nil
    if original.transformer == nil {
      losses.append("has no transformer in the store's model; Core Data's own applies")
      attribute.transformer = "NSSecureUnarchiveFromData"
    }
    attribute.swiftType = "NSObject"
  }

  /// `Array<String>` as `[String]`, `Dictionary<String, Int>` as `[String: Int]`, for types that SwiftData has.
  private static func swiftType(ofClass name: String?) -> String? {
    guard let name, name.hasSuffix(">"), let open = name.firstIndex(of: "<") else { return nil }
    let inside = name[name.index(after: open)...].dropLast()
    let parts = inside.split(separator: ",").map { $0.trimmingPrefix(" ") }.map(String.init)
    guard parts.allSatisfy({ ScalarTypes.type(of: .named($0)) != nil }) else { return nil }
    switch (name[..<open], parts.count) {
    case ("Array", 1): return "[\(parts[0])]"
    case ("Set", 1): return "Set<\(parts[0])>"
    case ("Dictionary", 2): return "[\(parts[0]): \(parts[1])]"
    default: return nil
    }
  }

  private mutating func chooseComposite() {
    attribute.valueClass = nil
    attribute.transformer = nil
    let leaves = original.elements.map { "\($0.name) \($0.type.rawValue) \($0.isOptional)" }
    if leaves == ["linearRed Float false", "linearGreen Float false", "linearBlue Float false", "opacity Float false"] {
      attribute.elements = original.elements.map { Attribute($0.name, .float) }
      attribute.swiftType = "Color.Resolved"
      return
    }
    if original.elements.isEmpty {
      losses.append("a composite whose elements are not known")
      return replaceType(.data)
    }
    let choice = valueTypes.type(for: original, named: attribute.name, of: entity)
    losses += choice.losses
    attribute.elements = choice.elements
    attribute.enumeration = choice.enumeration
    if choice.enumeration != nil { attribute.userInfo["EnumType"] = "true" }
    attribute.swiftType = choice.name
  }

  // MARK: - Defaults

  private mutating func expressibleDefault() -> DefaultValue? {
    guard let value = attribute.defaultValue else { return nil }
    switch (attribute.type, value) {
    case (.bool, .bool), (.int16, .integer), (.int32, .integer), (.int64, .integer), (.decimal, .decimal), (.string, .string),
      (.date, .date),
      (.data, .data), (_, .expression):
      return value
    case (.uuid, .uuid):
      // What SwiftData records for `= UUID()` is one value of it; kept fixed, every new record would get the same.
      losses.append("a fixed UUID in the store's model; here a new one for each record")
      return .expression("UUID()")
    case (.double, .real(let number)), (.float, .real(let number)):
      if number.isFinite { return value }
    case (.bool, .integer(let number)): return .bool(number != 0)
    case (.int16, .bool(let flag)), (.int32, .bool(let flag)), (.int64, .bool(let flag)): return .integer(flag ? 1 : 0)
    case (.double, .integer(let number)), (.float, .integer(let number)): return .real(Double(number))
    case (.decimal, .integer(let number)): return .decimal(String(number))
    case (.url, .string): return value
    case (.composite, .enumCase(let name)):
      if attribute.enumeration?.cases.contains(where: { $0.name == name }) == true { return value }
    case (.transformable, .emptyCollection):
      if let type = attribute.swiftType, type.hasPrefix("[") || type.hasPrefix("Set<") { return value }
    default: break
    }
    losses.append("its default in the store cannot be written")
    return nil
  }
}
