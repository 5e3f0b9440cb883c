internal import Foundation
internal import HeirloomSchema

/// Values as Swift source spells them.
enum LiteralText {
  static func quoted(_ text: String) -> String {
    var result = "\""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"": result += "\\\""
      case "\\": result += "\\\\"
      case "\n": result += "\\n"
      case "\r": result += "\\r"
      case "\t": result += "\\t"
      default:
        if scalar.properties.generalCategory == .control || scalar.properties.generalCategory == .format
          || scalar.properties.generalCategory == .lineSeparator || scalar.properties.generalCategory == .paragraphSeparator
        {
          result += "\\u{\(String(scalar.value, radix: 16))}"
        } else {
          result.unicodeScalars.append(scalar)
        }
      }
    }
    return result + "\""
  }

  static func value(_ value: DefaultValue, of attribute: Attribute) -> String {
    switch value {
    case .bool(let flag): return flag ? "true" : "false"
    case .integer(let number): return String(number)
    case .real(let number): return String(number)
    case .decimal(let digits): return "Decimal(string: \(quoted(digits)))!"
    case .string(let text): return attribute.type == .url ? "URL(string: \(quoted(text)))!" : quoted(text)
    case .date(let seconds): return "Date(timeIntervalSinceReferenceDate: \(seconds))"
    case .uuid(let bytes): return "UUID(uuidString: \(quoted(uuid(bytes))))!"
    case .data(let bytes): return bytes.isEmpty ? "Data()" : "Data(base64Encoded: \(quoted(Data(bytes).base64EncodedString())))!"
    case .emptyCollection: return attribute.swiftType?.contains(":") == true ? "[:]" : "[]"
    case .enumCase(let name): return "\(attribute.enumeration?.name ?? "").\(SwiftNames.spelled(name))"
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
