internal import Foundation

// Run from the project's folder.
let usage = """
  usage: heirloom-benchmark generate NOTES OUTPUT        write a legacy store of so many notes
         heirloom-benchmark compare HEIRLOOM NOTES…      convert such stores, and do it by hand

  """
let words = Array(CommandLine.arguments.dropFirst())
do {
  if words.count == 3, words[0] == "generate", let notes = Int(words[1]), notes > 0 {
    try NotesStore(source: "mappings/notes/NotesLegacy.swift", notes: notes).write(to: words[2])
  } else if words.count >= 3, words[0] == "compare" {
    var isKept = true
    for notes in words.dropFirst(2).compactMap({ Int($0) }) {
      for stride in [1, 2] { isKept = try Comparison(heirloom: words[1], notes: notes, stride: stride).run() && isKept }
    }
    exit(isKept ? 0 : 1)
  } else {
    FileHandle.standardError.write(Data(usage.utf8))
    exit(64)
  }
} catch {
  FileHandle.standardError.write(Data("\(error)\n".utf8))
  exit(1)
}
