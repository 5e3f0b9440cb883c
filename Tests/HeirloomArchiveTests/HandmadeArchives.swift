import Foundation

/// Archives made byte by byte, so that they can be as wrong as no tool would make them.
enum Handmade {
  /// A tar in the ustar form; `type` is `0` for a file, `2` for a symbolic and `1` for a hard link.
  static func tar(_ members: [(name: [UInt8], type: Character, link: String, content: [UInt8])]) -> [UInt8] {
    var result: [UInt8] = []
    for member in members {
      var header = [UInt8](repeating: 0, count: 512)
      func put(_ bytes: [UInt8], at start: Int) { header.replaceSubrange(start..<start + bytes.count, with: bytes) }
      put(member.name, at: 0)
      put(Array("0000644\0".utf8), at: 100)
      put(Array("0000000\0".utf8), at: 108)
      put(Array("0000000\0".utf8), at: 116)
      put(octal(member.content.count, 11), at: 124)
      put(octal(0, 11), at: 136)
      put([UInt8](repeating: 0x20, count: 8), at: 148)
      put([member.type.asciiValue ?? 0x30], at: 156)
      put(Array(member.link.utf8), at: 157)
      put(Array("ustar\u{0}00".utf8), at: 257)
      let sum = header.reduce(0) { $0 + Int($1) }
      put(octal(sum, 6) + [0x20], at: 148)
      result += header + member.content
      result += [UInt8](repeating: 0, count: (512 - member.content.count % 512) % 512)
    }
    return result + [UInt8](repeating: 0, count: 1024)
  }

  static func tar(files: [(String, String)]) -> [UInt8] {
    tar(files.map { (Array($0.0.utf8), "0", "", Array($0.1.utf8)) })
  }

  private static func octal(_ number: Int, _ width: Int) -> [UInt8] {
    let digits = String(number, radix: 8)
    return Array((String(repeating: "0", count: width - digits.count) + digits).utf8) + [0]
  }
}

extension URL {
  func write(_ bytes: [UInt8]) throws -> String {
    try Data(bytes).write(to: self)
    return path
  }
}
