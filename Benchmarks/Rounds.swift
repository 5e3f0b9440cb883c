/// Several ways to do the same work, run in turns: each round runs every way once, so that what else the machine does falls on all.
struct Rounds {
  /// For each way its runs, one a round.
  private let runs: [[Measured]]

  /// - Parameters:
  ///   - count: how many rounds; one more is run first and not counted, to warm the caches.
  ///   - ways: the first is what the others are compared with.
  init(_ count: Int, of ways: [() throws -> Measured]) throws {
    var runs = ways.map { _ in [Measured]() }
    for round in 0...count {
      for (index, way) in ways.enumerated() {
        let run = try way()
        if round > 0 { runs[index].append(run) }
      }
    }
    self.runs = runs
  }

  /// The median of each figure of a way.
  func typical(_ way: Int) -> (seconds: Double, processorSeconds: Double, peakMemory: Int64) {
    (
      runs[way].map(\.seconds).median, runs[way].map(\.processorSeconds).median,
      runs[way].map(\.peakMemory).max() ?? 0
    )
  }

  /// The median, over the rounds, of how many times as long the way took as the first of the same round.
  func ratio(_ way: Int, _ figure: KeyPath<Measured, Double> = \.seconds) -> Double {
    zip(runs[way], runs[0]).map { $0[keyPath: figure] / $1[keyPath: figure] }.median
  }
}

extension [Double] {
  /// The middle one; of an even number the mean of the two in the middle, of none 0.
  fileprivate var median: Double {
    guard !isEmpty else { return 0 }
    let sorted = sorted()
    return (sorted[(count - 1) / 2] + sorted[count / 2]) / 2
  }
}
