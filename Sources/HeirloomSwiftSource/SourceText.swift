internal import Foundation
internal import HeirloomFindings

/// A Swift source as it came: where from, and its text.
package struct SourceText: Hashable, Sendable {
  package var path: String
  package var text: String

  package init(path: String, text: String) {
    self.path = path
    self.text = text
  }

  /// The Swift files that the paths name, folders searched through, in the order of their paths.
  ///
  /// Hidden files and folders (`.build`) are left out.
  /// - Throws: a `Finding` when a path does not exist, or a file cannot be read as UTF-8 text.
  package static func load(_ paths: [String]) throws -> [SourceText] {
    var result: [SourceText] = []
    for path in paths {
      var isFolder: ObjCBool = false
      guard FileManager.default.fileExists(atPath: path, isDirectory: &isFolder) else {
        throw Finding(.noSuchInput, "there is no file or folder '\(path)'", at: .file(path))
      }
      for file in isFolder.boolValue ? swiftFiles(under: path) : [path] {
        guard let bytes = FileManager.default.contents(atPath: file) else {
          throw Finding(.inputUnreadable, "'\(file)' cannot be read", at: .file(file))
        }
        guard let text = String(bytes: bytes, encoding: .utf8) else {
          throw Finding(.inputUnreadable, "'\(file)' is not UTF-8 text", at: .file(file))
        }
        result.append(SourceText(path: file, text: text))
      }
    }
    return result
  }

  private static func swiftFiles(under folder: String) -> [String] {
    let walk = FileManager.default.enumerator(
      at: URL(fileURLWithPath: folder), includingPropertiesForKeys: [.isRegularFileKey], options: [.skipsHiddenFiles])
    var found: [String] = []
    while let url = walk?.nextObject() as? URL {
      if url.pathExtension == "swift" { found.append(url.path) }
    }
    return found.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
  }
}
