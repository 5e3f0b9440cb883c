import Foundation
import HeirloomTestSupport
import Testing

/// Options that contradict one another, or what they are used on.
struct WrongChoiceTests {
  let notes = Project.fixture("notes/Notes.sqlite").path
  let mapping = Project.folder.appending(path: "mappings/notes/notes.mapping.swift").path

  @Test func `a key that is given twice is a fault of the call`() {
    let result = heirloom("inspect", notes, "--key", "00", "--key-file", "k")
    #expect(result.status == 64)
    #expect(result.error.hasPrefix("error[bad-value]: --key and --key-file name the key twice: leave one out"))
  }

  @Test func `a member of what is a store by itself is not there`() {
    let result = heirloom("inspect", notes, "--member", "a.json")
    #expect(result.status == 66)
    #expect(result.error.contains("is a store by itself and has no member 'a.json'\n  = help: leave --member out"))
  }

  @Test func `a separator that divides nothing where another divides every row is told`() throws {
    try withTemporaryFolder { folder in
      let table = folder.appending(path: "t.csv")
      try Data("a;b\n1;2\n".utf8).write(to: table)
      let result = heirloom("inspect", table.path, "--delimiter", "comma")
      #expect(result.status == 0)
      #expect(
        result.output.contains(
          "warning[csv-delimiter-unsure]: the values are taken to be separated by commas: commas were asked for and divide nothing, "
            + "semicolons every row"))
      #expect(!heirloom("inspect", table.path, "--delimiter", ";").output.contains("csv-delimiter-unsure"))
    }
  }

  @Test func `a name with a NUL character is refused under a name of its own`() throws {
    try withTemporaryFolder { folder in
      let file = folder.appending(path: "t.json")
      try Data(#"{"a":[{"x\u0000y":1}]}"#.utf8).write(to: file)
      let result = heirloom("inspect", file.path)
      #expect(result.status == 65)
      #expect(result.error.hasPrefix(#"error[archive-name-faulty]: the name 'x\u0000y' holds a NUL character"#))
    }
  }

  @Test func `a value too big for SQLite is the question's fault`() {
    let result = heirloom("query", notes, "SELECT zeroblob(2000000000)")
    #expect(result.status == 64)
    #expect(result.error.hasPrefix("error[query-faulty]: string or blob too big"))
  }

  @Test func `a folder without sources is no place in a file`() throws {
    try withTemporaryFolder { folder in
      let result = heirloom("lint", folder.path)
      #expect(result.status == 78)
      #expect(
        (result.output + result.error).contains("\nerror[no-models]: there is no model in the folder: it holds no Swift file"))
    }
  }

  @Test func `a dry run needs no place for a store, a conversion does`() throws {
    let trial = heirloom("convert", notes, "--mapping", mapping, "--dry-run")
    #expect(trial.status == 0, "\(trial.error)")
    let conversion = heirloom("convert", notes, "--mapping", mapping)
    #expect(conversion.status == 64)
    #expect(conversion.error.hasPrefix("error[missing-option]: 'convert' needs '--output OUT'"))
  }

  @Test func `a folder that nobody may write to is told by the target's name`() throws {
    // Root may write everywhere.
    guard getuid() != 0 else { return }
    try withTemporaryFolder { folder in
      try FileManager.default.setAttributes([.posixPermissions: 0o555], ofItemAtPath: folder.path)
      defer { try? FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: folder.path) }
      let target = folder.appending(path: "x.store").path
      let result = heirloom("convert", notes, "--mapping", mapping, "-o", target)
      #expect(result.status == 73)
      #expect(result.error.contains("creating '\(target)' failed"))
    }
  }
}
