internal import Foundation
internal import HeirloomFindings

/// The memory in which a Realm file's bytes stand: the file itself, mapped read-only, or its decrypted pages.
///
/// Whoever keeps a pointer into it keeps it alive. Memory: at most 32 MB of a file of any size, mapped or decrypted.
final class RealmImage {
  let bytes: RealmBytes
  private let memory: UnsafeMutableRawPointer
  private let length: Int
  private let watch: MappingGuard.Watch?

  private init(_ memory: UnsafeMutableRawPointer, length: Int, count: Int, pages: PageCache? = nil) {
    self.memory = memory
    self.length = length
    let residence = UnsafeMutablePointer<Residence>.allocate(capacity: 1)
    residence.initialize(to: Residence(memory, pages == nil ? length : 0))
    let cache = pages.map { pages in
      let cache = UnsafeMutablePointer<PageCache>.allocate(capacity: 1)
      cache.initialize(to: pages)
      return cache
    }
    watch = pages == nil ? MappingGuard.watch(memory, length) : nil
    bytes = RealmBytes(base: UnsafeRawPointer(memory), count: count, pages: cache, residence: residence)
  }

  deinit {
    if let watch { MappingGuard.end(watch) }
    if let pages = bytes.pages {
      pages.deinitialize(count: 1)
      pages.deallocate()
    }
    bytes.residence.deallocate()
    munmap(memory, length)
  }

  /// The bytes are pages that come and go: whoever keeps some of them copies them.
  var isPaged: Bool { bytes.pages != nil }

  /// Opens a file for reading; not for long where it is a pipe.
  /// - Throws: a finding when it cannot be opened, or is empty.
  static func open(_ path: String) throws -> (file: Int32, size: Int) {
    let file = Foundation.open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC)
    guard file >= 0 else { throw Finding(.inputUnreadable, "'\(path)' cannot be read: \(reason(errno))", at: .file(path)) }
    var status = stat()
    guard fstat(file, &status) == 0 else {
      let why = reason(errno)
      close(file)
      throw Finding(.inputUnreadable, "'\(path)' cannot be read: \(why)", at: .file(path))
    }
    guard status.st_size > 0 else {
      close(file)
      throw Finding(.realmEmpty, "'\(path)' is empty", at: .file(path))
    }
    return (file, Int(status.st_size))
  }

  /// Maps a file.
  static func map(_ path: String) throws -> RealmImage {
    let (file, size) = try open(path)
    defer { close(file) }
    guard let memory = mmap(nil, size, PROT_READ, MAP_PRIVATE, file, 0), memory != MAP_FAILED else {
      throw Finding(.inputUnreadable, "'\(path)' cannot be mapped into memory", at: .file(path))
    }
    return RealmImage(memory, length: size, count: size)
  }

  /// Room for decrypted pages, which costs memory only where pages are.
  static func paged(_ source: EncryptedPages) -> RealmImage? {
    let length = (source.byteCount + PageCache.blockSize - 1) / PageCache.blockSize * PageCache.blockSize
    guard length > 0,
      let memory = mmap(nil, length, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0),
      memory != MAP_FAILED
    else { return nil }
    let pages = PageCache(room: memory, byteCount: source.byteCount, source: source)
    return RealmImage(memory, length: length, count: source.byteCount, pages: pages)
  }
}

/// How much of a mapped file was read since its pages were last given back.
///
/// The system keeps them in its cache; they only no longer count as this process's.
struct Residence {
  private let start: UnsafeMutableRawPointer
  private let length: Int
  private var read = 0
  private static let limit = 24 << 20

  /// - Parameter length: 0 for memory that is not to be given back.
  init(_ start: UnsafeMutableRawPointer, _ length: Int) {
    self.start = start
    self.length = length
  }

  @inline(__always)
  mutating func add(_ bytes: Int) {
    read &+= bytes
    if read > Self.limit { release() }
  }

  private mutating func release() {
    read = 0
    if length > 0 { madvise(start, length, MADV_DONTNEED) }
  }
}

#if os(Linux)
  private let MAP_ANONYMOUS = Int32(0x20)
  private let MAP_NORESERVE = Int32(0x4000)
#else
  private let MAP_ANONYMOUS = MAP_ANON
#endif
