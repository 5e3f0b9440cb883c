internal import Foundation
internal import LegacyNotes

/// `benchmarks notes PATH COUNT [--no-items]` writes a store.
let words = CommandLine.arguments.dropFirst()
if words.first == "notes", words.count >= 3, let count = Int(words[words.startIndex + 2]) {
  try NotesStore(notes: count, hasItems: !words.contains("--no-items")).write(to: words[words.startIndex + 1])
}
