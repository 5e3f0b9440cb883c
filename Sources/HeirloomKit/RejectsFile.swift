internal import Foundation
internal import HeirloomConversion
internal import HeirloomFindings
internal import HeirloomMapping
internal import HeirloomReporting
internal import HeirloomSQLite
internal import HeirloomSchema

/// The file of refused records: one JSON object a line, by which a better mapping can convert them later.
enum RejectsFile {
  /// Writes the records that a conversion refused, in the order of rules and keys; replaces the file once it is complete.
  ///
  /// - Parameter showsValues: the source record's own values go along.
  static func write(
    _ conversion: Conversion, to path: String, showsValues: Bool, prefix: String, on connection: Connection
  ) throws {
    var lines = Data()
    let folder = PathText.folder(of: path)
    let draft =
      (folder.isEmpty ? "" : folder == "/" ? "/" : folder + "/")
      + ".heirloom-\(ProcessInfo.processInfo.processIdentifier).rejects"
    guard FileManager.default.createFile(atPath: draft, contents: nil), let file = FileHandle(forWritingAtPath: draft) else {
      throw Finding(.targetUncreatable, "'\(path)' cannot be written", at: .file(path))
    }
    TemporaryFiles.register(draft)
    defer { TemporaryFiles.remove(draft) }
    try conversion.forEachReject { reject in
      var line: JSONValue = [
        "entity": .string(orNull: reject.entity?.text), "key": .integer(reject.key), "target": .string(reject.target.text),
        "attribute": .string(orNull: reject.site.property), "finding": .string(FindingKind.rejectedRecord.id),
        "reason": .string(reject.site.reason),
      ]
      if let place = reject.site.place { line = line.adding("line", .integer(Int64(place.line))) }
      if showsValues, let entity = reject.entity {
        line = line.adding("values", try values(of: entity, reject.key, prefix: prefix, on: connection))
      }
      lines.append(contentsOf: Data((line.text() + "\n").utf8))
      if lines.count > 1 << 20 {
        try file.write(contentsOf: lines)
        lines.removeAll(keepingCapacity: true)
      }
    }
    try file.write(contentsOf: lines)
    try file.close()
    guard rename(draft, path) == 0 else { throw Finding(.targetUncreatable, "'\(path)' cannot be written", at: .file(path)) }
  }

  private static func values(of entity: EntityName, _ key: Int64, prefix: String, on connection: Connection) throws -> JSONValue {
    let relation = sqlName(CanonicalRelation.entity(entity, prefix: prefix))
    var statement = try connection.prepare("SELECT * FROM \(relation) WHERE _id = \(key)")
    guard try statement.step() else { return .null }
    return .object(
      (0..<statement.columnCount).map { column in
        let value: JSONValue =
          switch statement.value(at: column) {
          case .null: .null
          case .integer(let value): .integer(value)
          case .real(let value): .real(value)
          case .text(let value): .string(value)
          case .blob(let value): .string(Data(value).base64EncodedString())
          }
        return JSONValue.Member(statement.name(of: column), value)
      })
  }

  /// Which records of a file of rejects the store does not have: a warning for some, an error when it has none of them.
  static func unknown(
    _ records: [EntityName: Set<Int64>], _ path: String, in schema: Schema, prefix: String, on connection: Connection
  ) throws -> [Finding] {
    var unknown: [String] = []
    for (entity, keys) in records.sorted(by: { $0.key < $1.key }) {
      guard schema[entity] != nil else {
        unknown += keys.sorted().map { "\(entity) \($0)" }
        continue
      }
      let relation = sqlName(CanonicalRelation.entity(entity, prefix: prefix))
      var statement = try connection.prepare("SELECT 1 FROM \(relation) WHERE _id = ?")
      for key in keys.sorted() {
        statement.reset()
        try statement.bind(.integer(key), at: 1)
        if try !statement.step() { unknown.append("\(entity) \(key)") }
      }
    }
    guard !unknown.isEmpty else { return [] }
    let all = records.values.reduce(0) { $0 + $1.count }
    let named = unknown.prefix(10).joined(separator: ", ") + (unknown.count > 10 ? " and \(unknown.count - 10) more" : "")
    return [
      Finding(
        .rejectsUnknown, "\(unknown.count) of \(all) records of '\(path)' are not in the store: \(named)", at: .file(path),
        count: unknown.count, severity: unknown.count == all ? .error : .warning)
    ]
  }

  /// The source records that a file of rejects names, by entity.
  /// - Throws: a `Finding` that names the line which is none of ours.
  static func read(_ path: String) throws -> [EntityName: Set<Int64>] {
    let data = try FilePlace.contents(of: path, as: "file", limit: .max)
    var records: [EntityName: Set<Int64>] = [:]
    for (index, line) in data.split(separator: UInt8(ascii: "\n")).enumerated() {
      guard let object = try? JSONSerialization.jsonObject(with: line) as? [String: Any],
        let entity = object["entity"] as? String,
        let number = object["key"] as? NSNumber, let key = Int64(exactly: number)
      else {
        throw Finding(.rejectsFaulty, "line \(index + 1) of '\(path)' names no record", at: .file(path))
      }
      records[EntityName(entity), default: []].insert(key)
    }
    return records
  }
}
