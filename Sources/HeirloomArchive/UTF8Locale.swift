#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Darwin)
  internal import Darwin
#endif

/// Makes UTF-8 the calling thread's encoding for a while.
///
/// libarchive turns the names in archives into that encoding and back, and a program starts in plain ASCII. The
/// process's own locale stays as it is, so that nothing else changes its ways.
final class UTF8Locale {
  #if canImport(Darwin)
    private let locale = newlocale(LC_CTYPE_MASK, "en_US.UTF-8", nil)
  #else
    private let locale = newlocale(Int32(LC_CTYPE_MASK), "C.UTF-8", nil)
  #endif

  deinit { if let locale { freelocale(locale) } }

  func during<R>(_ body: () -> R) -> R {
    guard let locale else { return body() }
    let before = uselocale(locale)
    defer { _ = uselocale(before) }
    return body()
  }
}
