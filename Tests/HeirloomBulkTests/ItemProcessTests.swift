import Foundation
import HeirloomBulk
import HeirloomReporting
import HeirloomTestSupport
import Testing

/// Runs a shell script in the converter's place.
struct ItemProcessTests {
  func result(of script: String, timeout: Double? = nil) throws -> BulkResult {
    try withTemporaryFolder { folder in
      let process = ItemProcess(
        program: Project.fixture("bulk/converter").path, options: ["--mapping=m"],
        environment: ["PATH": "/usr/bin:/bin", "SCRIPT": script], timeout: timeout)
      return process.convert(BulkItem(id: "x", source: "-odd", output: folder.path + "/sub/x.store"), overwrites: false)
    }
  }

  @Test func `a report becomes a line, lines of one target added up`() throws {
    let result = try result(
      of: """
        echo '{"exitCode":1,"source":{"sha256":"ab"},"entities":[{"target":"A","written":1},{"target":"A","written":2}],
        "findings":[{"id":"i","severity":"warning","message":"m"}]}'
        exit 1
        """)
    #expect(result.status == .converted)
    #expect(result.exitCode == 1)
    #expect(result.entities == [.init("A", written: 3)])
    #expect(result.sourceSHA256 == "ab")
    #expect(result.findings == [.init(id: "i", severity: "warning", message: "m")])
  }

  @Test func `the store is the last word, past two hyphens`() throws {
    let result = try result(
      of: #"printf '{"exitCode":65,"findings":[{"id":"i","severity":"error","message":"%s %s %s"}]}' "$1" "$5" "$6"; exit 65"#)
    #expect(result.status == .failed)
    #expect(result.findings.first?.message == "convert -- -odd")
  }

  @Test func `a crash is a finding`() throws {
    let result = try result(of: "kill -ILL $$")
    #expect(result.status == .failed)
    #expect(result.exitCode == 2)
    #expect(result.findings.first?.id == "item-crashed")
  }

  @Test func `an end without a report is a finding`() throws {
    #expect(try result(of: "echo nonsense").findings.first?.id == "item-crashed")
  }

  @Test(.timeLimit(.minutes(1))) func `a store that takes too long is given up`() throws {
    let result = try result(of: "exec sleep 50", timeout: 0.2)
    #expect(result.findings.first?.id == "item-timeout")
    #expect(result.exitCode == 75)
    #expect(result.seconds < 5)
  }

  @Test(.timeLimit(.minutes(1))) func `one that ignores the request to end is made to`() throws {
    let result = try result(of: "trap '' TERM; while :; do sleep 0.1; done", timeout: 0.2)
    #expect(result.findings.first?.id == "item-timeout")
  }
}
