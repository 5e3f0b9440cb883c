internal import HeirloomMapping
internal import HeirloomSchema
import Testing

@Suite struct `A plan as text` {
  @Test func `says when a record is left out, as the mapping means it`() throws {
    let (source, target) = (try Schema(parsing: Notes.legacy), try Schema(parsing: Notes.target))
    var checker = Checker(source: source, target: target, allowsUnmapped: true)
    let plan = checker.check(
      MappingFile.read(
        """
        Map("Note", to: Note.self) { old in
          guard old.trashed != true, let title = old.title else { skip("a") }
          guard !old.seen else { reject("b") }
          if old.stars > 5 {
            guard title != "x" else { skip("c") }
            if case let flag? = old.flag, flag < 0 { reject("d") }
          }
          switch old.stars { case 7: skip("e") case 8...9: skip("f") default: break }
        }
        """, path: "test.mapping.swift"))
    let lines = PlanDescription.text(of: plan).split(separator: "\n").filter { $0.contains("skip") || $0.contains("reject") }
    #expect(
      lines == [
        "  skip unless old.trashed != true: a  -- line 2", "  skip unless old.title != nil: a  -- line 2",
        "  reject unless !old.seen: b  -- line 3", "  skip if old.stars > 5 and not title != \"x\": c  -- line 5",
        "  reject if old.stars > 5 and old.flag != nil and flag < 0: d  -- line 6", "  skip if old.stars == 7: e  -- line 8",
        "  skip if not old.stars == 7 and old.stars in 8...9: f  -- line 8",
      ])
  }
}
