import Foundation
import HeirloomBytes
import HeirloomCoreDataModel
import HeirloomTestSupport
import Testing

@Suite struct KeyedArchiveTests {
  @Test func `an archive of Foundation's own archiver is read without making its objects`() throws {
    let object: NSDictionary = ["title": "Größe", "tags": ["a", "b"] as NSArray, "count": 7, "blob": Data([1, 2, 3]) as NSData]
    let data = try NSKeyedArchiver.archivedData(withRootObject: object, requiringSecureCoding: false)
    let root = try #require(try KeyedArchive(Array(data)).root)
    let entries = Dictionary(uniqueKeysWithValues: try #require(root.namedEntries).map { ($0.name, $0.value) })
    #expect(root.classNames.contains("NSDictionary"))
    #expect(entries["title"]?.string == "Größe")
    #expect(entries["tags"]?.elements?.compactMap(\.string) == ["a", "b"])
    #expect(entries["count"]?.integer == 7)
    #expect(entries["blob"]?.data == [1, 2, 3])
  }

  @Test func `a cyclic archive is walked by the identity of its nodes`() throws {
    var writer = KeyedArchiveWriter()
    let parent = writer.reserve(), child = writer.reserve()
    writer.fill(parent, ["Parent", "NSObject"], ["child": child.value])
    writer.fill(child, ["Child", "NSObject"], ["parent": parent.value, "nothing": KeyedArchiveWriter.Reference.null.value])
    let root = try #require(try KeyedArchive(writer.finish(root: parent)).root)
    #expect(root["child"]?.className == "Child")
    #expect(root["child"]?["parent"] == root)
    #expect(root["child"]?["nothing"] == nil)
    #expect(root["child"]?.keys == ["nothing", "parent"])
  }

  @Test func `Foundation reads what the writer wrote`() throws {
    var writer = KeyedArchiveWriter()
    let items = [writer.add("one"), writer.add("two"), writer.add("one")]
    let array = writer.array(items)
    let bytes = writer.finish(root: array)
    let read = try NSKeyedUnarchiver.unarchivedObject(ofClasses: [NSArray.self, NSString.self], from: Data(bytes))
    #expect(read as? [String] == ["one", "two", "one"])
  }

  @Test func `decimals keep every digit`() throws {
    // 12345 × 10^-2, and the largest mantissa of four 16-bit words: 18446744073709551615.
    #expect(try decimal(mantissa: [0x39, 0x30], exponent: -2, isNegative: true) == "-123.45")
    #expect(try decimal(mantissa: [UInt8](repeating: 0xFF, count: 8), exponent: 1, isNegative: false) == "184467440737095516150")
    #expect(try decimal(mantissa: [5, 0], exponent: -3, isNegative: false) == "0.005")
    #expect(try decimal(mantissa: [], exponent: 0, isNegative: false) == "0")
    #expect(try decimal(mantissa: [], exponent: 0, isNegative: true) == "NaN")
    #expect(try decimal(mantissa: [1, 0], exponent: .min, isNegative: false) == nil)
  }

  @Test func `a reference to an object that is not there is refused`() {
    let bytes = PropertyList.dictionary([
      "$archiver": .string("NSKeyedArchiver"), "$top": .dictionary(["root": .uid(9)]), "$objects": .array([.string("$null")]),
    ]).binary()
    #expect { try KeyedArchive(bytes) } throws: { "\($0)" == "a reference of the archive points nowhere" }
    #expect(throws: BytesError.self) { try KeyedArchive(Array("no archive at all, but long enough to be one".utf8)) }
  }

  @Test(.enabled(if: Corpus.isPresent, "skipped: no corpus"))
  func `archives of real stores survive being written`() throws {
    for store in CorpusStore.withCache {
      let value = try PropertyList(try ModelCache.archive(try #require(store.cache)))
      #expect(try PropertyList(value.binary()) == value, "\(store.slug)")
    }
  }

  private func decimal(mantissa: [UInt8], exponent: Int64, isNegative: Bool) throws -> String? {
    var writer = KeyedArchiveWriter()
    let root = writer.add(
      ["NSDecimalNumber", "NSNumber", "NSValue", "NSObject"],
      [
        "NS.mantissa": .data(mantissa + [UInt8](repeating: 0, count: 16 - mantissa.count)), "NS.exponent": .integer(exponent),
        "NS.length": .integer(Int64(mantissa.count / 2)), "NS.negative": .bool(isNegative), "NS.mantissa.bo": .integer(1),
        "NS.compact": .bool(true),
      ])
    return try KeyedArchive(writer.finish(root: root)).root?.decimal
  }
}
