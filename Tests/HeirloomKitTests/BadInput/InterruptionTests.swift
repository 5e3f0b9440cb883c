import Foundation
import HeirloomTestSupport
import LegacyNotes
import Testing

/// A run that ends early leaves what was there before, and can be run again.
@Suite(.serialized) struct InterruptionTests {
  /// Starts a long conversion, ends it as soon as its draft holds something, and gives the status and what is left.
  private func interrupted(
    by signal: String, in folder: URL, options: String = ""
  ) throws -> (status: Int32, files: [String], left: String) {
    let result = try BuiltProgram.shell(
      """
      "$H" convert in.sqlite -m '\(mappingPath("checklists/checklists"))' -o out.store \(options) 2>/dev/null & child=$!
      for i in $(seq 400); do [ -s .out.store.heirloom/out.store ] && break; sleep 0.02; done
      [ -s .out.store.heirloom/out.store ] || echo "the draft was never seen"
      kill -\(signal) $child; wait $child; echo $?
      ls tmp | wc -l
      """, in: folder)
    let words = result.output.split(whereSeparator: \.isNewline).map { String($0) }
    #expect(words.count == 2, "\(words)")
    return (Int32(words.first ?? "") ?? -1, try names(in: folder).filter { $0 != "tmp" }, words.last ?? "")
  }

  @Test(.timeLimit(.minutes(2)), arguments: [("TERM", Int32(143)), ("INT", 130)])
  func `a signal ends a run without a trace`(signal: String, status: Int32) throws {
    try withTemporaryFolder { folder in
      try NotesStore(notes: 40_000, notesInLog: 10).write(to: folder.appending(path: "in.sqlite").path)
      try Data("the old one".utf8).write(to: folder.appending(path: "out.store"))
      let result = try interrupted(by: signal, in: folder, options: "--overwrite")
      #expect(result.status == status)
      #expect(result.files == ["in.sqlite", "in.sqlite-wal", "out.store"] && result.left == "0")
      #expect(try Data(contentsOf: folder.appending(path: "out.store")) == Data("the old one".utf8))
    }
  }

