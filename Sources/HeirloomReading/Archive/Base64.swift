internal import Foundation

/// RFC 4648, without line breaks.
func base64(_ bytes: [UInt8]) -> String { Data(bytes).base64EncodedString() }

/// The bytes of a base64 text, line breaks allowed; nil when it is none.
func bytes(fromBase64 text: some StringProtocol) -> [UInt8]? {
  Data(base64Encoded: String(text.filter { !$0.isWhitespace })).map { [UInt8]($0) }
}
