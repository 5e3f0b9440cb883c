import Foundation
import HeirloomTestSupport
import Testing

/// The built program itself: exit statuses, streams and signals as a shell sees them.
struct BinaryTests {
  /// Runs a line of shell in which `$H` is the program.
  func shell(_ line: String) throws -> (status: Int32, output: String) {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/bin/bash")
    process.arguments = ["-c", line]
    process.environment = ProcessInfo.processInfo.environment.merging(["H": BuiltProgram.path]) { $1 }
    process.standardInput = FileHandle.nullDevice
    process.standardError = FileHandle.nullDevice
    let pipe = Pipe()
    process.standardOutput = pipe
    try process.run()
    let output = String(decoding: pipe.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    process.waitUntilExit()
    return (process.terminationStatus, output)
  }

  @Test(arguments: [("--version", Int32(0)), ("", 64), ("no-such-command", 64), ("inspect", 64), ("inspect /nowhere", 66)])
  func `the exit status is that of the table`(words: String, status: Int32) throws {
    #expect(try shell("\"$H\" \(words)").status == status)
  }

  @Test func `a reader that goes away is no crash`() throws {
    #expect(try shell("\"$H\" reference findings | head -1; echo ${PIPESTATUS[0]}").output == "# Findings\n0\n")
  }

  @Test(.enabled(if: FileManager.default.fileExists(atPath: "/dev/full")))
  func `a full disk behind the output is told`() throws {
    #expect(try shell("\"$H\" --version > /dev/full").status == 75)
  }

  @Test func `closed streams and bytes that are no text do not crash it`() throws {
    #expect(try shell("\"$H\" --version <&- >&- 2>&-; [ $? -lt 128 ]").status == 0)
    #expect(try shell("\"$H\" $'\\xff\\xfe' $'--\\xff='").status == 64)
    #expect(try shell("\"$H\" inspect ''").status == 66)
    #expect(try shell("\"$H\" inspect \"$(head -c 100000 /dev/zero | tr '\\0' a)\"; exit $?").status == 74)
  }

  /// A store with a log is read from a private copy, which must not outlive the run.
  @Test(
    .enabled(if: Corpus.isPresent, "skipped: no corpus"), .timeLimit(.minutes(1)),
    arguments: [("INT", Int32(130)), ("TERM", 143)])
  func `a signal ends it with its own status and without a trace`(signal: String, status: Int32) throws {
    let source = try #require(Corpus.folder?.appending(path: "coredata/ddg-bookmarks-v4"))
    try withTemporaryFolder { folder in
      let endless = "WITH RECURSIVE c(x) AS (SELECT 1 UNION ALL SELECT x+1 FROM c) SELECT count(*) FROM c"
      let result = try shell(
        """
        export TMPDIR='\(folder.path)'
        store=$(ls '\(source.path)'/*.sqlite | head -1)
        "$H" query "$store" '\(endless)' & child=$!
        for i in $(seq 100); do [ -n "$(ls "$TMPDIR")" ] && break; sleep 0.05; done
        ls "$TMPDIR" | wc -l; sleep 0.3; kill -\(signal) $child; wait $child; echo $?; ls "$TMPDIR" | wc -l
        """)
      let words = result.output.split(whereSeparator: \.isWhitespace)
      #expect(words == ["1", "\(status)", "0"])
    }
  }

  @Test(.timeLimit(.minutes(2))) func `a bulk run survives a damaged store and goes on where it was`() throws {
    try withTemporaryFolder { folder in
      let result = try shell(
        """
        cd '\(folder.path)'; mkdir in
        for i in 1 2 3; do cp '\(Project.fixture("notes/Notes.sqlite").path)' in/$i.sqlite; done
        head -c 5000 in/2.sqlite > in/4.sqlite
        bulk() { "$H" bulk --mapping '\(Project.folder.path)/mappings/notes/notes.mapping.swift' --glob 'in/*.sqlite' --output-dir out "$@"; }
        bulk > text; echo $?; ls out; grep -c '"status":"converted"' out/results.ndjson
        cp in/1.sqlite in/4.sqlite; bulk --resume --json > json; echo $?; grep -E '"(converted|skipped|failed)"' json; ls out
        bulk --shard 2/2 --results two.ndjson --overwrite > text; echo $?; grep -o '"id":"[^"]*"' two.ndjson
        """)
      #expect(
        result.output == """
          1
          1.store
          2.store
          3.store
          results.ndjson
          3
          0
            "converted": 1,
            "skipped": 3,
            "failed": 0,
          1.store
          2.store
          3.store
          4.store
          results.ndjson
          0
          "id":"2.sqlite"
          "id":"4.sqlite"

          """)
    }
  }
}
