public import HeirloomFindings

extension Finding {
  /// `id`, `severity` and `message`, then place, help and count where they are known.
  public var json: JSONValue {
    var json: JSONValue = ["id": .string(id), "severity": .string(severity.rawValue), "message": .string(message)]
    if let place { json = json.adding("place", place.json) }
    if let help { json = json.adding("help", .string(help)) }
    if let count { json = json.adding("count", .integer(Int64(count))) }
    return json
  }
}

extension Place {
  fileprivate var json: JSONValue {
    switch self {
    case .file(let file): return ["file": .string(file)]
    case .text(let text):
      return [
        "file": .string(text.file), "line": .integer(Int64(text.line)), "column": .integer(Int64(text.column)),
        "length": .integer(Int64(text.length)),
      ]
    case .store(let store):
      let known = [("file", store.file), ("entity", store.entity), ("property", store.property), ("key", store.key)]
      return .object(known.compactMap { name, text in text.map { JSONValue.Member(name, .string($0)) } })
    }
  }
}

extension Sequence<Finding> {
  /// The gravest first, then in the order they were found.
  public var bySeverity: [Finding] {
    enumerated().sorted { ($1.element.severity, $0.offset) < ($0.element.severity, $1.offset) }.map(\.element)
  }

  public var json: JSONValue { .array(map(\.json)) }
}
