internal import HeirloomCoreDataModel

/// The components of an archived NSColor or UIColor, between 0 and 1, by name; nil when the node is no colour, or one that has
/// none, such as a system colour or a pattern.
///
/// The numbers are taken as they stand: which colour space they belong to is not said, and nothing is computed from one into
/// another. AppKit writes them as text (`NSRGB`, `NSWhite`, `NSCMYK`), UIKit as numbers beside it (docs/formats/coredata.md).
enum ColorArchive {
  static func components(of node: KeyedArchive.Node) -> [(name: String, value: Double)]? {
    guard let name = node.className, name == "NSColor" || name == "UIColor" || name.hasSuffix("UIColor") else { return nil }
    func numbers(_ names: [String], under keys: [String]) -> [(name: String, value: Double)]? {
      let values = keys.compactMap { node[$0]?.real }
      return values.count == names.count ? Array(zip(names, values)) : nil
    }
    func texts(_ names: [String], under key: String) -> [(name: String, value: Double)]? {
      guard let bytes = node[key]?.data else { return nil }
      let words = String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self).split(separator: " ")
      let values = words.compactMap { Double($0) }
      guard values.count == words.count, values.count == names.count || values.count == names.count - 1 else { return nil }
      // Without a last one the colour is opaque.
      return Array(zip(names, values.count == names.count ? values : values + [1]))
    }
    return numbers(["red", "green", "blue", "alpha"], under: ["UIRed", "UIGreen", "UIBlue", "UIAlpha"])
      ?? numbers(["white", "alpha"], under: ["UIWhite", "UIAlpha"])
      ?? texts(["red", "green", "blue", "alpha"], under: "NSRGB") ?? texts(["white", "alpha"], under: "NSWhite")
      ?? texts(["cyan", "magenta", "yellow", "black", "alpha"], under: "NSCMYK")
  }
}
