import HeirloomBytes
import Testing

@Suite struct DigestTests {
  // The values for "abc" of FIPS 180-2 (SHA-256) and RFC 1321 (MD5).
  @Test func `digests are those of the standards`() {
    let abc = Array("abc".utf8)
    #expect(Digest.hex(Digest.sha256(abc)) == "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad")
    #expect(Digest.hex(Digest.md5(abc)) == "900150983cd24fb0d6963f7d28e17f72")
  }

  // The example of RFC 9562, appendix A.4: www.example.com in the namespace of DNS names.
  @Test func `a stable UUID is version 5 of RFC 9562`() {
    let names: [UInt8] = [
      0x6b, 0xa7, 0xb8, 0x10, 0x9d, 0xad, 0x11, 0xd1, 0x80, 0xb4, 0x00, 0xc0, 0x4f, 0xd4, 0x30, 0xc8,
    ]
    let uuid = StableUUID.make(namespace: names, name: Array("www.example.com".utf8))
    #expect(StableUUID.text(uuid) == "2ED6657D-E927-568B-95E1-2665A8AEA6A2")
  }
}

@Suite struct DeflateTests {
  @Test(arguments: [0, 1, 65_535, 65_536, 65_537]) func `what was packed unpacks to the same bytes`(count: Int) throws {
    let bytes = (0..<count).map { UInt8(truncatingIfNeeded: $0 &* 31) }
    #expect(try Deflate.unpack(Deflate.pack(bytes)) == bytes)
  }

  @Test func `bytes that are none, end early or grow past the limit are refused`() throws {
    let packed = try Deflate.pack([UInt8](repeating: 7, count: 1000))
    #expect(throws: BytesError.self) { try Deflate.unpack([0xFF, 0xFF, 0xFF]) }
    #expect(throws: BytesError.self) { try Deflate.unpack(Array(packed.dropLast(3))) }
    #expect(throws: BytesError.self) { try Deflate.unpack(packed, limit: 999) }
    #expect(try Deflate.unpack(packed, limit: 1000).count == 1000)
  }
}
