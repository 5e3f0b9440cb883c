internal import HeirloomSchema

/// Swift's own types that SwiftData keeps as one value.
enum ScalarTypes {
  static func type(of reference: TypeReference) -> AttributeType? {
    guard case .named(let path, let arguments) = reference, arguments.isEmpty, let name = path.last else { return nil }
    if path.count > 1, !modules.contains(path.dropLast().joined(separator: ".")) { return nil }
    return byName[name]
  }

  /// Seen in real stores: String, Int, Double, Float, Bool, Date, Data, UUID. The other codes are Core Data's for the same values.
  static func isProven(_ type: AttributeType) -> Bool {
    [.string, .int64, .double, .float, .bool, .date, .data, .uuid].contains(type)
  }

  private static let modules: Set<String> = [
    "Swift", "Foundation", "CoreGraphics", "CoreLocation", "CoreMedia", "FoundationEssentials",
  ]

  private static let byName: [String: AttributeType] = [
    "String": .string, "Int": .int64, "Int64": .int64, "UInt": .int64, "UInt64": .int64, "Int32": .int32, "UInt32": .int64,
    "Int16": .int16, "UInt16": .int32, "Int8": .int16, "UInt8": .int16, "Bool": .bool, "Double": .double, "Float": .float,
    "Float32": .float, "Float64": .double, "CGFloat": .double, "Decimal": .decimal, "Date": .date, "Data": .data, "UUID": .uuid,
    "URL": .url, "TimeInterval": .double, "CFTimeInterval": .double, "CLLocationDegrees": .double, "CLLocationDistance": .double,
    "CLLocationAccuracy": .double, "CLLocationSpeed": .double, "CLLocationDirection": .double, "CMTimeValue": .int64,
    "CMTimeScale": .int32,
  ]
}