  /// The records of an export wait in a temporary file beside the target; the run is ended as soon as it is there.
  @Test(.timeLimit(.minutes(2)), arguments: [("TERM", Int32(143)), ("INT", 130), ("HUP", 129)])
  func `a signal while an export is staged ends the run without a trace`(signal: String, status: Int32) throws {
    try withTemporaryFolder { folder in
      let rows = (0..<60_000).map { #"{"title":"note \#($0)","body":"\#(String(repeating: "x", count: 80))"}"# }
      try Data(("[" + rows.joined(separator: ",\n") + "]").utf8).write(to: folder.appending(path: "Note.json"))
      _ = try write(
        mapping: "let source = Archive()", schema: "@Model final class Note { var title: String; var body: String; init() {} }",
        in: folder)
      let result = try BuiltProgram.shell(
        """
        mkdir out; "$H" convert Note.json -m test.mapping.swift -o out/new.store 2>/dev/null & child=$!
        for i in $(seq 400); do ls out/heirloom-*/staged.sqlite >/dev/null 2>&1 && break; sleep 0.02; done
        ls out | wc -l; kill -\(signal) $child; wait $child; echo $?; ls -A out tmp
        """, in: folder)
      #expect(result.output == "1\n\(status)\nout:\n\ntmp:\n", "\(result.output)")
    }
  }

  @Test(.timeLimit(.minutes(2))) func `a killed run leaves nothing at the target, and the next one cleans up and succeeds`()
    throws
  {
    try withTemporaryFolder { folder in
      try NotesStore(notes: 40_000).write(to: folder.appending(path: "in.sqlite").path)
      let result = try interrupted(by: "KILL", in: folder)
      #expect(result.status == 137)
      // Nobody can clean up after a SIGKILL: the draft stays, out of the target's way.
      #expect(result.files == [".out.store.heirloom", "in.sqlite"])
      let again = try BuiltProgram.shell(
        "\"$H\" convert in.sqlite -m '\(mappingPath("checklists/checklists"))' -o out.store > /dev/null", in: folder)
      #expect(again.status == 1, "\(again.error)")
      #expect(try names(in: folder).filter { $0 != "tmp" } == ["in.sqlite", "out.store"])
    }
  }

  /// Nobody can ask the conversions to end when their bulk run is killed: the pipe that they hold closes.
  @Test(.timeLimit(.minutes(2))) func `when a bulk run is killed, its conversions end and clean up`() throws {
    try withTemporaryFolder { folder in
      try NotesStore(notes: 60_000).write(to: folder.appending(path: "in.sqlite").path)
      let result = try BuiltProgram.shell(
        """
        echo in.sqlite > list
        "$H" bulk -m '\(mappingPath("checklists/checklists"))' --manifest list --output-dir out >/dev/null 2>&1 & child=$!
        for i in $(seq 400); do [ -s out/.in.store.heirloom/in.store ] && break; sleep 0.02; done
        [ -s out/.in.store.heirloom/in.store ] || echo "the draft was never seen"
        kill -KILL $child; wait $child
        for i in $(seq 200); do [ -e out/.in.store.heirloom ] || break; sleep 0.05; done
        ls -A out tmp
        """, in: folder)
      #expect(result.output == "out:\nresults.ndjson\n\ntmp:\n", "\(result.output)")
    }
  }

  @Test(.timeLimit(.minutes(2))) func `a source that changes during the run ends it`() throws {
    try withTemporaryFolder { folder in
      try NotesStore(notes: 40_000).write(to: folder.appending(path: "in.sqlite").path)
      let result = try BuiltProgram.shell(
        """
        "$H" convert in.sqlite -m '\(mappingPath("checklists/checklists"))' -o out.store & child=$!
        for i in $(seq 400); do [ -s .out.store.heirloom/out.store ] && break; sleep 0.02; done
        touch in.sqlite; wait $child
        """, in: folder)
      #expect(result.status == 75)
      #expect(result.error.contains("error[source-changed]"))
      #expect(try names(in: folder).filter { $0 != "tmp" } == ["in.sqlite"])
    }
  }

  /// A small file system in memory, seen by the run alone.
  private static let canMount: Bool = {
    (try? withTemporaryFolder {
      try BuiltProgram.shell("mkdir m && unshare -m mount -t tmpfs -o size=64k tmpfs m", in: $0).status == 0
    }) ?? false
  }()

  @Test(
    .enabled(if: canMount, "skipped: no file system can be mounted"), .timeLimit(.minutes(2)), arguments: [64, 256, 1024, 2048])
  func `a full disk ends the run, and the disk is as it was`(kilobytes: Int) throws {
    try withTemporaryFolder { folder in
      try NotesStore(notes: 8000).write(to: folder.appending(path: "in.sqlite").path)
      try FileManager.default.createDirectory(at: folder.appending(path: "disk"), withIntermediateDirectories: true)
      let result = try BuiltProgram.shell(
        """
        unshare -m sh -c 'mount -t tmpfs -o size=\(kilobytes)k tmpfs disk
        "$H" convert in.sqlite -m "\(mappingPath("checklists/checklists"))" -o disk/out.store; echo $?; ls -A disk'
        """, in: folder)
      #expect(result.output == "75\n", "\(result.output)")
      #expect(result.error.contains("error[disk-full]"), "\(result.error)")
    }
  }

  /// Nothing at all fits: however well an archive is packed.
  @Test(.enabled(if: canMount, "skipped: no file system can be mounted"), arguments: ["zip", "tar.gz", "tar.zst"])
  func `a full disk ends an archive's run alike`(ending: String) throws {
    try withTemporaryFolder { folder in
      try NotesStore(notes: 20).write(to: folder.appending(path: "in.sqlite").path)
      try FileManager.default.createDirectory(at: folder.appending(path: "disk"), withIntermediateDirectories: true)
      let result = try BuiltProgram.shell(
        """
        unshare -m sh -c 'mount -t tmpfs -o size=64k tmpfs disk; head -c 100000 /dev/zero > disk/full 2>/dev/null
        "$H" convert in.sqlite -m "\(mappingPath("checklists/checklists"))" --target archive -o disk/out.\(ending); echo $?; ls -A disk'
        """, in: folder)
      #expect(result.output == "75\nfull\n", "\(result.output)")
      #expect(result.error.contains("error[disk-full]"), "\(result.error)")
    }
  }

  @Test(.enabled(if: canMount, "skipped: no file system can be mounted"), .timeLimit(.minutes(2)))
  func `a full temporary folder ends the run before it begins`() throws {
    try withTemporaryFolder { folder in
      try NotesStore(notes: 2000, notesInLog: 5).write(to: folder.appending(path: "in.sqlite").path)
      let result = try BuiltProgram.shell(
        """
        unshare -m sh -c 'mount -t tmpfs -o size=64k tmpfs tmp
        "$H" convert in.sqlite -m "\(mappingPath("checklists/checklists"))" -o out.store; echo $?; ls -A tmp'
        """, in: folder)
      #expect(result.output == "75\n", "\(result.output)")
      #expect(try names(in: folder).filter { $0 != "tmp" } == ["in.sqlite", "in.sqlite-wal"])
    }
  }

  @Test(.enabled(if: canMount, "skipped: no file system can be mounted"))
  func `a folder that nobody may write`() throws {
    try withTemporaryFolder { folder in
      try NotesStore(notes: 20).write(to: folder.appending(path: "in.sqlite").path)
      try FileManager.default.createDirectory(at: folder.appending(path: "disk"), withIntermediateDirectories: true)
      let result = try BuiltProgram.shell(
        """
        unshare -m sh -c 'mount -t tmpfs -o ro tmpfs disk
        "$H" convert in.sqlite -m "\(mappingPath("checklists/checklists"))" -o disk/out.store; echo $?'
        """, in: folder)
      #expect(result.output == "73\n", "\(result.output)")
      #expect(result.error.contains("error[target-uncreatable]"), "\(result.error)")
    }
  }
}
