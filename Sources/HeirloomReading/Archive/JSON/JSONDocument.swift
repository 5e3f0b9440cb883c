internal import HeirloomArchive
internal import HeirloomFindings

/// Feeds the records of one JSON file to the stager, whatever shape the file has.
struct JSONDocument {
  /// What the file's name and its neighbours say.
  struct Context {
    var file: String
    /// The entity of records that stand alone: the file's name, or its folder's.
    var entity: String
    /// The file's text is one record: it has neighbours of its kind.
    var isRecord = false
    var isLines = false
    /// Of equal keys in an object the last counts.
    var allowsDuplicateKeys = false
  }

  private let parser: JSONParser
  private let stager: Stager
  private let context: Context
  private(set) var findings: [Finding] = []

  init(_ stream: any ByteStream, _ context: Context, _ stager: Stager) throws {
    parser = try JSONParser(stream, file: context.file)
    parser.allowsDuplicateKeys = context.allowsDuplicateKeys
    self.stager = stager
    self.context = context
  }

  /// Reads to the end.
  /// - Throws: a finding when the text is damaged.
  mutating func read() throws {
    defer { tellOddities() }
    guard let first = try parser.peek() else { throw parser.damage("the file is empty") }
    if context.isLines || (first != UInt8(ascii: "[") && first != UInt8(ascii: "{")) { return try lines() }
    if first == UInt8(ascii: "[") { try array() } else if context.isRecord { try record() } else { try document() }
    if try parser.peek() != nil {
      // More values after the first: lines after all.
      try lines()
    }
  }

  private func lines() throws {
    let entity = stager.entity(context.entity)
    while try parser.peek() != nil { try add(try parser.value(), to: entity) }
  }

  private func add(_ value: RecordValue, to entity: StagedEntity) throws {
    if case .object(let record) = value {
      try stager.add(record, to: record.entity.map { stager.entity($0) } ?? entity)
    } else {
      try stager.add(Record(members: [("value", value)]), to: entity)
    }
  }

  private mutating func array() throws {
    parser.open()
    let entity = stager.entity(context.entity)
    var index = 0
    var first: RecordValue?
    while try parser.nextElement(first: index == 0) {
      let value = try parser.value(depth: 1)
      index += 1
      if index == 1, case .object(let record) = value, Flatted.isRoot(record) {
        first = value
        continue
      }
      if let root = first {
        first = nil
        if case .object(let record) = root, Flatted.isList(value) {
          try Flatted(record, value, parser, stager).read()
          findings.append(
            Finding(
              .realmStudioExport,
              "a flatted export (Realm Studio 13 and later): data is lost, objects of other classes without a key lose their identity",
              at: .file(context.file)))
          stager.discard(entity)
          return
        }
        try add(root, to: entity)
      }
      try add(value, to: entity)
    }
    if let first { try add(first, to: entity) }
  }

  /// One record, or the lists of several classes, in a file of modest size.
  private func record() throws {
    guard case .object(let record) = try parser.value() else { return }
    let lists = record.members.allSatisfy { member in
      guard case .list(let elements) = member.value else { return false }
      return elements.allSatisfy { if case .object = $0 { true } else { false } }
    }
    guard lists, !record.members.isEmpty else {
      try add(.object(record), to: stager.entity(context.entity))
      return
    }
    for member in record.members {
      guard case .list(let elements) = member.value else { continue }
      let entity = stager.entity(member.name)
      for element in elements { try add(element, to: entity) }
    }
  }

  /// An object whose lists of objects are classes; whatever else it has is one record named after the file.
  private mutating func document() throws {
    parser.open()
    var rest: [(name: String, value: RecordValue)] = []
    var classes = 0
    var keys: Set<String> = []
    while let key = try parser.nextKey(first: keys.isEmpty) {
      if !keys.insert(key).inserted {
        try parser.noteDuplicateKey()
        rest.removeAll { $0.name == key }
      }
      guard try parser.peek() == UInt8(ascii: "[") else {
        rest.append((key, try parser.value(depth: 1)))
        continue
      }
      parser.open()
      var values: [RecordValue] = []
      var entity: StagedEntity?
      var isFirstElement = true
      while try parser.nextElement(first: isFirstElement) {
        let value = try parser.value(depth: 2)
        if isFirstElement, case .object = value {
          entity = stager.entity(key)
          classes += 1
        }
        isFirstElement = false
        if let entity { try add(value, to: entity) } else { values.append(value) }
      }
      if isFirstElement {
        _ = stager.entity(key)
        classes += 1
      } else if entity == nil {
        rest.append((key, .list(values)))
      }
    }
    guard !rest.isEmpty else { return }
    if classes > 0 {
      findings.append(
        Finding(
          .archiveDocumentRecord, "\(rest.count) members beside the lists are read as a record of '\(context.entity)'",
          at: .file(context.file)))
    }
    try stager.add(Record(members: rest), to: stager.entity(context.entity))
  }

  private mutating func tellOddities() {
    let messages: [FindingKind: (Int) -> String] = [
      .jsonDuplicateKey: {
        $0 == 1
          ? "a key stands twice in its object; its last value is read"
          : "\($0) keys stand twice in their object; the last value of each is read"
      },
      .jsonNotANumber: { $0 == 1 ? "a number is NaN or Infinity" : "\($0) numbers are NaN or Infinity" },
      .jsonHugeNumber: { $0 == 1 ? "a number is too large for 64 bits" : "\($0) numbers are too large for 64 bits" },
      .jsonLoneSurrogate: { $0 == 1 ? "a lone surrogate in a string" : "\($0) lone surrogates in strings" },
      .jsonInvalidText: { $0 == 1 ? "a string is not valid UTF-8" : "\($0) strings are not valid UTF-8" },
      .jsonLenient: {
        $0 == 1 ? "a place breaks a rule of JSON and does no harm" : "\($0) places break a rule of JSON and do no harm"
      },
      .jsonUnknownType: {
        $0 == 1 ? "an object has a '$' key of no known type" : "\($0) objects have a '$' key of no known type"
      },
    ]
    for (kind, count) in parser.oddities.sorted(by: { $0.key.id < $1.key.id }) {
      // What ends a run unless it was allowed is a warning once it was.
      let severity = kind.severity == .error ? Finding.Severity.warning : kind.severity
      findings.append(
        Finding(
          kind, messages[kind]?(count) ?? "\(count) oddities", at: .file(context.file), count: count, severity: severity))
    }
  }
}
