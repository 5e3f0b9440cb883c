public import HeirloomFindings

/// A kind of record: an entity of Core Data, a model of SwiftData, a class of Realm.
public struct Entity: Hashable, Sendable {
  public var name: EntityName
  public var parent: EntityName?
  public var isAbstract = false
  /// Declared by this entity itself; inherited ones are found through `Schema.attributes(of:)`.
  public var attributes: [Attribute] = []
  /// Declared by this entity itself; inherited ones are found through `Schema.relationships(of:)`.
  public var relationships: [Relationship] = []
  /// Fetched properties: named queries of Core Data that store nothing.
  public var fetchedProperties: [PropertyName] = []
  /// Each constraint is the list of attribute names that are unique together.
  public var uniqueness: [[PropertyName]] = []
  public var indexes: [FetchIndex] = []
  /// Compound indexes of models before 2017.
  public var compoundIndexes: [[PropertyName]] = []
  public var className: String?
  public var renamingIdentifier: String?
  public var hashModifier: String?
  public var userInfo: [String: String] = [:]
  /// For Realm: the records live inside other records.
  public var isEmbedded = false
  /// For Realm: the attribute that is the primary key.
  public var primaryKey: PropertyName?
  public var place: TextPlace?

  public init(_ name: EntityName, parent: EntityName? = nil) {
    self.name = name
    self.parent = parent
  }
}

/// An index that a model declares for fetching.
public struct FetchIndex: Hashable, Sendable {
  public var name: String
  public var elements: [Element]
  /// The predicate of a partial index, as the model writes it.
  public var predicate: String?

  public struct Element: Hashable, Sendable {
    public var property: PropertyName
    public var isAscending = true
    public var isRTree = false
    /// What is indexed instead of a property, in the model's text: `entity`, `SELF`; `property` is then only its label.
    public var expression: String?
    public init(_ property: PropertyName, ascending: Bool = true, rtree: Bool = false) {
      self.property = property
      isAscending = ascending
      isRTree = rtree
    }
  }

  public init(name: String, elements: [Element], predicate: String? = nil) {
    self.name = name
    self.elements = elements
    self.predicate = predicate
  }
}
