package import HeirloomSchema

/// The numbers that model archives, and version hashes, give to the attribute types (docs/formats/models.md).
extension AttributeType {
  private static let codes: [(Int, AttributeType)] = [
    (0, .undefined), (100, .int16), (200, .int32), (300, .int64), (400, .decimal), (500, .double), (600, .float), (700, .string),
    (800, .bool), (900, .date), (1000, .data), (1100, .uuid), (1200, .url), (1800, .transformable), (2000, .managedObjectID),
    (2100, .composite),
  ]

  /// Nil for the types of Realm, which Core Data has not.
  package var archiveCode: Int? { Self.codes.first { $0.1 == self }?.0 }

  package init?(archiveCode: Int) {
    guard let type = Self.codes.first(where: { $0.0 == archiveCode })?.1 else { return nil }
    self = type
  }

  /// The class of the values, as model archives name it; nil for a transformable or undefined one.
  package var archiveValueClass: String? {
    switch self {
    case .bool, .int16, .int32, .int64, .float, .double: "NSNumber"
    case .decimal: "NSDecimalNumber"
    case .string: "NSString"
    case .date: "NSDate"
    case .data: "NSData"
    case .uuid: "NSUUID"
    case .url: "NSURL"
    case .managedObjectID: "NSManagedObjectID"
    case .composite: "NSDictionary"
    case .transformable, .undefined, .objectID, .mixed: nil
    }
  }
}
