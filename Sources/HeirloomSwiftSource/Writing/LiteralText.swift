internal import Foundation
internal import HeirloomSchema
internal import HeirloomSwiftText

/// Values as Swift source spells them.
enum LiteralText {
  static func value(_ value: DefaultValue, of attribute: Attribute) -> String {
    switch value {
    case .bool(let flag): return flag ? "true" : "false"
    case .integer(let number): return String(number)
    case .real(let number): return String(number)
    case .decimal(let digits): return "Decimal(string: \(SwiftWord.quoted(digits)))!"
    case .string(let text): return attribute.type == .url ? "URL(string: \(SwiftWord.quoted(text)))!" : SwiftWord.quoted(text)
    case .date(let seconds): return "Date(timeIntervalSinceReferenceDate: \(seconds))"
    case .uuid(let bytes): return "UUID(uuidString: \(SwiftWord.quoted(uuid(bytes))))!"
    case .data(let bytes):
      return bytes.isEmpty ? "Data()" : "Data(base64Encoded: \(SwiftWord.quoted(Data(bytes).base64EncodedString())))!"
    case .emptyCollection: return attribute.swiftType?.contains(":") == true ? "[:]" : "[]"
    case .enumCase(let name): return "\(attribute.enumeration?.name ?? "").\(SwiftWord.spelled(name))"
    case .expression(let text): return text
    }
  }

  private static func uuid(_ bytes: [UInt8]) -> String {
    let digits = bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16, uppercase: true) }
    var result = ""
    for (position, digit) in digits.enumerated() {
      if [4, 6, 8, 10].contains(position) { result += "-" }
      result += digit
    }
    return result
  }
}
