internal import HeirloomSchema

/// A table of a Realm file: what it holds and where, the same for all formats.
///
/// Rows are numbered from 0 in the order of the file. Made by `ClusterTable` (formats 10 to 24) or `ColumnTable` (2 to 9).
final class RealmTable {
  let bytes: RealmBytes
  /// The table's name in the file, `class_Note`.
  let name: String
  /// What links call the table.
  let key: Int64
  /// In the order of the file; without backlinks and the library's own helper columns.
  var columns: [RealmColumn] = []
  var parts: [ColumnPart] = []
  var rows: RowDirectory
  var isEmbedded = false
  var isAsymmetric = false
  /// The position of the primary key among the columns.
  var primaryKey: Int?
  /// What of it cannot be read; each is a finding.
  var damages: [(column: String?, RealmDamage)] = []

  init(_ bytes: RealmBytes, name: String, key: Int64) {
    self.bytes = bytes
    self.name = name
    self.key = key
    rows = .numbered(0)
  }

  /// Whether the table is a class of the app's, and not one of the library's own.
  var isClass: Bool { name.hasPrefix("class_") }
  var className: String { isClass ? String(name.dropFirst(6)) : name }
  var rowCount: Int { rows.count }
}

/// A property of a class.
final class RealmColumn {
  var name: String
  let element: RealmElement
  let isNullable: Bool
  let isIndexed: Bool
  let collection: CollectionKind?
  /// The key of the table that links lead to.
  let target: Int64?
  /// How the value is put together from parts.
  var shape: ColumnShape
  /// The part of the table in which the column's rows stand.
  var part: Int
  /// The elements of a collection.
  var layout: LeafLayout
  /// For a dictionary: whether its keys are texts, or else integers.
  var keysAreText = true
  /// The part that holds the keys of an enumerated column.
  var keyPart: Int?

  init(
    _ name: String, _ layout: LeafLayout, indexed isIndexed: Bool, collection: CollectionKind? = nil, target: Int64? = nil,
    shape: ColumnShape = .plain, part: Int
  ) {
    self.name = name
    self.element = layout.element
    self.isNullable = layout.isNullable
    self.isIndexed = isIndexed
    self.collection = collection
    self.target = target
    self.shape = shape
    self.part = part
    self.layout = layout
  }

  var isLink: Bool { element == .link || element == .linkElement }
}

/// How a column's value is put together from one or several parts of the table.
enum ColumnShape {
  /// One part holds the value, or the reference of the collection.
  case plain
  /// Old dates: the part of the seconds, and the next one with the nanoseconds.
  case secondsAndNanoseconds
  /// Old Mixed values: types, data, and the parts that texts and dates stand in.
  case oldMixed(data: Int, blobs: Int?, seconds: Int?)
  /// References of rows of a table within the table, of more than one column: its specification.
  case subtable(specification: Int64)
}

/// Where a column's rows, or a part of them, stand.
enum ColumnPart {
  /// In a slot of each leaf of the cluster tree.
  case slot(Int, LeafLayout)
  /// In a B+tree of its own.
  case tree(LeafMap)
}

/// The rows of a table: in the leaves of a cluster tree, or numbered.
enum RowDirectory {
  case clusters(ClusterRows)
  case numbered(Int)

  var count: Int {
    switch self {
    case .clusters(let rows): rows.count
    case .numbered(let count): count
    }
  }
}
