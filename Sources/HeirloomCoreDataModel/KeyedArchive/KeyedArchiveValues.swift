/// The Foundation values that archives hold, under the keys that Foundation's classes write.
extension KeyedArchive.Node {
  /// The node when it is no object of a class; what an object wraps is never another object, or could be the object itself.
  private var plain: KeyedArchive.Node? { if case .dictionary = object { nil } else { self } }

  /// Text: plain, or an NSString.
  package var string: String? {
    switch object {
    case .string(let text): return isNull ? nil : text
    case .dictionary:
      guard classNames.contains("NSString") || self["NS.string"] != nil else { return nil }
      if let text = self["NS.string"]?.plain?.string { return text }
      return self["NS.bytes"]?.data.map { String(decoding: $0, as: UTF8.self) }
    default: return nil
    }
  }

  package var integer: Int64? {
    switch object {
    case .integer(let value): value
    case .bool(let value): value ? 1 : 0
    case .dictionary: self["NS.intval"]?.plain?.integer
    default: nil
    }
  }

  /// Any number as a double; integers above 2^53 are rounded.
  package var real: Double? {
    switch object {
    case .real(let value): value
    case .integer(let value): Double(value)
    case .unsigned(let value): Double(value)
    case .bool(let value): value ? 1 : 0
    case .dictionary: self["NS.dblval"]?.plain?.real
    default: nil
    }
  }

  package var bool: Bool? {
    switch object {
    case .bool(let value): value
    case .integer(let value): value != 0
    case .dictionary: self["NS.boolval"]?.plain?.bool
    default: nil
    }
  }

  /// Whether the value was archived as a boolean, and not as a number.
  package var isBool: Bool { if case .bool = object { true } else { false } }
  /// Whether the value was archived as a floating-point number.
  package var isReal: Bool { if case .real = object { true } else { false } }

  /// Bytes: plain, or an NSData.
  package var data: [UInt8]? {
    switch object {
    case .data(let bytes): bytes
    case .dictionary:
      self["NS.data"]?.plain?.data ?? self["NS.bytes"].flatMap { if case .data(let bytes) = $0.object { bytes } else { nil } }
    default: nil
    }
  }

  /// Seconds since 2001-01-01T00:00:00Z.
  package var date: Double? {
    if case .date(let seconds) = object { return seconds }
    return self["NS.time"]?.real
  }

  /// The 16 bytes of an NSUUID.
  package var uuid: [UInt8]? { self["NS.uuidbytes"]?.data.flatMap { $0.count == 16 ? $0 : nil } }

  /// The text of an NSURL. A relative one has its base before it, not resolved.
  package var url: String? { url(among: 16) }

  /// - Parameter bases: how many bases may still stand one before the other; an archive could make a circle of them.
  private func url(among bases: Int) -> String? {
    guard bases > 0, let relative = self["NS.relative"]?.string else { return nil }
    return (self["NS.base"]?.url(among: bases - 1) ?? "") + relative
  }

  /// The digits of an NSDecimalNumber, exact.
  package var decimal: String? {
    guard let mantissa = self["NS.mantissa"]?.data, let exponent = self["NS.exponent"]?.integer, (-255...255).contains(exponent),
      let length = self["NS.length"]?.integer, (0...8).contains(length), mantissa.count <= 16
    else { return nil }
    // Up to eight words of 16 bits, the lowest first; `NS.mantissa.bo` 1 says that the bytes of each are little-endian.
    let isLittle = (self["NS.mantissa.bo"]?.integer ?? 1) == 1
    var digits: [UInt8] = [0]
    for word in stride(from: min(Int(length) * 2, mantissa.count & ~1) - 2, through: 0, by: -2) {
      let low = UInt32(mantissa[isLittle ? word : word + 1]), high = UInt32(mantissa[isLittle ? word + 1 : word])
      var carry = high << 8 | low
      for index in digits.indices {
        carry += UInt32(digits[index]) << 16
        digits[index] = UInt8(carry % 10)
        carry /= 10
      }
      while carry > 0 {
        digits.append(UInt8(carry % 10))
        carry /= 10
      }
    }
    if length == 0, self["NS.negative"]?.bool == true { return "NaN" }
    var text = String(decoding: digits.reversed().map { $0 + 48 }, as: UTF8.self)
    if exponent > 0, text != "0" { text += String(repeating: "0", count: Int(exponent)) }
    if exponent < 0 {
      let places = Int(-exponent)
      if text.count <= places { text = String(repeating: "0", count: places - text.count + 1) + text }
      text.insert(".", at: text.index(text.endIndex, offsetBy: -places))
    }
    return (self["NS.negative"]?.bool == true ? "-" : "") + text
  }

  /// The members of an NSArray, NSSet or NSOrderedSet; a nil inside is a node that `isNull`.
  package var elements: [KeyedArchive.Node]? {
    if let items = self["NS.objects"]?.list, self["NS.keys"] == nil { return items }
    // Before 2005-era tools settled, and in ordered sets, the members have a key each.
    guard self["NS.object.0"] != nil || className == "NSOrderedSet" || className == "NSMutableOrderedSet" else { return nil }
    let numbered = members(prefix: "NS.object.").sorted { $0.number < $1.number }
    return numbered.map(\.node)
  }

  /// The keys and values of a dictionary, in the order of the archive.
  ///
  /// NSDictionary and NSMutableDictionary hold two arrays; Core Data's NSKnownKeysDictionary1 holds its values beside a mapping
  /// whose keys may have no value, marked by a token.
  package var entries: [(key: KeyedArchive.Node, value: KeyedArchive.Node)]? {
    if let keys = self["NS.keys"]?.list, let values = self["NS.objects"]?.list {
      return Array(zip(keys, values)).map { ($0, $1) }
    }
    guard let keys = self["searchMapping"]?["keys"]?.elements, let values = self["values"]?.elements else { return nil }
    let token = self["emptyToken"]?.string
    return zip(keys, values).filter { token == nil || $1.string != token }.map { ($0, $1) }
  }

  /// The entries of a dictionary whose keys are text.
  package var namedEntries: [(name: String, value: KeyedArchive.Node)]? {
    entries?.compactMap { key, value in key.string.map { ($0, value) } }
  }
}
