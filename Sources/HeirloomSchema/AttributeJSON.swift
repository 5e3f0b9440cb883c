/// An attribute as JSON; see `SchemaJSON`.
public struct AttributeJSON: Codable, Hashable, Sendable {
  public var name: String
  /// `AttributeType`'s raw value, such as `String` or `Date`.
  public var type: String
  public var optional: Bool
  public var transient: Bool?
  public var defaultValue: DefaultJSON?
  public var elements: [AttributeJSON]?
  public var enumeration: EnumerationJSON?
  public var collection: String?
  public var renamingIdentifier: String?
  public var hashModifier: String?
  public var externalStorage: Bool?
  public var preservesValueOnDeletion: Bool?
  public var allowsCloudEncryption: Bool?
  public var spotlightIndexed: Bool?
  public var indexed: Bool?
  public var readOnly: Bool?
  public var transformer: String?
  public var valueClass: String?
  public var swiftType: String?
  public var derivation: String?
  public var minimum: String?
  public var maximum: String?
  public var pattern: String?
  public var userInfo: [String: String]?

  public struct EnumerationJSON: Codable, Hashable, Sendable {
    public var name: String
    public var rawType: String?
    public var cases: [CaseJSON]
  }
  public struct CaseJSON: Codable, Hashable, Sendable {
    public var name: String
    public var rawValue: String
  }

  public init(_ attribute: Attribute) {
    func flag(_ value: Bool) -> Bool? { value ? true : nil }
    name = attribute.name.text
    type = attribute.type.rawValue
    optional = attribute.isOptional
    transient = flag(attribute.isTransient)
    defaultValue = attribute.defaultValue.map(DefaultJSON.init)
    elements = attribute.elements.isEmpty ? nil : attribute.elements.map(AttributeJSON.init)
    enumeration = attribute.enumeration.map { enumeration in
      EnumerationJSON(
        name: enumeration.name, rawType: enumeration.rawType?.rawValue,
        cases: enumeration.cases.map { CaseJSON(name: $0.name, rawValue: $0.rawValue) })
    }
    collection = attribute.collection?.rawValue
    renamingIdentifier = attribute.renamingIdentifier
    hashModifier = attribute.hashModifier
    externalStorage = flag(attribute.allowsExternalStorage)
    preservesValueOnDeletion = flag(attribute.preservesValueOnDeletion)
    allowsCloudEncryption = flag(attribute.allowsCloudEncryption)
    spotlightIndexed = flag(attribute.isSpotlightIndexed)
    indexed = flag(attribute.isIndexed)
    readOnly = flag(attribute.isReadOnly)
    transformer = attribute.transformer
    valueClass = attribute.valueClass
    swiftType = attribute.swiftType
    derivation = attribute.derivation
    minimum = attribute.validation.minimum
    maximum = attribute.validation.maximum
    pattern = attribute.validation.pattern
    userInfo = attribute.userInfo.isEmpty ? nil : attribute.userInfo
  }

  public var attribute: Attribute {
    var attribute = Attribute(PropertyName(name), AttributeType(rawValue: type) ?? .undefined, optional: optional)
    attribute.isTransient = transient ?? false
    attribute.defaultValue = defaultValue?.value
    attribute.elements = (elements ?? []).map(\.attribute)
    attribute.enumeration = enumeration.map { enumeration in
      Enumeration(
        name: enumeration.name, rawType: enumeration.rawType.flatMap(AttributeType.init(rawValue:)),
        cases: enumeration.cases.map { Enumeration.Case(name: $0.name, rawValue: $0.rawValue) })
    }
    attribute.collection = collection.flatMap(CollectionKind.init(rawValue:))
    attribute.renamingIdentifier = renamingIdentifier
    attribute.hashModifier = hashModifier
    attribute.allowsExternalStorage = externalStorage ?? false
    attribute.preservesValueOnDeletion = preservesValueOnDeletion ?? false
    attribute.allowsCloudEncryption = allowsCloudEncryption ?? false
    attribute.isSpotlightIndexed = spotlightIndexed ?? false
    attribute.isIndexed = indexed ?? false
    attribute.isReadOnly = readOnly ?? false
    attribute.transformer = transformer
    attribute.valueClass = valueClass
    attribute.swiftType = swiftType
    attribute.derivation = derivation
    attribute.validation.minimum = minimum
    attribute.validation.maximum = maximum
    attribute.validation.pattern = pattern
    attribute.userInfo = userInfo ?? [:]
    return attribute
  }
}

/// A default value as JSON: what it is, and its text (`true`, digits, hex for bytes, the seconds of a date).
public struct DefaultJSON: Codable, Hashable, Sendable {
  public var kind: String
  public var text: String

  public init(_ value: DefaultValue) {
    (kind, text) =
      switch value {
      case .bool(let value): ("bool", value ? "true" : "false")
      case .integer(let value): ("integer", String(value))
      case .real(let value): ("real", "\(value)")
      case .decimal(let digits): ("decimal", digits)
      case .string(let text): ("string", text)
      case .date(let seconds): ("date", "\(seconds)")
      case .uuid(let bytes): ("uuid", DefaultJSON.hex(bytes))
      case .data(let bytes): ("data", DefaultJSON.hex(bytes))
      case .emptyCollection: ("emptyCollection", "")
      case .enumCase(let name): ("enumCase", name)
      case .expression(let text): ("expression", text)
      }
  }

  /// nil when the text does not fit the kind.
  public var value: DefaultValue? {
    switch kind {
    case "bool": .bool(text == "true")
    case "integer": Int64(text).map { .integer($0) }
    case "real": Double(text).map { .real($0) }
    case "decimal": .decimal(text)
    case "string": .string(text)
    case "date": Double(text).map { .date($0) }
    case "uuid": DefaultJSON.bytes(text).map { .uuid($0) }
    case "data": DefaultJSON.bytes(text).map { .data($0) }
    case "emptyCollection": .emptyCollection
    case "enumCase": .enumCase(text)
    case "expression": .expression(text)
    default: nil
    }
  }

  private static func hex(_ bytes: [UInt8]) -> String {
    bytes.map { byte in (byte < 16 ? "0" : "") + String(byte, radix: 16) }.joined()
  }

  private static func bytes(_ hex: String) -> [UInt8]? {
    let digits = hex.map { $0.hexDigitValue.map { UInt8($0) } }
    guard digits.count % 2 == 0, !digits.contains(nil) else { return nil }
    return stride(from: 0, to: digits.count, by: 2).map { (digits[$0] ?? 0) << 4 | (digits[$0 + 1] ?? 0) }
  }
}
