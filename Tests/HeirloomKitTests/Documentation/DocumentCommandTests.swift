import Foundation
import HeirloomTestSupport
import Testing

/// The commands that README and docs/ show, run as a reader would type them.
@Suite struct `Commands of the documentation` {
  /// The fenced blocks of commands, each by its page and number.
  static let blocks: [String] = ["README.md", "docs/tour.md", "docs/migrating.md"].flatMap { page in
    ((try? commands(in: page)) ?? []).indices.map { "\(page) \($0 + 1)" }
  }

  /// What stands between fences and begins with the program's name; README's run over the fixtures has a test of its own.
  static func commands(in page: String) throws -> [String] {
    try blocks(in: page).map(\.text).filter { $0.hasPrefix("heirloom ") && !$0.contains("fixtures/") }
  }

  static func blocks(in page: String) throws -> [(language: String, text: String)] {
    var result: [(String, String)] = [], language: String?, lines: [Substring] = []
    for line in try String(contentsOf: Project.folder.appending(path: page), encoding: .utf8).split(
      separator: "\n", omittingEmptySubsequences: false)
    {
      if !line.hasPrefix("```") {
        lines.append(line)
      } else if let open = language {
        result.append((open, lines.joined(separator: "\n")))
        language = nil
      } else {
        (language, lines) = (String(line.dropFirst(3)), [])
      }
    }
    return result
  }

  @Test func `are all found`() {
    #expect(Self.blocks.count { $0.hasPrefix("README") } == 1)
    #expect(Self.blocks.count { $0.hasPrefix("docs/tour") } == 8)
    #expect(Self.blocks.count { $0.hasPrefix("docs/migrating") } == 2)
  }

  @Test(arguments: blocks) func `run as they stand`(_ block: String) throws {
    let parts = block.split(separator: " ")
    let page = String(parts[0]), number = try #require(Int(parts[1]))
    let commands = try Self.commands(in: page)[number - 1].split(separator: "\n")
    #expect(!commands.isEmpty)
    for command in commands {
      try withTemporaryFolder { folder in
        try layOut(folder, for: String(command), of: page)
        let run = try BuiltProgram.shell("heirloom() { \"$H\" \"$@\"; }; \(command)", in: folder)
        #expect(run.status == 0, "\(command)\n\(run.error)")
        // What the command says it writes is there: the word after --output, and what it is sent to.
        guard !command.contains("--dry-run") else { return }
        for written in command.matches(of: /(?:--output|--report|>) ([^ ]+)/) {
          let size =
            try FileManager.default.attributesOfItem(atPath: folder.appending(path: String(written.1)).path)[.size] as? Int
          #expect((size ?? 0) > 0, "\(command)")
        }
      }
    }
  }

  /// The files that the pages name: the notes app's store of 2014, its mapping and its schema; for migrations its plan.
  private func layOut(_ folder: URL, for command: String, of page: String) throws {
    let files = FileManager.default, store = Project.fixture("notes/Notes.sqlite")
    for name in ["old", "new", "users/1", "users/2"] {
      try files.createDirectory(at: folder.appending(path: name), withIntermediateDirectories: true)
    }
    for name in ["old/Notes.sqlite", "users/1/Notes.sqlite", "users/2/Notes.sqlite", "Notes.store", "Old.sqlite"] {
      try files.copyItem(at: store, to: folder.appending(path: name))
    }
    func write(_ text: String, _ name: String) throws {
      try text.write(to: folder.appending(path: name), atomically: true, encoding: .utf8)
    }
    func text(_ path: String) throws -> String { try String(contentsOf: Project.folder.appending(path: path), encoding: .utf8) }
    try write(try text("mappings/notes/notes.mapping.swift"), "notes.mapping.swift")
    try write(try text("mappings/notes/NotesSchema.swift"), "NotesSchema.swift")
    if command.contains("users/old.store") {
      let made = try BuiltProgram.shell(
        "\"$H\" convert old/Notes.sqlite --mapping notes.mapping.swift --output users/old.store", in: folder)
      #expect(made.status == 0, "\(made.error)")
    }
    guard page.hasSuffix("migrating.md") else { return }
    let plan = try text("fixtures/plans/notes.swift")
    // A plan that needs neither mapping nor closures ends with the second version.
    let isLightweight = !command.contains("V3") && !command.contains("3.0.0") && !command.contains("--run-closures")
    try write(
      isLightweight
        ? plan.replacing(", NotesV3.self, NotesV4.self, NotesV5.self] }", with: "] }")
          .replacing("[v1ToV2, v2ToV3, v3ToV4, v4ToV5]", with: "[v1ToV2]") : plan, "NotesSchema.swift")
    let mapping = try #require(try Self.blocks(in: page).first { $0.language == "swift" && $0.text.hasPrefix("Stage(") })
    try write(mapping.text, "v3.mapping.swift")
    for (number, more) in [(4, ""), (5, #"<attribute name="rating" optional="YES" attributeType="Integer 64"/>"#)] {
      let bundle = folder.appending(path: "App.xcdatamodeld/Model \(number).xcdatamodel")
      try files.createDirectory(at: bundle, withIntermediateDirectories: true)
      try Self.model(more).write(to: bundle.appending(path: "contents"), atomically: true, encoding: .utf8)
    }
  }

  /// The first version of the notes app as Xcode keeps a model, with one more attribute of Note.
  private static func model(_ more: String) -> String {
    """
    <?xml version="1.0" encoding="UTF-8" standalone="yes"?>
    <model type="com.apple.IDECoreDataModeler.DataModel" documentVersion="1.0">
      <entity name="Folder">
        <attribute name="name" optional="YES" attributeType="String"/>
        <relationship name="notes" optional="YES" toMany="YES" destinationEntity="Note" inverseName="notebook" inverseEntity="Note"/>
      </entity>
      <entity name="Label">
        <attribute name="name" optional="YES" attributeType="String"/>
        <relationship name="notes" optional="YES" toMany="YES" destinationEntity="Note" inverseName="labels" inverseEntity="Note"/>
      </entity>
      <entity name="Note">
        <attribute name="identifier" optional="YES" attributeType="UUID"/>
        <attribute name="title" optional="YES" attributeType="String"/>
        <attribute name="body" optional="YES" attributeType="String"/>
        <attribute name="flag" attributeType="Integer 16" defaultValueString="0"/>
        <attribute name="trashed" attributeType="Boolean" defaultValueString="NO"/>
        <attribute name="created" optional="YES" attributeType="Date"/>
        <attribute name="modified" optional="YES" attributeType="Date"/>
        <attribute name="legacyFlags" attributeType="Integer 64" defaultValueString="0"/>
        \(more)
        <relationship name="notebook" optional="YES" maxCount="1" destinationEntity="Folder" inverseName="notes" inverseEntity="Folder"/>
        <relationship name="labels" optional="YES" toMany="YES" destinationEntity="Label" inverseName="notes" inverseEntity="Label"/>
      </entity>
      <entity name="SyncLog">
        <attribute name="entry" optional="YES" attributeType="String"/>
        <attribute name="at" optional="YES" attributeType="Date"/>
      </entity>
    </model>
    """
  }
}
