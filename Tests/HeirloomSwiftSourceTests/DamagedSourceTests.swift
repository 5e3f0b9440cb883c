internal import Foundation
internal import HeirloomFindings
internal import HeirloomSchema
internal import HeirloomSwiftSource
internal import HeirloomTestSupport
internal import Testing

/// Text that is no sound Swift must come to an end, with findings and without a crash.
@Suite struct DamagedSourceTests {
  private static let fixtures: [String] = {
    let folder = Project.fixture("sources/styles").path
    return ((try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []).sorted().compactMap {
      try? String(contentsOfFile: folder + "/" + $0, encoding: .utf8)
    }
  }()

  @Test func `sources cut off anywhere, or with a piece missing, are read to their end`() {
    #expect(Self.fixtures.count > 20)
    for text in Self.fixtures {
      let characters = Array(text)
      for part in stride(from: 1, to: characters.count, by: max(1, characters.count / 6)) {
        let cut = read(String(characters[..<part]))
        #expect(cut.versions.allSatisfy { !$0.identifiers.isEmpty })
        _ = read(String(characters[..<part]) + String(characters[min(characters.count, part + 17)...]))
      }
    }
  }

  @Test func `aliases, constants, protocols and lists that double at each step come to an end`() {
    let aliases = (1...60).map { "typealias A\($0) = [A\($0 + 1): A\($0 + 1)]" }.joined(separator: "\n")
    let structs = (1...12).map { level in
      "struct S\(level): Codable { \((1...9).map { "var p\($0): S\(level + 1)" }.joined(separator: "; ")) }"
    }.joined(separator: "\n")
    let protocols = (1...40).map { "protocol P\($0): P\($0 + 1), Q\($0 + 1) {}\nprotocol Q\($0): P\($0 + 1), Q\($0 + 1) {}" }
      .joined(separator: "\n")
    let lists = (1...30).map {
      "enum L\($0): VersionedSchema { static let versionIdentifier = Schema.Version(1, 0, 0); static var models: [any PersistentModel.Type] { L\($0 + 1).models + L\($0 + 1).models + L\($0 + 1).models } }"
    }.joined(separator: "\n")
    let constants = "enum C { static let a = C.b + C.b + C.b; static let b = C.a + C.a + C.a }"
    let source = read(
      """
      \(aliases)
      \(structs)
      \(protocols)
      \(lists)
      \(constants)
      struct Odd: P1 { var x: Int }
      @Model final class M { var a: A1?; var s: S1?; var c = C.a; var o: Odd?; init() {} }
      """)
    #expect(!source.findings.isEmpty)
  }

  @Test func `nesting without end is a finding`() {
    for text in [
      "@Model final class M { var a = " + String(repeating: "(", count: 20_000) + "1; init() {} }",
      "@Model final class M { var a: " + String(repeating: "[", count: 20_000) + "Int; init() {} }",
      "@Model final class M { var a: " + String(repeating: "A<", count: 20_000) + "Int; init() {} }",
      String(repeating: "enum A { ", count: 5_000), "#if " + String(repeating: "!(", count: 5_000) + "DEBUG\n#endif",
    ] {
      #expect(read(text).findings.map(\.message) == ["brackets are nested too deeply to be read"])
    }
    _ = read("@Model final class M { var a = " + String(repeating: "(", count: 190) + "1; init() {} }")
    _ = read("@Model final class M { var a: " + String(repeating: "[", count: 10) + "Int; init() {} }")
  }

  @Test func `a schema of 150 models reads without growing pains`() throws {
    // The size of the largest real schema seen: 150 models of about 25 properties.
    var entities: [Entity] = []
    for number in 0..<150 {
      var entity = Entity(EntityName("Model\(number)"))
      for property in 0..<25 { entity.attributes.append(Attribute(PropertyName("property\(property)"), .string, optional: true)) }
      entity.relationships = [Relationship("next", to: EntityName("Model\((number + 1) % 150)"))]
      entities.append(entity)
    }
    let text = SwiftDataSource.write(Schema(entities: entities)).text
    let start = ContinuousClock.now
    let source = SwiftDataSource.read(files: [SourceText(path: "Large.swift", text: text)])
    #expect(source.versions.first?.entities.count == 150)
    // Far above what it takes (2 s in a debug build): only work that grows with the square of the text would reach it.
    #expect(ContinuousClock.now - start < .seconds(60))
    print("read \(text.utf8.count / 1024) KiB of source in \(ContinuousClock.now - start)")
  }
}
