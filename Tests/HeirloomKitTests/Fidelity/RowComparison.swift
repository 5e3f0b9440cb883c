import Foundation
import HeirloomSQLite

/// The rows of a real store beside those of its conversion to its own model, value by value, storage classes included.
struct RowComparison {
  /// Why a value of a fresh store differs from one of a store that has lived. Each is looked for, and only what fits is counted so.
  enum Reason: String, CaseIterable {
    case lockCounter = "Z_OPT begins at 1 again"
    case orderKey = "Z_FOK keys are the first ones again, in the same order"
    case fileName = "an external file has a new name and the same bytes"
    case lastKey = "Z_MAX is the last key of a record that is there"
  }

  private(set) var explained: [Reason: Int] = [:]
  /// Everything else that differs: the table, the column, and what became of the value.
  private(set) var others: [String: Int] = [:]
  /// How many values were compared.
  private(set) var compared = 0
  var same: Int { compared - others.values.reduce(0, +) - explained.values.reduce(0, +) }

  private let connection: Connection
  private let trip: RoundTrip

  init(_ trip: RoundTrip) throws {
    self.trip = trip
    connection = try Connection.inMemory()
    try connection.attach(trip.old, as: "old", .immutable)
    try connection.attach(trip.new, as: "new", .immutable)
    let (old, new) = (try tables("old"), try tables("new"))
    for table in old.symmetricDifference(new) { note("\(table) is only in the \(old.contains(table) ? "old" : "new")", 1) }
    // A join table under another name has the same columns.
    for table in old.subtracting(new) {
      let columns = try connection.columns(of: table, in: "old")
      let twin = try new.subtracting(old).first { Set(try connection.columns(of: $0, in: "new")) == Set(columns) }
      if let twin { try compareJoins(table, twin, columns) } else { note("\(table) has no counterpart", 1) }
    }
    for table in old.intersection(new).sorted() {
      let columns = try connection.columns(of: table, in: "old"), others = try connection.columns(of: table, in: "new")
      note("\(table): other columns", Set(columns) == Set(others) ? 0 : 1)
      let common = others.filter(columns.contains)
      if common.contains("Z_PK") { try compareRecords(table, common) } else { try compareJoins(table, table, common) }
    }
    try compareLastKeys()
    try compareFiles()
  }

  /// Those of records and links; R-trees are compared by what they answer.
  private func tables(_ schema: String) throws -> Set<String> {
    Set(
      try connection.tables(in: schema).filter { name in
        name.hasPrefix("Z") && !["Z_METADATA", "Z_MODELCACHE", "Z_PRIMARYKEY"].contains(name)
          && !(name.hasPrefix("Z_RT_") && ["_node", "_parent", "_rowid"].contains(where: name.hasSuffix))
      })
  }

  private mutating func note(_ what: String, _ count: Int) { if count > 0 { others[what, default: 0] += count } }
  private mutating func note(_ reason: Reason, _ count: Int) { if count > 0 { explained[reason, default: 0] += count } }
  private func count(_ sql: String) throws -> Int { Int(try connection.count(sql)) }

  private mutating func compareRecords(_ table: String, _ columns: [String]) throws {
    let name = sqlName(table), both = "old.\(name) AS o JOIN new.\(name) AS n USING (Z_PK)"
    for (side, other) in [("old", "new"), ("new", "old")] {
      note(
        "\(table): record only in the \(side)",
        try count("SELECT count(*) FROM \(side).\(name) WHERE Z_PK NOT IN (SELECT Z_PK FROM \(other).\(name))"))
    }
    let records = try count("SELECT count(*) FROM \(both)")
    for column in columns where column != "Z_PK" {
      compared += records
      let value = sqlName(column)
      let differs = "(o.\(value) IS NOT n.\(value) OR typeof(o.\(value)) <> typeof(n.\(value)))"
      if column == "Z_OPT" {
        note(.lockCounter, try count("SELECT count(*) FROM \(both) WHERE \(differs) AND n.Z_OPT = 1"))
        note("\(table).Z_OPT: not 1", try count("SELECT count(*) FROM \(both) WHERE n.Z_OPT IS NOT 1"))
      } else if column.hasPrefix("Z_FOK_") {
        try compareOrder(in: "\(table).\(column)", name, key: "Z_PK", value: value, owner: sqlName("Z" + column.dropFirst(6)))
      } else {
        try compareValues("\(table).\(column)", value, both, differs)
      }
    }
  }

