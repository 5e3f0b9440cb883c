public import HeirloomFindings

/// A value of an entity.
public struct Attribute: Hashable, Sendable {
  public var name: PropertyName
  public var type: AttributeType
  public var isOptional = false
  public var isTransient = false
  /// The value that rows get when nothing else is said; nil when there is none.
  public var defaultValue: DefaultValue?
  /// The elements of a composite, in the model's order. An enum with raw values has one element of the attribute's own
  /// name; an enum without has one element per case (formats/coredata.md 5).
  public var elements: [Attribute] = []
  /// The cases, when the type is an enum that is known: name and raw value.
  public var enumeration: Enumeration?
  /// For Realm: the value is a list, set or dictionary of the type.
  public var collection: CollectionKind?

  /// The renaming identifier (`originalName:`, Xcode's `elementID`), when it is not the name itself.
  public var renamingIdentifier: String?
  /// Changes the version hash and nothing else.
  public var hashModifier: String?
  public var allowsExternalStorage = false
  public var preservesValueOnDeletion = false
  public var allowsCloudEncryption = false
  public var isSpotlightIndexed = false
  /// Indexed by itself, the way of models before 2017 and of Realm.
  public var isIndexed = false
  public var isReadOnly = false
  /// The value transformer's name, for a transformable.
  public var transformer: String?
  /// The class of the value as the model has it, such as `NSDate` or `Array<String>`.
  public var valueClass: String?
  /// The Swift type as its source spells it, when it came from source: `[String]`, `GlassType?`.
  public var swiftType: String?
  /// The key path that a derived attribute computes, in the text of the model.
  public var derivation: String?
  public var validation = Validation()
  public var userInfo: [String: String] = [:]
  /// Where the attribute is declared, when that is a text.
  public var place: TextPlace?

  public init(_ name: PropertyName, _ type: AttributeType, optional isOptional: Bool = false) {
    self.name = name
    self.type = type
    self.isOptional = isOptional
  }
}

/// Limits that the model sets for a value; Heirloom reports them and does not enforce them.
public struct Validation: Hashable, Sendable {
  public var minimum: String?
  public var maximum: String?
  public var pattern: String?
  public init() {}
}

/// The cases of an enum, as far as its declaration is known.
public struct Enumeration: Hashable, Sendable {
  /// The enum's own name, such as `GlassType`.
  public var name: String
  /// The type of the raw values; nil when the enum has none.
  public var rawType: AttributeType?
  public var cases: [Case]

  public struct Case: Hashable, Sendable {
    public var name: String
    /// The raw value as the store holds it: text, or digits for an integer.
    public var rawValue: String
    public init(name: String, rawValue: String) {
      self.name = name
      self.rawValue = rawValue
    }
  }

  public init(name: String, rawType: AttributeType?, cases: [Case]) {
    self.name = name
    self.rawType = rawType
    self.cases = cases
  }
}

/// How Realm holds several values under one property.
public enum CollectionKind: String, Hashable, Sendable { case list, set, dictionary }

/// A default as the model states it.
public enum DefaultValue: Hashable, Sendable {
  case bool(Bool)
  case integer(Int64)
  case real(Double)
  /// Exact, as decimal digits.
  case decimal(String)
  case string(String)
  /// Seconds since 2001-01-01T00:00:00Z.
  case date(Double)
  case uuid([UInt8])
  case data([UInt8])
  /// An empty array, set or dictionary.
  case emptyCollection
  /// A case of an enum, by its name.
  case enumCase(String)
  /// Source text that cannot be evaluated without running the app, such as `Date()` or `makeID()`.
  case expression(String)
}
