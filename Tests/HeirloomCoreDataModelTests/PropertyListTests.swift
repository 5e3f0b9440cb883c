import Foundation
import HeirloomBytes
import HeirloomCoreDataModel
import HeirloomTestSupport
import Testing

@Suite struct PropertyListTests {
  /// Written by Python's plistlib from the value below.
  static let sample = bytes(
    """
    62706c6973743030de0102030405060708090a0b0c0d0e0f1011121314191a1b1c1d1e1f2053626967556279746573546461746555656d7074795468
    756765546c697374556d696e7573526e6f547265616c55736d616c6c54746578745375696456756d6c617574537965731200011170430102ff3340f5
    180000000000d01400000000000000008000000000000005a215161001a217181002517813fffffffffffffffe08233fe0000000000000100755706c
    61696e8003680047007200f600df00650020d83dde00090825292f343a3f444a4d52585d61686c71757e7f909395989a9ca5a6afb1b7b9ca00000000
    000001010000000000000021000000000000000000000000000000cb
    """)

  @Test func `a binary property list of another writer is read, every kind of value`() throws {
    let expected = PropertyList.dictionary([
      "text": .string("plain"), "umlaut": .string("Größe \u{1F600}"), "yes": .bool(true), "no": .bool(false),
      "small": .integer(7),
      "big": .integer(70_000), "minus": .integer(-2), "huge": .unsigned(9_223_372_036_854_775_813), "real": .real(0.5),
      // 2001-01-02T00:00:00Z is one day after the reference date.
      "date": .date(86_400), "bytes": .data([1, 2, 255]), "list": .array([.integer(1), .array([.integer(2), .string("x")])]),
      "empty": .dictionary([:]), "uid": .uid(3),
    ])
    #expect(try PropertyList(Self.sample) == expected)
  }

  @Test func `what was read is written back to the same value, and twice to the same bytes`() throws {
    let value = try PropertyList(Self.sample)
    #expect(try PropertyList(value.binary()) == value)
    #expect(value.binary() == value.binary())
  }

  @Test func `an XML property list is read`() throws {
    let text = """
      <?xml version="1.0" encoding="UTF-8"?>
      <plist version="1.0"><dict><key>_XCCurrentVersionName</key><string>Model 2.xcdatamodel</string><key>n</key><integer>3</integer>
      <key>flag</key><true/><key>half</key><real>0.5</real><key>day</key><date>2001-01-02T00:00:00Z</date>
      <key>list</key><array><data>
        AQL/
      </data></array></dict></plist>
      """
    let value = try PropertyList(Array(text.utf8))
    #expect(value["_XCCurrentVersionName"]?.string == "Model 2.xcdatamodel")
    #expect(value["n"] == .integer(3) && value["flag"] == .bool(true) && value["half"] == .real(0.5))
    #expect(value["day"] == .date(86_400) && value["list"] == .array([.data([1, 2, 255])]))
  }

  @Test func `every damaged byte is refused or read, and never a crash`() {
    for position in Self.sample.indices {
      for value in [0, 0x0F, 0x7F, 0x80, 0xD1, 0xFF] as [UInt8] {
        var bytes = Self.sample
        bytes[position] = value
        _ = try? PropertyList(bytes)
        _ = try? KeyedArchive(bytes)
      }
      _ = try? PropertyList(Array(Self.sample[..<position]))
    }
  }

  @Test func `objects that share their bytes to fill the memory are refused`() {
    // 4000 offsets that all point at one array of 4000 references would unfold to 16 million references.
    var bytes = Array("bplist00".utf8) + [0xAF, 0x11, 0x0F, 0xA0] + [UInt8](repeating: 0, count: 8000)
    let table = bytes.count
    for _ in 0..<4000 { bytes += [0, 8] }
    bytes += [0, 0, 0, 0, 0, 0, 2, 2] + [0, 0, 0, 0, 0, 0, 0x0F, 0xA0] + [UInt8](repeating: 0, count: 8)
    bytes += [0, 0, 0, 0, 0, 0, UInt8(table >> 8), UInt8(table & 255)]
    #expect { try BinaryPropertyList(bytes) } throws: { "\($0)" == "objects of the property list overlap" }
  }

  @Test func `a list that holds itself, or nests without end, is refused`() throws {
    let loop =
      Array("bplist00".utf8) + [0xA1, 0, 8] + [0, 0, 0, 0, 0, 0, 1, 1, 0, 0, 0, 0, 0, 0, 0, 1] + [UInt8](repeating: 0, count: 15)
      + [10]
    #expect { try PropertyList(loop) } throws: { "\($0)" == "the property list nests without end" }
    let deep = String(repeating: "<array>", count: 100_000)
    #expect(throws: BytesError.self) { try PropertyList(Array("<?xml version=\"1.0\"?><plist>\(deep)".utf8)) }
  }
}

/// The bytes that hexadecimal text stands for.
func bytes(_ hex: String) -> [UInt8] {
  let digits = Array(hex.filter(\.isHexDigit))
  return stride(from: 0, to: digits.count - 1, by: 2).map { UInt8(String(digits[$0...($0 + 1)]), radix: 16) ?? 0 }
}
