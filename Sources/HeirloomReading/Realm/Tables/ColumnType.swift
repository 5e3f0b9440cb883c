/// The types of columns, as numbers in a file.
enum ColumnType: Int64 {
  case integer = 0, boolean = 1, text = 2, enumeratedText = 3, data = 4, subtable = 5, mixed = 6, oldDate = 7, date = 8
  case float = 9, double = 10, decimal = 11, link = 12, linkList = 13, backlink = 14, objectID = 15, typedLink = 16, uuid = 17

  init?(_ number: Int64) { self.init(rawValue: number) }

  /// What its values are; nil for columns that are no property of an object.
  var element: RealmElement? {
    switch self {
    case .integer: .integer
    case .boolean: .boolean
    case .text, .enumeratedText: .text
    case .data: .data
    case .mixed: .mixed
    case .oldDate: .oldDate
    case .date: .date
    case .float: .float
    case .double: .double
    case .decimal: .decimal
    case .link, .linkList: .link
    case .objectID: .objectID
    case .uuid: .uuid
    case .subtable, .backlink, .typedLink: nil
    }
  }
}

/// What else a file says of a column.
struct ColumnAttributes: OptionSet {
  let rawValue: Int64
  static let indexed = ColumnAttributes(rawValue: 1)
  static let unique = ColumnAttributes(rawValue: 2)
  /// The targets of the links belong to their owner: embedded objects.
  static let strongLinks = ColumnAttributes(rawValue: 8)
  static let nullable = ColumnAttributes(rawValue: 16)
  static let list = ColumnAttributes(rawValue: 32)
  static let dictionary = ColumnAttributes(rawValue: 64)
  static let set = ColumnAttributes(rawValue: 128)
}
