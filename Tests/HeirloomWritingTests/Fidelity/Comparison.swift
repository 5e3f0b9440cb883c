import HeirloomCoreDataModel
import HeirloomSQLite
import HeirloomSchema
import HeirloomWriting

/// A real store beside a fresh one that was written from the real one's own model.
struct Comparison {
  var differences: [Difference] = []
  /// How many things were compared, and how many of them are the same.
  var compared = 0
  var same: Int { compared - differences.count }
  var unexplained: [Difference] { differences.filter { $0.reason == nil } }
  private let traits: StoreTraits

  private mutating func compare(_ isSame: Bool, _ difference: @autoclosure () -> String) {
    compared += 1
    if !isSame { differences.append(Difference(difference(), traits)) }
  }

  init(_ real: RealStore) throws {
    traits = StoreTraits(real)
    var metadata = StoreMetadata(for: real.schema, hashes: VersionHashes(of: real.schema), uuid: Array(0..<16))
    metadata.frameworkVersion = real.frameworkVersion
    // The app's own entries are given, as a conversion gives those of its source; that they come through is compared.
    metadata.own = (real.metadata.dictionary ?? [:]).filter { !StoreMetadata.isFrameworks($0.key) }
    let hasHistory = real.tables.objects.contains { $0.name == "ATRANSACTION" }
    let writer = SwiftDataTarget(
      real.schema, metadata: metadata, modelCache: real.modelCache, keepsHistory: hasHistory, at: nil)
    defer { writer.abandon() }
    _ = try writer.begin()
    try writer.finish()
    let store = try Connection(writer.draftPath)
    let fresh = try StoreShape(of: store)

    compareObjects("table", real.tables, fresh)
    compareObjects("index", real.tables, fresh)
    compareObjects("trigger", real.tables, fresh)
    for row in Set(real.tables.primaryKeys).union(fresh.primaryKeys).sorted() {
      let isReal = real.tables.primaryKeys.contains(row)
      compare(isReal && fresh.primaryKeys.contains(row), "\(isReal ? "no" : "extra") entity \(row)")
    }
    for (name, value) in real.tables.pragmas.sorted(by: { $0.key < $1.key }) {
      compare(fresh.pragmas[name] == value, "pragma \(name) \(value)")
    }
    let list = try PropertyList(try store.value("SELECT Z_PLIST FROM Z_METADATA").blob ?? [])
    for key in Set((real.metadata.dictionary ?? [:]).keys).union((list.dictionary ?? [:]).keys).sorted() {
      compare(
        real.metadata[key] != nil && list[key] != nil, "\(real.metadata[key] == nil ? "extra" : "no") metadata \(key)")
      guard key != "NSStoreModelVersionHashes", let mine = list[key] else { continue }
      compare(real.metadata[key] == mine, "metadata \(key) has another value")
    }
  }

  private mutating func compareObjects(_ type: String, _ real: StoreShape, _ fresh: StoreShape) {
    let old = real.objects(type), new = fresh.objects(type)
    let byName = Dictionary(new.map { ($0.name, $0.sql) }, uniquingKeysWith: { first, _ in first })
    for object in old {
      guard let sql = byName[object.name] else {
        compare(false, "no \(type) \(object.name)")
        continue
      }
      compare(sql == object.sql, "\(type) \(object.name): \(Self.describe(object.sql, sql))")
    }
    let known = Set(old.map(\.name))
    for object in new where !known.contains(object.name) { compare(false, "extra \(type) \(object.name)") }
    let common = Set(byName.keys).intersection(known)
    let oldOrder = old.map(\.name).filter(common.contains), newOrder = new.map(\.name).filter(common.contains)
    compare(
      oldOrder == newOrder, "\(type) order \(zip(oldOrder, newOrder).first { $0 != $1 }.map { "\($0) before \($1)" } ?? "")")
  }

  /// In what two statements differ: appended columns, another order, other columns, or only the quotes.
  private static func describe(_ real: String, _ fresh: String) -> String {
    if real.replacing("\"", with: "") == fresh { return "quoted" }
    if real.replacing("WHERE  ", with: "WHERE ") == fresh { return "two spaces" }
    let a = parts(real), b = parts(fresh)
    if a.sorted() == b.sorted() { return real.contains(" , ") || real.contains("\"") ? "columns appended" : "column order" }
    return "only real \(Set(a).subtracting(b).sorted().prefix(3)), only fresh \(Set(b).subtracting(a).sorted().prefix(3))"
  }

  private static func parts(_ sql: String) -> [String] {
    guard let open = sql.firstIndex(of: "("), let close = sql.lastIndex(of: ")") else { return [sql] }
    return sql[sql.index(after: open)..<close].split(separator: ",").map {
      String($0.trimmingPrefix { $0 == " " }).trimmingSuffix()
    }
  }
}

extension String {
  fileprivate func trimmingSuffix() -> String { String(reversed().drop { $0 == " " }.reversed()) }
}
