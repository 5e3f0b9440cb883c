internal import Foundation
internal import HeirloomFindings

/// Where the list of stores comes from.
package enum StoreList: Sendable, Hashable {
  /// A file with a store to a line: its path, or an object `{"id", "source", "output"}`. `-` is standard input.
  case manifest(String)
  /// A pattern such as `backups/**/*.sqlite`.
  case pattern(String)

  /// The stores in the order of the manifest, or sorted by path; outputs are named inside the folder.
  ///
  /// - Throws: a finding when the manifest cannot be read or followed, or there is no store.
  package func items(into folder: String) throws -> [BulkItem] {
    let sources =
      switch self {
      case .manifest(let path): try Manifest.sources(in: try Manifest.text(of: path), named: path)
      case .pattern(let pattern): Glob(pattern).matches()
      }
    guard !sources.isEmpty else {
      switch self {
      case .manifest(let path): throw Finding(.nothingToConvert, "'\(path)' names no store")
      case .pattern(let pattern): throw Finding(.nothingToConvert, "no file matches '\(pattern)'")
      }
    }
    return try BulkItem.items(for: sources, in: folder)
  }
}

/// Reads the lines of a manifest.
enum Manifest {
  private struct Line: Decodable {
    var id: String?
    var source: String
    var output: String?
  }

  static func text(of path: String) throws -> String {
    if path == "-" { return String(decoding: FileHandle.standardInput.readDataToEndOfFile(), as: UTF8.self) }
    return String(decoding: try FilePlace.contents(of: path, as: "manifest", limit: .max), as: UTF8.self)
  }

  /// Empty lines and lines that start with `#` are passed over.
  static func sources(in text: String, named path: String) throws(Finding) -> [NamedSource] {
    var sources: [NamedSource] = []
    for (position, line) in text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline).enumerated() {
      let line = line.trimmingCharacters(in: .whitespaces)
      if line.isEmpty || line.hasPrefix("#") { continue }
      guard line.hasPrefix("{") else {
        sources.append(NamedSource(id: line, source: line))
        continue
      }
      guard let read = try? JSONDecoder().decode(Line.self, from: Data(line.utf8)), !read.source.isEmpty else {
        throw Finding(
          .manifestFaulty, "this line is no object with a 'source'",
          at: .text(TextPlace(file: path, line: position + 1, column: 1, lineText: line)))
      }
      sources.append(NamedSource(id: read.id ?? read.source, source: read.source, output: read.output))
    }
    return sources
  }
}
