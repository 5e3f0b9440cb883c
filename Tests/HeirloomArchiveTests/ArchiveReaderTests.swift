import Foundation
import HeirloomArchive
import HeirloomFindings
import HeirloomTestSupport
import Testing

@Suite struct ArchiveReaderTests {
  private func texts(_ reader: ArchiveReader) throws -> [String: String] {
    var result: [String: String] = [:]
    try reader.visit { entry, content in
      let bytes = try content.all(limit: 1 << 20, or: CancellationError())
      result[entry.path] = String(decoding: bytes, as: UTF8.self)
      return .goOn
    }
    return result
  }

  @Test(arguments: ArchiveWriter.Form.allCases) func `what the writer packs the reader hands out`(
    _ form: ArchiveWriter.Form
  ) throws {
    try withTemporaryFolder { folder in
      let path = folder.appending(path: "x.\(form.rawValue)").path
      let writer = try ArchiveWriter(path, form)
      try writer.add("Note.json", Array("[1]".utf8))
      try writer.add("Übung/ключ.json", Array("[2]".utf8))
      try writer.finish()
      let reader = try ArchiveReader(path)
      #expect(reader.format == form.rawValue)
      #expect(try texts(reader) == ["Note.json": "[1]", "Übung/ключ.json": "[2]"])
      #expect(reader.findings.isEmpty)
    }
  }

  @Test(arguments: ArchiveWriter.Form.allCases) func `the same members give the same bytes`(_ form: ArchiveWriter.Form) throws {
    try withTemporaryFolder { folder in
      let both = try ["a", "b"].map { name in
        let path = folder.appending(path: "\(name).\(form.rawValue)").path
        let writer = try ArchiveWriter(path, form)
        try writer.add("Note.json", [UInt8](repeating: 7, count: 300_000))
        try writer.finish()
        if name == "a" { Thread.sleep(forTimeInterval: 1.1) }
        return try Data(contentsOf: URL(fileURLWithPath: path))
      }
      #expect(both[0] == both[1])
    }
  }

  @Test func `a folder, a file and a packed file are read like archives`() throws {
    try withTemporaryFolder { folder in
      try FileManager.default.createDirectory(at: folder.appending(path: "b"), withIntermediateDirectories: true)
      _ = try folder.appending(path: "b/c.json").write(Array("1".utf8))
      _ = try folder.appending(path: "a.json").write(Array("2".utf8))
      let reader = try ArchiveReader(folder.path)
      #expect(try reader.entries().map(\.path) == ["a.json", "b/c.json"])
      #expect(try texts(try ArchiveReader(folder.appending(path: "a.json").path)) == ["a.json": "2"])
      let packed = Process()
      packed.executableURL = URL(fileURLWithPath: "/usr/bin/env")
      packed.arguments = ["gzip", "-k", folder.appending(path: "a.json").path]
      try packed.run()
      packed.waitUntilExit()
      #expect(try texts(try ArchiveReader(folder.appending(path: "a.json.gz").path)) == ["a.json": "2"])
    }
  }

  @Test func `unpacked members are for the owner's eyes only, and go with the folder`() throws {
    try withTemporaryFolder { folder in
      let path = try folder.appending(path: "x.tar").write(Handmade.tar(files: [("d/a", "1"), ("b", "2")]))
      var unpacked: PrivateFolder? = try ArchiveReader(path).unpack(in: folder.path) { $0.name == "a" }
      let place = try #require(unpacked?.path)
      let mode = try FileManager.default.attributesOfItem(atPath: place)[.posixPermissions] as? Int
      #expect(mode == 0o700)
      #expect(try String(contentsOfFile: place + "/d/a", encoding: .utf8) == "1")
      #expect(!FileManager.default.fileExists(atPath: place + "/b"))
      unpacked = nil
      #expect(!FileManager.default.fileExists(atPath: place))
    }
  }
}
