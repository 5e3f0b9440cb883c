// Converts the notes store with two functions of our own, which the mapping calls by their names:
//
//     swift run own-functions fixtures/notes/Notes.sqlite /tmp/Notes.store
//
// The checker knows their parameters and results; a mapping that calls them otherwise is refused before a row is read.
import Foundation
import HeirloomKit

/// A title as it stands in a web address.
let slug = MappingFunction("slug") { (title: String) -> String in
  let words = title.lowercased().split { !$0.isLetter && !$0.isNumber }
  return words.joined(separator: "-")
}

/// The number of words; nil, which the mapping must treat, where there are none.
let wordCount = MappingFunction("wordCount") { (body: String?) -> Int? in
  let words = (body ?? "").split { $0.isWhitespace }
  return words.isEmpty ? nil : words.count
}

guard CommandLine.arguments.count == 3 else {
  print("usage: own-functions STORE OUTPUT")
  exit(64)
}
let here = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
do {
  let mapping = try Mapping(contentsOf: here.appending(path: "notes.mapping.swift").path, functions: [slug, wordCount])
  let report = mapping.convert(CommandLine.arguments[1], to: CommandLine.arguments[2])
  for line in report.entities { print("\(line.source) → \(line.target): \(line.read) read, \(line.written) written") }
  for finding in report.findings where finding.severity == .error { print(finding.drawing()) }
  exit(report.exitStatus.rawValue)
} catch {
  print(error)
  exit(78)
}
