import Foundation
import HeirloomBytes
import HeirloomCoreDataModel
import HeirloomTestSupport
import Testing

@Suite struct MarkupTests {
  @Test func `elements, attributes, text, comments, CDATA and entities are read`() throws {
    let text = """
      <?xml version="1.0" encoding="UTF-8"?>
      <!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd" [<!ELEMENT a (b)>]>
      <!-- <not><read> -->
      <a k='1 &lt; 2' größe="&#xe9;&#233;">one<b/><![CDATA[<two>]]>&amp;three<b x="y"></b ></a>
      """
    let root = try MarkupParser.parse(Array(text.utf8))
    #expect(root.name == "a" && root.attributes == ["k": "1 < 2", "größe": "éé"])
    #expect(root.text == "one<two>&three")
    #expect(root.children("b").map(\.attributes) == [[:], ["x": "y"]])
  }

  @Test(arguments: [
    ("<a><b></a>", "'</a>' closes nothing, at line 1"), ("<a>\n<b>", "the document ends early, at line 2"),
    ("<a x=1/>", "an attribute's value is not quoted, at line 1"),
    ("<a x='1' x='2'/>", "the attribute 'x' is there twice, at line 1"),
    ("<a/>\n\n<b/>", "there is more than one element, at line 3"), ("<a>&boom;</a>", "an entity is unknown, at line 1"),
    ("words", "there is text outside the elements, at line 1"), ("<!-- -->", "there is no element, at line 1"),
    ("<a x='1'y='2'/>", "a tag is not closed, at line 1"), ("</a>", "'</a>' closes nothing, at line 1"),
  ])
  func `a document that is not well-formed is refused with its line`(text: String, message: String) {
    #expect { try MarkupParser.parse(Array(text.utf8)) } throws: { "\($0)" == message }
  }

  @Test func `bytes that are not UTF-8 and elements without end are refused`() {
    #expect(throws: BytesError.self) { try MarkupParser.parse([0x3C, 0x61, 0xFF, 0x2F, 0x3E]) }
    let deep = String(repeating: "<a>", count: 1_000_000)
    #expect { try MarkupParser.parse(Array(deep.utf8)) } throws: { "\($0)" == "the elements nest without end, at line 1" }
  }

  @Test(.enabled(if: Corpus.isPresent, "skipped: no corpus"))
  func `the largest XML store of the corpus is read in a moment`() throws {
    let path = try ModelFileTests.corpus("models/xcserver-mapping/MappingModel1.0.0to1.1.0.xcmappingmodel/xcmapping.xml")
    let bytes = Array(try Data(contentsOf: URL(fileURLWithPath: path)))
    let start = ContinuousClock.now
    let root = try MarkupParser.parse(bytes)
    print("markup: \(bytes.count) bytes in \(ContinuousClock.now - start), debug build")
    #expect(root.name == "database" && root.children("object").count > 100)
  }
}
