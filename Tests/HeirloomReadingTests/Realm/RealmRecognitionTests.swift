import Foundation
import HeirloomFindings
import HeirloomReading
import HeirloomTestSupport
import Testing

@Suite struct RealmRecognitionTests {
  private let notes = Project.fixture("realm/notes.realm").path
  private let encrypted = Project.fixture("realm/notes-encrypted.realm").path

  /// The whole drawing of the finding with which a file is refused, `FILE` standing for its path; "" when it opens.
  private func refusal(of path: String, key: [UInt8]? = nil) -> String {
    do {
      _ = try RealmStore.open(path: path, key: key)
      return ""
    } catch let finding as Finding {
      #expect(finding.exitStatus == (finding.kind == .realmKeyLength ? .usage : .sourceUnreadable))
      return finding.drawing().replacing(path, with: "FILE")
    } catch { return "not a finding: \(error)" }
  }

  private func refusal(ofBytes bytes: [UInt8], named name: String = "x.realm", key: [UInt8]? = nil) throws -> String {
    try withTemporaryFolder { folder in
      let file = folder.appending(path: name)
      try Data(bytes).write(to: file)
      return refusal(of: file.path, key: key)
    }
  }

  private func bytes(_ path: String) throws -> [UInt8] { Array(try Data(contentsOf: URL(fileURLWithPath: path))) }

  @Test func `an empty file, a small one and another kind of file are each called what they are`() throws {
    #expect(try refusal(ofBytes: []) == "FILE: error[realm-empty]: 'FILE' is empty")
    #expect(try refusal(ofBytes: [1, 2, 3]) == "FILE: error[realm-not-realm]: 'FILE' is not a Realm file")
    #expect(
      try refusal(ofBytes: Array("SQLite format 3\0".utf8) + [UInt8](repeating: 0, count: 5000)).contains("realm-not-realm"))
  }

  @Test(arguments: ["x.realm.lock", "x.realm.note", "x.realm.management", "x.realm.backup-log", "x.realm.log_a"])
  func `what stands beside a Realm is refused by its name, and the Realm is named`(name: String) throws {
    let refusal = try refusal(ofBytes: [0], named: name)
    #expect(refusal.hasPrefix("FILE: error[realm-side-file]: '\(name)' is the "))
    #expect(refusal.hasSuffix("and holds no data: name 'x.realm'"))
  }

  @Test func `an encrypted file asks for its key`() {
    #expect(refusal(of: encrypted) == "FILE: error[realm-encrypted]: 'FILE' seems to be an encrypted Realm file")
  }

  @Test func `a wrong key is told from a damaged page`() throws {
    var wrong = fixtureKey
    wrong[63] ^= 1
    #expect(refusal(of: encrypted, key: wrong) == "FILE: error[realm-wrong-key]: the key does not open 'FILE'")
    // The code depends on the second half alone: with a wrong first half pages fit, and their bytes are nonsense.
    wrong = fixtureKey
    wrong[0] ^= 1
    #expect(refusal(of: encrypted, key: wrong) == "FILE: error[realm-wrong-key]: the key does not open 'FILE'")
    // Page 0 stands at 4096; a page that is damaged is told from a key that does not fit by the others.
    var damaged = try bytes(encrypted)
    damaged[4096 + 100] ^= 1
    #expect(try refusal(ofBytes: damaged, key: fixtureKey) == "FILE: error[realm-wrong-key]: the key does not open 'FILE'")
  }

  @Test func `a key of another length is a mistake of usage`() {
    #expect(refusal(of: encrypted, key: [1, 2, 3]) == "FILE: error[realm-key-length]: the key has 3 bytes instead of 64")
  }

  @Test func `a key for a file that is not encrypted is said to be needless`() throws {
    let store = try RealmStore.open(path: notes, key: fixtureKey)
    #expect(store.findings.map(\.id) == ["realm-not-encrypted"])
    #expect(store.findings[0].message.hasSuffix("is not encrypted; the key was not used"))
  }

  @Test func `an unknown format is named by its number`() throws {
    var newer = try bytes(notes)
    newer[20] = 99
    newer[21] = 99
    #expect(try refusal(ofBytes: newer) == "FILE: error[realm-unsupported-version]: 'FILE' has the format 99, which is not known")
  }

  @Test func `a file that was cut off says how much is missing`() throws {
    let whole = try bytes(notes)
    let cut = try refusal(ofBytes: Array(whole[..<4096]))
    #expect(cut.contains("error[realm-truncated]") || cut.contains("error[realm-damaged]"))
    // Beyond the header there is nothing left to be right.
    #expect(try refusal(ofBytes: Array(whole[..<24])).contains("error[realm-truncated]: 'FILE' refers to a place past its end"))
  }

  @Test func `a file whose line ends were converted is told from a damaged one`() throws {
    var converted: [UInt8] = []
    for byte in try bytes(notes) { converted += byte == 0x0A ? [0x0D, 0x0A] : [byte] }
    try #require(converted.count % 8 != 0)
    #expect(
      try refusal(ofBytes: converted)
        == "FILE: error[realm-text-conversion]: 'FILE' has a CR before every LF, which no Realm file has")
  }

  @Test(.enabled(if: Corpus.isPresent, "skipped: no corpus"))
  func `an upgrade that stopped after it moved columns is refused, earlier stages are read`() throws {
    // Stage 6 of the seven in the corpus has moved the column 'pk'; the others hold what the first does.
    let moved = RealmCorpus.folder.appending(path: "realm-core-00c3e294/test_upgrade_progress_6.realm").path
    #expect(refusal(of: moved).contains("error[realm-half-upgraded]: 'link origin.pk' cannot be read in full"))
  }

  @Test func `openStore knows Realm files by their content, plain and encrypted`() throws {
    #expect(try openStore(notes).identity.kind == .realm)
    #expect(try openStore(encrypted, options: OpenOptions(key: fixtureKey)).identity.formatVersion == "24")
    let store = try openStore(notes)
    #expect(store.identity.modelVersions == ["7"])
    try store.confirmUnchanged()
  }
}
