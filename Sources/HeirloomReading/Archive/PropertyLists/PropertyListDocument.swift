internal import HeirloomArchive
internal import HeirloomCoreDataModel
internal import HeirloomFindings

/// Feeds the records of one property list to the stager: XML, binary, or a keyed archive.
///
/// A property list is read at once, so larger ones are refused. No class of an archive is ever instantiated.
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
      or: Finding(.propertyListDamaged, "the property list is larger than \(PropertyListDocument.largest) bytes", at: .file(file))
    )
    do {
      if KeyedArchive.begins(bytes) {
        var unarchiver = KeyedArchiveRecords(file, size: bytes.count)
        let archive = try KeyedArchive(bytes)
        for name in archive.rootNames { if let root = archive[root: name] { try stage(unarchiver.value(root)) } }
        if unarchiver.tooDeep > 0 {
          findings.append(
            Finding(
              .archiveTooDeep, "\(shown(unarchiver.tooDeep)) objects are nested too deep", at: .file(file),
              count: unarchiver.tooDeep))
        }
      } else {
        try stage(value(try PropertyList(bytes)))
      }
    } catch let finding as Finding {
      throw finding
    } catch { throw Finding(.propertyListDamaged, "the property list cannot be read: \(error)", at: .file(file)) }
  }

  /// An array is records; a dictionary whose lists of dictionaries are classes; whatever else it has is one record.
  private mutating func stage(_ value: RecordValue) throws {
    switch value {
    case .list(let elements), .set(let elements): for element in elements { try add(element, entity) }
    case .object(let record) where record.entity == nil:
      var rest = Record(identity: record.identity), classes = 0
      for (name, value) in record.members {
        guard case .list(let elements) = value, elements.allSatisfy({ if case .object = $0 { true } else { false } }),
          !elements.isEmpty
        else {
          rest.members.append((name, value))
          continue
        }
        classes += 1
        for element in elements { try add(element, name) }
      }
      guard !rest.members.isEmpty else { return }
      if classes > 0 {
        findings.append(
          Finding(
            .archiveDocumentRecord, "\(rest.members.count) members beside the lists are read as a record of '\(entity)'",
            at: .file(file)))
      }
      try stager.add(rest, to: stager.entity(entity))
    default: try add(value, entity)
    }
  }

  private func add(_ value: RecordValue, _ entity: String) throws {
    if case .object(let record) = value {
      try stager.add(record, to: stager.entity(record.entity ?? entity))
    } else if case .reference = value {
      // The record was staged where it was met first.
    } else {
      try stager.add(Record(members: [("value", value)]), to: stager.entity(entity))
    }
  }

  private func value(_ list: PropertyList) -> RecordValue {
    switch list {
    case .null, .uid: .null
    case .bool(let value): .bool(value)
    case .integer(let value): .integer(value)
    case .unsigned(let value): .number(String(value))
    case .real(let value): value.isNaN ? .notANumber : .real(value)
    case .date(let seconds): .date(seconds)
    case .string(let text): .text(text)
    case .data(let bytes): .data(bytes)
    case .array(let values): .list(values.map(value))
    // A dictionary has no order of its own: that of the names is at least the same each time.
    case .dictionary(let members): .object(Record(members: members.sorted { $0.key < $1.key }.map { ($0.key, value($0.value)) }))
    }
  }
}
