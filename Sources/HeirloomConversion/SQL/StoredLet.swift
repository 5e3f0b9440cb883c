internal import HeirloomMapping

/// SQL that gives the value of a `let` which was computed beforehand, and the site at which it refuses the record.
struct StoredLet {
  var value: String
  /// Nil when it never does.
  var refusal: String?
  /// The sites that it may give.
  var sites: [Int] = []
}

/// Which `let`s are computed once for each record, and in which order.
///
/// A short `let` stands as it is wherever its name does. One that is made of others, and they of others again, would grow
/// without bounds: it is computed into a table, by the record's key.
struct LetStages {
  /// The height and the parts of an expression, its `let`s written out, past which it is computed beforehand.
  static let height = 30, parts = 40

  /// The numbers of the `let`s of each stage; each uses those of earlier stages only.
  private(set) var stages: [[Int]] = []
  private let lets: [Expression]
  private let forced: Set<Int>
  private var known: [Int: (height: Int, parts: Int, stage: Int)] = [:]

  /// - Parameter forced: `let`s that are computed beforehand in any case.
  init(_ lets: [Expression], forced: Set<Int>) {
    (self.lets, self.forced) = (lets, forced)
    for number in lets.indices { _ = look(at: number) }
  }

  /// The extent of a `let` where its name stands, and the last stage that it needs; -1 for none.
  private mutating func look(at number: Int) -> (height: Int, parts: Int, stage: Int) {
    if let found = known[number] { return found }
    guard lets.indices.contains(number) else { return (1, 1, -1) }
    var extent = look(at: lets[number])
    if forced.contains(number) || extent.height > Self.height || extent.parts > Self.parts {
      if extent.stage + 1 == stages.count { stages.append([]) }
      stages[extent.stage + 1].append(number)
      extent = (Heights.ofLet, 1, extent.stage + 1)
    }
    known[number] = extent
    return extent
  }

  private mutating func look(at value: Expression) -> (height: Int, parts: Int, stage: Int) {
    if case .local(let number) = value.kind { return look(at: number) }
    var height = 0, parts = 1, stage = -1
    for part in value.parts {
      let inner = look(at: part)
      height = max(height, inner.height)
      parts += inner.parts
      stage = max(stage, inner.stage)
    }
    return (height + Heights.own(value), parts, stage)
  }
}
