/// Name-based UUIDs, version 5 of RFC 9562: the same name always gives the same UUID.
package enum StableUUID {
  /// - Parameter namespace: 16 bytes.
  package static func make(namespace: [UInt8], name: [UInt8]) -> [UInt8] {
    var bytes = Array(Digest.sha1(namespace + name)[..<16])
    bytes[6] = (bytes[6] & 0x0F) | 0x50
    bytes[8] = (bytes[8] & 0x3F) | 0x80
    return bytes
  }

  /// Upper case with hyphens, as Core Data writes UUIDs.
  package static func text(_ bytes: [UInt8]) -> String {
    let hex = Array(Digest.hex(bytes).uppercased())
    return [hex[0..<8], hex[8..<12], hex[12..<16], hex[16..<20], hex[20..<32]].map { String($0) }.joined(separator: "-")
  }
}
