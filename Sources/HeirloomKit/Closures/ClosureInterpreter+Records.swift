internal import Foundation
internal import HeirloomBytes
internal import HeirloomFindings
internal import HeirloomMapping
internal import HeirloomSQLite
internal import HeirloomSchema
internal import HeirloomSwiftSource

extension ClosureInterpreter {
  // MARK: - Reading

  /// A property of a record; nil when the record's entity has none of that name.
  func property(_ name: String, of record: RecordReference, _ place: TextPlace) throws -> ClosureValue? {
    if let attribute = schema.attribute(PropertyName(name), of: record.entity) {
      if attribute.isTransient { throw beyond("'\(record.entity).\(name)' is transient: the store does not have it", place) }
      return try value(of: attribute, record, place)
    }
    guard let relationship = schema.relationship(PropertyName(name), of: record.entity) else { return nil }
    let others = try store.related(record, relationship).map { ClosureValue.record($0) }
    return relationship.isToMany ? .array(others) : others.first ?? .null
  }

  private func value(of attribute: Attribute, _ record: RecordReference, _ place: TextPlace) throws -> ClosureValue {
    if attribute.allowsExternalStorage {
      throw beyond("'\(record.entity).\(attribute.name)' is kept in files of its own, which are not interpreted", place)
    }
    let columns = attribute.columns
    if columns.count == 1, let only = columns.first, only.path == attribute.name.text {
      let stored = try store.value(record, only.path, only.leaf)
      if let enumeration = attribute.enumeration, !stored.isNull {
        let raw = Self.value(stored, only.leaf)
        let name = enumeration.cases.first { $0.rawValue == raw.description }?.name
        return .enumeration(type: enumeration.name, name ?? raw.description, raw: raw)
      }
      return Self.value(stored, only.leaf)
    }
    if attribute.isEnumeration {
      // Without raw values each case has a column, which holds the case's name when it is the one.
      for column in columns {
        if case .text(let name) = try store.value(record, column.path, column.leaf) {
          return .enumeration(type: attribute.enumeration?.name ?? "", name, raw: .text(name))
        }
      }
      return .null
    }
    return .composite(record, attribute.name.text)
  }

  /// An element that a list keeps as a text: identities by their text, bytes as Base64.
  private static func listed(_ text: String, _ type: ValueType.Base?) -> ClosureValue {
    switch type {
    case .uuid: UUID(uuidString: text).map { .uuid(withUnsafeBytes(of: $0.uuid) { Array($0) }) } ?? .null
    case .data: Data(base64Encoded: text).map { .data(Array($0)) } ?? .null
    case .url: .url(text)
    case .decimal: Decimal(string: text).map { .decimal($0) } ?? .null
    default: .text(text)
    }
  }

  static func value(_ stored: SQLiteValue, _ leaf: Attribute) -> ClosureValue {
    switch (stored, leaf.type) {
    case (.null, _): return .null
    case (.text(let json), _) where leaf.arrayElement != nil:
      let list = (try? JSONSerialization.jsonObject(with: Data(json.utf8))) as? [Any] ?? []
      return .array(
        list.map { element in
          switch element {
          case let text as String: listed(text, leaf.arrayElement)
          case let number as NSNumber:
            switch leaf.arrayElement {
            case .int: .integer(number.int64Value)
            case .bool: .bool(number.boolValue)
            case .date: .date(number.doubleValue)
            default: .real(number.doubleValue)
            }
          default: .null
          }
        })
    case (.integer(let number), .bool): return .bool(number != 0)
    case (.integer(let number), .date): return .date(Double(number))
    case (.integer(let number), .double), (.integer(let number), .float): return .real(Double(number))
    // SQLite keeps a decimal as the number it looks like: its shortest digits are the decimal's.
    case (.integer(let number), .decimal): return .decimal(Decimal(number))
    case (.real(let number), .decimal): return Decimal(string: "\(number)").map { .decimal($0) } ?? .null
    case (.text(let digits), .decimal): return Decimal(string: digits).map { .decimal($0) } ?? .null
    case (.integer(let number), _): return .integer(number)
    case (.real(let number), .date): return .date(number)
    case (.real(let number), _): return .real(number)
    case (.text(let text), .url): return .url(text)
    case (.text(let text), _): return .text(text)
    case (.blob(let bytes), .uuid): return .uuid(bytes)
    case (.blob(let bytes), _): return .data(bytes)
    }
  }

  // MARK: - Writing

