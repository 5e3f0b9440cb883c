internal import HeirloomCoreDataModel

/// The objects of a keyed archive as values: Foundation's own as what they mean, an app's as records of their class.
struct KeyedArchiveRecords {
  private let file: String
  private var numbers: [KeyedArchive.Node: Int] = [:]
  private(set) var tooDeep = 0
  private static let deepest = 200
  /// How many values may still be made.
  private var left: Int

  /// - Parameter size: how many bytes the archive has; every reference takes one, so that there are more values only where lists share
  ///   their elements. What goes far beyond is taken for nested too deeply.
  init(_ file: String, size: Int) {
    self.file = file
    left = size + 100_000
  }

  mutating func value(_ node: KeyedArchive.Node, _ depth: Int = 0) -> RecordValue {
    left -= 1
    if node.isAbsent { return .null }
    if let scalar = scalar(node) { return scalar }
    // An object met again is named, not written out again: archives are graphs, with cycles.
    if let number = numbers[node] { return .reference("\(file)#\(number)") }
    guard depth < KeyedArchiveRecords.deepest, left >= 0 else {
      tooDeep += 1
      return .null
    }
    let name = node.className ?? ""
    if let elements = node.elements {
      let values = elements.map { value($0, depth + 1) }
      return name.contains("Set") && !name.contains("Ordered") ? .set(values) : .list(values)
    }
    if let entries = node.entries {
      if let named = node.namedEntries, named.count == entries.count {
        return .object(Record(members: named.sorted { $0.name < $1.name }.map { ($0.name, value($0.value, depth + 1)) }))
      }
      return .dictionary(entries.map { (StagedValue.text(value($0.key, depth + 1)), value($0.value, depth + 1)) })
    }
    let number = numbers.count + 1
    numbers[node] = number
    var record = Record(entity: name.split(separator: ".").last.map(String.init) ?? "Object", identity: "\(file)#\(number)")
    for key in node.keys { record.members.append((key, node[key].map { value($0, depth + 1) } ?? .null)) }
    return .object(record)
  }

  private func scalar(_ node: KeyedArchive.Node) -> RecordValue? {
    if node.isBool, let value = node.bool { return .bool(value) }
    if node.isReal, let value = node.real { return value.isNaN ? .notANumber : .real(value) }
    if let digits = node.decimal { return digits == "NaN" ? .notANumber : .decimal(digits) }
    if let value = node.integer { return .integer(value) }
    if let text = node.string { return .text(text) }
    if let bytes = node.uuid { return .uuid(bytes) }
    if let seconds = node.date { return .date(seconds) }
    if let text = node.url { return .text(text) }
    if let bytes = node.data { return .data(bytes) }
    if let value = node.real { return .real(value) }
    return nil
  }
}
