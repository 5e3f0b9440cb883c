internal import Foundation
internal import HeirloomFindings

/// What a member's stored name amounts to.
enum EntryName {
  case safe(String)
  /// The archive's own root (`./`): no member.
  case root
  case climbs(shown: String)
  case absolute(shown: String)

  /// Judges a name by its parts. A backslash separates too, for zips made on Windows and for what Windows would make of it.
  init(_ text: String) {
    let parts = text.split(omittingEmptySubsequences: true) { $0 == "/" || $0 == "\\" }
    let startsWithDrive = text.count >= 2 && text.dropFirst().first == ":" && text.first?.isLetter == true
    if text.hasPrefix("/") || text.hasPrefix("\\")
      || (startsWithDrive && (text.count == 2 || "/\\".contains(text.dropFirst(2).first ?? " ")))
    {
      self = .absolute(shown: EntryName.shown(text))
    } else if parts.contains("..") {
      self = .climbs(shown: EntryName.shown(text))
    } else {
      let kept = parts.filter { $0 != "." }
      self = kept.isEmpty ? .root : .safe(kept.joined(separator: "/").replacing("\0", with: "\u{FFFD}"))
    }
  }

  /// True when a link at `path` with this target stays inside the archive.
  static func link(at path: String, to target: String, staysInside isFromRoot: Bool) -> Bool {
    if target.hasPrefix("/") || target.hasPrefix("\\") { return false }
    var depth = isFromRoot ? 0 : path.split(separator: "/").count - 1
    for part in target.split(whereSeparator: { $0 == "/" || $0 == "\\" }) where part != "." {
      depth += part == ".." ? -1 : 1
      if depth < 0 { return false }
    }
    return true
  }

  /// Without control characters, and of a length fit for a message.
  static func shown(_ text: String) -> String {
    let plain = String(text.unicodeScalars.map { $0.value < 0x20 || $0.value == 0x7F ? "\u{FFFD}" : Character($0) })
    return plain.count > 120 ? plain.prefix(117) + "…" : plain
  }

  /// The name that a disk which ignores case and Unicode forms would see.
  static func folded(_ path: String) -> String { path.precomposedStringWithCanonicalMapping.lowercased() }

  /// Bytes as text: UTF-8 when they are, else code page 437, of which every byte is some character.
  static func decode(_ bytes: [UInt8]) -> (text: String, isUTF8: Bool) {
    if let text = String(validating: bytes, as: UTF8.self) { return (text, true) }
    let text = String(bytes.map { $0 < 0x80 ? Character(Unicode.Scalar($0)) : codePage437[Int($0) - 0x80] })
    return (text, false)
  }
}

/// The upper half of IBM code page 437.
private let codePage437 = Array(
  "ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜ¢£¥₧ƒáíóúñÑªº¿⌐¬½¼¡«»░▒▓│┤╡╢╖╕╣║╗╝╜╛┐└┴┬├─┼╞╟╚╔╩╦╠═╬╧╨╤╥╙╘╒╓╫╪┘┌█▄▌▐▀αßΓπΣσµτΦΘΩδ∞φε∩≡±≥≤⌠⌡÷≈°∙·√ⁿ²■\u{A0}"
)
