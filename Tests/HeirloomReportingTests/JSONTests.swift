import Foundation
import HeirloomReporting
import Testing

struct JSONTests {
  @Test func `integers keep all 64 bits and whole reals lose their point`() {
    let value: JSONValue = [.integer(.max), .integer(.min), .real(2), .real(0.1), .real(.infinity)]
    #expect(value.text() == "[9223372036854775807,-9223372036854775808,2,0.1,null]")
  }

  @Test func `text is escaped as RFC 8259 asks`() {
    let value = JSONValue.string("a\"b\\c\n\u{1}\u{1F600}é")
    #expect(value.text() == #""a\"b\\c\n\u0001😀é""#)
  }

  @Test func `members keep the order they were given`() {
    let value: JSONValue = ["z": 1, "a": [], "m": ["x": nil, "y": true]]
    #expect(value.text() == #"{"z":1,"a":[],"m":{"x":null,"y":true}}"#)
    #expect(value.text(indented: true) == "{\n  \"z\": 1,\n  \"a\": [],\n  \"m\": {\n    \"x\": null,\n    \"y\": true\n  }\n}")
  }

  @Test func `what is written reads back through Foundation`() throws {
    let text = "tabs\t, quotes \", slashes / \\, \u{2028}, \u{7F}, 👩‍👩‍👧"
    let json: JSONValue = ["text": .string(text), "real": .real(1e-300), "big": .real(1e308)]
    let read = try #require(try JSONSerialization.jsonObject(with: Data(json.text().utf8)) as? [String: Any])
    #expect(read["text"] as? String == text)
    #expect(read["real"] as? Double == 1e-300)
    #expect(read["big"] as? Double == 1e308)
  }
}
