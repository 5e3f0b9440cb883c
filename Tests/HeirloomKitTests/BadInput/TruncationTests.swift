import Foundation
import HeirloomFindings
import HeirloomKit
import HeirloomReporting
import HeirloomTestSupport
import LegacyNotes
import Testing

/// A store cut short anywhere is refused, never half converted.
struct TruncationTests {
  @Test func `a store cut at every 512th byte is refused and leaves nothing behind`() throws {
    try withTemporaryFolder { folder in
      let whole = folder.appending(path: "whole.sqlite"), store = folder.appending(path: "in.sqlite"),
        target = folder.appending(path: "out.store")
      try NotesStore(notes: 12).write(to: whole.path)
      let bytes = try Data(contentsOf: whole), mapping = try Mapping(contentsOf: mappingPath("checklists/checklists"))
      for length in stride(from: 0, to: bytes.count, by: 512) {
        try bytes.prefix(length).write(to: store)
        let report = mapping.convert(store.path, to: target.path)
        #expect(report.exitStatus == .sourceUnreadable, "cut at \(length): \(report.errors)")
      }
      #expect(try names(in: folder) == ["in.sqlite", "whole.sqlite"])
    }
  }

  /// The size is right, the content is not: SQLite or the reader finds out, or the page was one that nothing needs.
  @Test func `a store with any page overwritten is refused, or converted without a loss`() throws {
    try withTemporaryFolder { folder in
      let whole = folder.appending(path: "whole.sqlite"), store = folder.appending(path: "in.sqlite"),
        target = folder.appending(path: "out.store")
      try NotesStore(notes: 12).write(to: whole.path)
      let bytes = try Data(contentsOf: whole), mapping = try Mapping(contentsOf: mappingPath("checklists/checklists"))
      let expected = mapping.convert(whole.path, to: target.path)
      let wanted = try Data(contentsOf: target)
      for page in 0..<bytes.count / 4096 {
        var damaged = bytes
        for index in page * 4096 + 100..<(page + 1) * 4096 { damaged[index] = 0x5A }
        try damaged.write(to: store)
        let report = mapping.convert(store.path, to: target.path, options: ConversionOptions(overwrites: true))
        if report.exitStatus == .done {
          #expect(report.ledger == expected.ledger, "page \(page)")
        } else {
          #expect(report.exitStatus == .sourceUnreadable, "page \(page): \(report.findings)")
          #expect(try names(in: folder) == ["in.sqlite", "out.store", "whole.sqlite"])
        }
        if report.outcome == .failed { try wanted.write(to: target) }
      }
    }
  }
}
