/// Told how far the reading of an export has come: bytes so far, and of how many where that is known.
///
/// It has no say in how a store is opened, so any two are equal. Called from the thread that reads, once for each piece of up to
/// 256 KiB.
public struct ProgressObserver: Sendable, Hashable {
  let tell: @Sendable (_ bytes: Int64, _ total: Int64?) -> Void

  public init(_ tell: @escaping @Sendable (_ bytes: Int64, _ total: Int64?) -> Void) { self.tell = tell }

  public static func == (a: Self, b: Self) -> Bool { true }
  public func hash(into hasher: inout Hasher) {}
}
