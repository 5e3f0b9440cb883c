internal import Foundation

// usage: heirloom-generate NOTES OUTPUT [SCHEMA.swift]
let words = CommandLine.arguments
guard words.count >= 3, let notes = Int(words[1]), notes >= 1 else {
  FileHandle.standardError.write(Data("usage: heirloom-generate NOTES OUTPUT [SCHEMA.swift]\n".utf8))
  exit(64)
}
do {
  try NotesStore(source: words.count > 3 ? words[3] : "mappings/notes/NotesLegacy.swift", notes: notes).write(to: words[2])
} catch {
  FileHandle.standardError.write(Data("\(error)\n".utf8))
  exit(1)
}
