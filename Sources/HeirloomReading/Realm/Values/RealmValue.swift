/// One value as it stands in a Realm file, its bytes lent from there.
///
/// Trivial: no allocation, no reference count. Valid as long as the file's `RealmImage`.
enum RealmValue {
  case null
  case integer(Int64)
  case boolean(Bool)
  case float(Float)
  case double(Double)
  case text(UnsafeRawBufferPointer)
  case data(UnsafeRawBufferPointer)
  /// A text or blob in pieces: the reference of the array of their references; `terminated` when a zero ends the last.
  case pieces(Int64, isText: Bool, terminated: Bool)
  case date(RealmDate)
  case decimal(RealmDecimal)
  /// 12 bytes.
  case objectID(UnsafeRawPointer)
  /// 16 bytes.
  case uuid(UnsafeRawPointer)
  /// The key of the object in the class that the column names; negative when the object is not there (yet).
  case link(Int64)
  /// A link that brings its class along.
  case typedLink(table: Int64, key: Int64)
  /// An index into the keys of an enumerated string column.
  case enumerated(Int64)
  /// A collection within a Mixed value; reference 0 when it is empty.
  case nested(Nesting, Int64)
  /// The rows of a subtable, of formats that had them: reference of the table, 0 when it is empty.
  case subtable(Int64)

  enum Nesting: UInt8 { case list, set, dictionary }

  var isNull: Bool { if case .null = self { true } else { false } }
}

/// What the elements of a leaf are.
enum RealmElement: UInt8 {
  case integer, boolean, text, data, date, float, double, decimal, objectID, uuid, mixed
  /// Seconds since 1970 in one integer: dates before format 5.
  case oldDate
  /// A column's link: key + 1, 0 for none.
  case link
  /// A link in a list or set: the key itself.
  case linkElement
  /// References of collections, 0 for an empty one.
  case reference
}

/// How the elements of a leaf are laid down, as far as the leaf itself does not tell.
struct LeafLayout {
  var element: RealmElement
  var isNullable = false
  /// Formats 2 to 9: Bool and nullable text differ from later ones.
  var isOld = false
  /// The text may stand as indexes into a list of keys.
  var mayBeEnumerated = false

  init(
    _ element: RealmElement, nullable isNullable: Bool = false, old isOld: Bool = false, enumerated mayBeEnumerated: Bool = false
  ) {
    self.element = element
    self.isNullable = isNullable
    self.isOld = isOld
    self.mayBeEnumerated = mayBeEnumerated
  }
}
