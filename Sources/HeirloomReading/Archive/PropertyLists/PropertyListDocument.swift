internal import Foundation
internal import HeirloomArchive
internal import HeirloomFindings

/// Feeds the records of one property list, XML or binary, to the stager.
///
/// Foundation reads the whole list at once, so lists above a limit are refused.
struct PropertyListDocument {
  static let largest = 256 << 20
  private let file: String
  private let entity: String
  private let stager: Stager
  private(set) var findings: [Finding] = []

  init(file: String, entity: String, _ stager: Stager) {
    self.file = file
    self.entity = entity
    self.stager = stager
  }

  mutating func read(_ stream: any ByteStream) throws {
    let bytes = try stream.all(
      limit: PropertyListDocument.largest,
      or: Finding(.propertyListDamaged, "the property list is larger than \(PropertyListDocument.largest) bytes", at: .file(file)))
    try PropertyListGuard.check(bytes, file)
    let list: Any
    do { list = try PropertyListSerialization.propertyList(from: Data(bytes), options: [], format: nil) } catch {
      throw Finding(.propertyListDamaged, "the property list cannot be read", at: .file(file))
    }
    try stage(try value(list, 0))
  }

  /// An array is records; a dictionary whose lists of dictionaries are classes; whatever else it has is one record.
  mutating func stage(_ value: RecordValue) throws {
    switch value {
    case .list(let elements): for element in elements { try add(element, stager.entity(entity)) }
    case .object(let record):
      var rest = Record(), classes = 0
      for (name, value) in record.members {
        guard case .list(let elements) = value, elements.allSatisfy({ if case .object = $0 { true } else { false } }), !elements.isEmpty else {
          rest.members.append((name, value))
          continue
        }
        classes += 1
        for element in elements { try add(element, stager.entity(name)) }
      }
      guard !rest.members.isEmpty else { return }
      if classes > 0 {
        findings.append(
          Finding(.archiveDocumentRecord, "\(rest.members.count) members beside the lists are read as a record of '\(entity)'", at: .file(file)))
      }
      try stager.add(rest, to: stager.entity(entity))
    default: try add(value, stager.entity(entity))
    }
  }

  private func add(_ value: RecordValue, _ entity: StagedEntity) throws {
    if case .object(let record) = value { try stager.add(record, to: record.entity.map { stager.entity($0) } ?? entity) } else {
      try stager.add(Record(members: [("value", value)]), to: entity)
    }
  }

  private func value(_ list: Any, _ depth: Int) throws -> RecordValue {
    guard depth < JSONParser.deepest else { throw Finding(.propertyListDamaged, "the property list is nested too deep", at: .file(file)) }
    switch list {
    case let text as String: return .text(text)
    case let date as Date: return .date(date.timeIntervalSinceReferenceDate)
    case let data as Data: return .data([UInt8](data))
    case let values as [Any]: return .list(try values.map { try value($0, depth + 1) })
    case let members as [String: Any]:
      // A dictionary has no order of its own: that of the names is at least the same each time.
      return .object(Record(members: try members.sorted { $0.key < $1.key }.map { ($0.key, try value($0.value, depth + 1)) }))
    case let number as NSNumber: return PropertyListDocument.number(number)
    default: return .null
    }
  }

  private static func number(_ number: NSNumber) -> RecordValue {
    switch String(cString: number.objCType) {
    case "c" where number === (kCFBooleanTrueObject as AnyObject) || number === (kCFBooleanFalseObject as AnyObject): .bool(number.boolValue)
    case "f", "d": .real(number.doubleValue)
    case "Q" where number.uint64Value > UInt64(Int64.max): .number(String(number.uint64Value))
    default: .integer(number.int64Value)
    }
  }
}

private let kCFBooleanTrueObject = NSNumber(value: true)
private let kCFBooleanFalseObject = NSNumber(value: false)
