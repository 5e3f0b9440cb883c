internal import Foundation

// Run from the project's folder.
let usage = """
  usage: heirloom-benchmark generate NOTES OUTPUT        write a legacy store of so many notes
         heirloom-benchmark compare HEIRLOOM NOTES…      convert such stores, and do it by hand
         heirloom-benchmark generate-realm NOTES OUTPUT [KEY]  write the same as a Realm file; OUTPUT.sqlite is the store
         heirloom-benchmark compare-realm HEIRLOOM NOTES read and convert the same from both
         heirloom-benchmark export json|csv BYTES OUTPUT  write exported notes of so many bytes
         heirloom-benchmark exports HEIRLOOM BYTES…      read and convert such exports

  """
let words = Array(CommandLine.arguments.dropFirst())
do {
  if words.count == 3, words[0] == "generate", let notes = Int(words[1]), notes > 0 {
    try NotesStore(source: "mappings/notes/NotesLegacy.swift", notes: notes).write(to: words[2])
  } else if 3...4 ~= words.count, words[0] == "generate-realm", let notes = Int(words[1]), notes > 0 {
    try RealmComparison.generate(notes, store: words[2] + ".sqlite", realm: words[2], key: words.dropFirst(3).first)
  } else if words.count == 3, words[0] == "compare-realm", let notes = Int(words[2]), notes > 0 {
    exit(try RealmComparison(heirloom: words[1], notes: notes).run() ? 0 : 1)
  } else if words.count == 4, words[0] == "export", let form = ExportFile.Form(rawValue: words[1]), let bytes = Int(words[2]) {
    print(try ExportFile(form: form, bytes: bytes).write(to: words[3]), "records")
  } else if words.count >= 3, words[0] == "exports" {
    var isKept = true
    for bytes in words.dropFirst(2).compactMap({ Int($0) }) {
      isKept = try ExportComparison(heirloom: words[1], bytes: bytes).run() && isKept
    }
    exit(isKept ? 0 : 1)
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