  func set(_ name: String, of record: RecordReference, to value: ClosureValue, _ place: TextPlace) throws {
    if let attribute = schema.attribute(PropertyName(name), of: record.entity) {
      if attribute.isTransient { return }
      if attribute.allowsExternalStorage {
        throw beyond("'\(record.entity).\(name)' is kept in files of its own, which are not interpreted", place)
      }
      let columns = attribute.columns
      if columns.count == 1, let only = columns.first, only.path == name {
        return try store.set(record, name, only.leaf, to: try stored(value, attribute, only.leaf, place))
      }
      guard attribute.isEnumeration || value.isNull else {
        if case .structure(_, let fields) = value { return try setStructure(fields, in: attribute, of: record, place) }
        // One struct of another record, leaf by leaf.
        guard case .composite(let other, let path) = value, let from = schema.attribute(PropertyName(path), of: other.entity)
        else {
          throw beyond("a value of the type of '\(name)' cannot be made here", place)
        }
        for column in from.columns {
          let leaf = column.path.dropFirst(path.count)
          try store.set(record, name + leaf, column.leaf, to: try store.value(other, column.path, column.leaf))
        }
        return
      }
      let chosen: String? =
        switch value {
        case .enumeration(_, let name, _), .caseName(let name): name
        default: nil
        }
      for column in columns {
        let isChosen = column.path == "\(name).\(chosen ?? "")"
        try store.set(record, column.path, column.leaf, to: isChosen ? .text(chosen ?? "") : .null)
      }
      return
    }
    guard let relationship = schema.relationship(PropertyName(name), of: record.entity) else {
      throw beyond("'\(record.entity)' has no property '\(name)' in this version", place)
    }
    let values: [ClosureValue] = relationship.isToMany ? value.elements ?? [] : value.isNull ? [] : [value]
    var others: [RecordReference] = []
    for value in values {
      guard case .record(let other) = value else { throw beyond("'\(name)' leads to records, and this is none", place) }
      if !others.contains(other) { others.append(other) }
    }
    try store.relate(record, relationship, to: others)
  }

  func setLeaf(_ path: String, of record: RecordReference, to value: ClosureValue, _ place: TextPlace) throws {
    let name = path.split(separator: ".").first.map { String($0) } ?? path
    guard let attribute = schema.attribute(PropertyName(name), of: record.entity),
      let column = attribute.columns.first(where: { $0.path == path })
    else {
      throw beyond("'\(record.entity)' has no '\(path)' in this version", place)
    }
    try store.set(record, path, column.leaf, to: try stored(value, column.leaf, column.leaf, place))
  }

  /// The value in the form of the store.
  private func stored(_ value: ClosureValue, _ attribute: Attribute, _ leaf: Attribute, _ place: TextPlace) throws -> SQLiteValue
  {
    if let enumeration = attribute.enumeration {
      let name: String? =
        switch value {
        case .enumeration(_, let name, _), .caseName(let name): name
        default: nil
        }
      if let name {
        guard let known = enumeration.cases.first(where: { $0.name == name }) else {
          throw beyond("'\(enumeration.name)' has no case '\(name)'", place)
        }
        return enumeration.rawType?.isInteger == true ? .integer(Int64(known.rawValue) ?? 0) : .text(known.rawValue)
      }
    }
    switch value {
    case .null: return .null
    case .bool(let flag): return .integer(flag ? 1 : 0)
    case .integer(let number):
      return leaf.type == .decimal ? .text(String(number)) : leaf.type.isFloatingPoint ? .real(Double(number)) : .integer(number)
    case .real(let number): return leaf.type == .decimal ? .text("\(Decimal(number))") : .real(number)
    // Digits, which the column turns into a number where that loses none of them.
    case .decimal(let number):
      return leaf.type == .decimal ? .text("\(number)") : .real(NSDecimalNumber(decimal: number).doubleValue)
    case .text(let text), .url(let text): return .text(text)
    case .date(let seconds): return .real(seconds)
    case .uuid(let bytes), .data(let bytes): return .blob(bytes)
    case .enumeration(_, _, let raw): return try stored(raw, leaf, leaf, place)
    case .array, .set:
      guard leaf.arrayElement != nil else { break }
      let items = (value.elements ?? []).map { element -> Any in
        switch element {
        case .text(let text), .url(let text): text
        case .integer(let number): number
        case .real(let number): number
        case .decimal(let number): "\(number)"
        case .bool(let flag): flag
        case .date(let seconds): seconds
        case .uuid(let bytes): StableUUID.text(bytes)
        case .data(let bytes): Data(bytes).base64EncodedString()
        default: NSNull()
        }
      }
      guard let json = try? JSONSerialization.data(withJSONObject: items) else { break }
      return .text(String(decoding: json, as: UTF8.self))
    default: break
    }
    throw beyond("a value of this kind cannot be stored in '\(attribute.name)'", place)
  }

  /// A struct that was made here, leaf by leaf.
  private func setStructure(
    _ fields: [String: ClosureValue], in attribute: Attribute, of record: RecordReference, _ place: TextPlace
  ) throws {
    for column in attribute.columns {
      let path = column.path.split(separator: ".").dropFirst().map { String($0) }
      var value = ClosureValue.structure("", fields)
      for name in path {
        if case .structure(_, let inner) = value { value = inner[name] ?? .null } else { value = .null }
      }
      try store.set(record, column.path, column.leaf, to: try stored(value, column.leaf, column.leaf, place))
    }
  }
}
