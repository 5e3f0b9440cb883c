/// A number with its noun, and the verb after it: `1 link` and `leads`, `3 links` and `lead`.
struct Counted: CustomStringConvertible {
  let count: Int64
  let noun: String

  init(_ count: some BinaryInteger, _ noun: String) {
    self.count = Int64(clamping: count)
    self.noun = noun
  }

  var description: String { count == 1 ? "1 \(noun)" : "\(count) \(noun)s" }

  /// The form of a verb that goes with the number.
  func verb(_ one: String, _ many: String) -> String { count == 1 ? one : many }
}
