internal import HeirloomSchema

/// What the values of one property look like, counted over all records: from this its type is inferred.
struct ColumnProfile {
  private(set) var bools = 0
  private(set) var integers = 0
  private(set) var reals = 0
  private(set) var numbers = 0
  private(set) var texts = 0
  private(set) var dates = 0
  private(set) var uuids = 0
  private(set) var decimals = 0
  private(set) var objectIDs = 0
  private(set) var datas = 0
  private(set) var notANumbers = 0
  private(set) var files = 0
  /// Of the texts: those that read as something else too.
  private(set) var dateTexts = 0
  private(set) var uuidTexts = 0
  private(set) var integerTexts = 0
  private(set) var realTexts = 0
  private(set) var boolTexts = 0
  /// A CSV knows texts only, so that what they look like is what they are.
  let isTextual: Bool

  init(isTextual: Bool) { self.isTextual = isTextual }

  /// All values that are not null.
  var values: Int {
    bools + integers + reals + numbers + texts + dates + uuids + decimals + objectIDs + datas + notANumbers + files
  }

  mutating func count(_ value: RecordValue) {
    switch value {
    case .bool: bools += 1
    case .integer: integers += 1
    case .real: reals += 1
    case .number: numbers += 1
    case .date: dates += 1
    case .uuid: uuids += 1
    case .decimal: decimals += 1
    case .objectID: objectIDs += 1
    case .data: datas += 1
    case .notANumber: notANumbers += 1
    case .file: files += 1
    case .text(let text): count(text)
    default: break
    }
  }

  private mutating func count(_ text: String) {
    texts += 1
    // Once a text is none of these, no later one can make the column so; the counts are then for the message alone.
    switch text.utf8.count {
    case 36: if UUIDText.bytes(text) != nil { return uuidTexts += 1 }
    default: break
    }
    if text.utf8.count <= 40, let first = text.utf8.first, (0x30...0x39).contains(first) || first == 0x2D || first == 0x2B {
      if isTextual {
        if ColumnProfile.isPlainInteger(text) { return integerTexts += 1 }
        if ColumnProfile.isPlainReal(text) { return realTexts += 1 }
      }
      if DateText.seconds(text) != nil { return dateTexts += 1 }
    } else if isTextual, text.utf8.count <= 5, ["true", "false"].contains(text.lowercased()) {
      boolTexts += 1
    }
  }

  /// Digits that come back the same: no plus, no leading zero, within Int64. Postcodes and telephone numbers stay texts.
  private static func isPlainInteger(_ text: String) -> Bool { Int64(text).map { String($0) == text } ?? false }

  private static func isPlainReal(_ text: String) -> Bool {
    let digits = text.utf8.drop { $0 == 0x2D }
    if digits.count > 1, digits.first == 0x30, digits.dropFirst().first != 0x2E { return false }
    return text.utf8.contains { $0 == 0x2E || $0 == 0x65 || $0 == 0x45 } && Double(text).map(\.isFinite) == true
  }

  struct Decision {
    var type: AttributeType
    /// What a type is called in messages, and how many values kept the column from it.
    var exception: (count: Int, of: Int, expected: String)?
  }

  /// The narrowest type that holds every value.
  var decision: Decision {
    let all = values
    guard all > 0 else { return Decision(type: .string) }
    let candidates: [(AttributeType, Int, String)] = [
      (.bool, bools + boolTexts, "true or false"),
      (.int64, integers + integerTexts, "integers"),
      (.double, integers + reals + notANumbers + integerTexts + realTexts, "numbers"),
      (.decimal, integers + numbers + decimals + reals, "numbers"),
      (.date, dates + dateTexts, "dates"),
      (.uuid, uuids + uuidTexts, "UUIDs"),
      (.objectID, objectIDs, "object ids"),
      (.data, datas + files, "data"),
    ]
    if let fit = candidates.first(where: { $0.1 == all }) { return Decision(type: fit.0) }
    guard texts < all || isTextual || candidates.contains(where: { $0.1 * 2 > all }),
      let near = candidates.max(by: { $0.1 < $1.1 }), near.1 * 2 > all
    else { return Decision(type: .string) }
    return Decision(type: .string, exception: (all - near.1, all, near.2))
  }
}