  private mutating func compareValues(_ place: String, _ value: String, _ both: String, _ differs: String) throws {
    func isFile(_ side: String) -> String { "length(\(side).\(value)) = 38 AND substr(\(side).\(value), 1, 1) = x'02'" }
    let files = "(\(isFile("o")) AND \(isFile("n")))"
    let kinds = try connection.rows(
      "SELECT typeof(o.\(value)), typeof(n.\(value)), count(*) FROM \(both) WHERE \(differs) AND NOT ifnull(\(files), 0) GROUP BY 1, 2"
    )
    for kind in kinds { note("\(place): \(kind[0].text ?? "") became \(kind[1].text ?? "")", Int(kind[2].integer ?? 0)) }
    for pair in try connection.rows("SELECT o.\(value), n.\(value) FROM \(both) WHERE \(files)") {
      let isSame = try file(pair[0].blob ?? [], beside: trip.old) == file(pair[1].blob ?? [], beside: trip.new)
      if isSame { note(.fileName, 1) } else { note("\(place): another file", 1) }
    }
  }

  /// The content of the file that a value names.
  private func file(_ marker: [UInt8], beside store: String) throws -> Data {
    let url = URL(fileURLWithPath: store), name = String(decoding: marker.dropFirst().prefix(36), as: UTF8.self)
    return try Data(
      contentsOf: url.deletingLastPathComponent().appending(
        path: ".\(url.deletingPathExtension().lastPathComponent)_SUPPORT/_EXTERNAL_DATA/\(name)"))
  }

  /// The places of an owner's records are the same, and their keys 2048, 3072, 4096…
  private mutating func compareOrder(in place: String, _ table: String, key: String, value: String, owner: String) throws {
    func ranked(_ side: String) -> String {
      "(SELECT \(key), \(value) AS v, row_number() OVER (PARTITION BY \(owner) ORDER BY \(value), \(key)) AS place "
        + "FROM \(side).\(table) WHERE \(owner) IS NOT NULL)"
    }
    let both = "\(ranked("old")) AS o JOIN \(ranked("new")) AS n USING (\(key))"
    let isFirst = "o.place = n.place AND n.v = 1024 + 1024 * n.place"
    note(.orderKey, try count("SELECT count(*) FROM \(both) WHERE o.v IS NOT n.v AND \(isFirst)"))
    note("\(place): another order", try count("SELECT count(*) FROM \(both) WHERE o.v IS NOT n.v AND NOT (\(isFirst))"))
  }

  private mutating func compareJoins(_ old: String, _ new: String, _ columns: [String]) throws {
    let links = columns.filter { !$0.hasPrefix("Z_FOK_") }, list = links.map(sqlName).joined(separator: ", ")
    let (before, after) = ("old.\(sqlName(old))", "new.\(sqlName(new))")
    for (side, here, there) in [("old", before, after), ("new", after, before)] {
      note(
        "\(old): link only in the \(side)",
        try count("SELECT count(*) FROM (SELECT \(list) FROM \(here) EXCEPT SELECT \(list) FROM \(there))"))
    }
    compared += columns.count * (try count("SELECT count(*) FROM \(before) JOIN \(after) USING (\(list))"))
    for column in columns where column.hasPrefix("Z_FOK_") && old == new {
      // Z_FOK_1FAVORITES sorts the records to which Z_1FAVORITES leads; the other column is the owner's.
      let owner = links.first { $0.dropFirst(2) != column.dropFirst(6) } ?? ""
      try compareOrder(in: "\(old).\(column)", sqlName(old), key: list, value: sqlName(column), owner: sqlName(owner))
    }
  }

  private mutating func compareLastKeys() throws {
    let rows = try connection.rows(
      "SELECT n.Z_NAME, o.Z_MAX, n.Z_MAX FROM old.Z_PRIMARYKEY AS o JOIN new.Z_PRIMARYKEY AS n USING (Z_NAME) WHERE o.Z_ENT < 16000"
    )
    for row in rows {
      compared += 1
      guard row[1] != row[2] else { continue }
      let table = sqlName("Z\(row[0].text?.uppercased() ?? "")")
      let isLast = try connection.count("SELECT ifnull(max(Z_PK), 0) FROM new.\(table)") == row[2].integer
      if isLast, row[2].integer ?? 0 < row[1].integer ?? 0 { note(.lastKey, 1) } else { note("Z_MAX of \(row[0].text ?? "")", 1) }
    }
  }

  private mutating func compareFiles() throws {
    for name in ["page_size", "auto_vacuum", "encoding", "user_version", "application_id"] {
      compared += 1
      let (old, new) = (try connection.value("PRAGMA old.\(name)"), try connection.value("PRAGMA new.\(name)"))
      note("pragma \(name): \(old.literal) became \(new.literal)", old == new ? 0 : 1)
    }
    compared += 1
    // Bytes 18 and 19 of the header: 2 in WAL mode (sqlite.org/fileformat.html).
    let header = try Data(contentsOf: URL(fileURLWithPath: trip.new)).prefix(20).suffix(2)
    note("the file is not in WAL mode", header.elementsEqual([2, 2]) ? 0 : 1)
    for suffix in ["-wal", "-shm", "-journal"] {
      note("a file \(suffix) beside the store", FileManager.default.fileExists(atPath: trip.new + suffix) ? 1 : 0)
    }
  }
}
