package import HeirloomFindings

/// A part of a run's stores: every `count`th, from the `index`th on. The shards of one list share nothing and miss nothing.
package struct Shard: Sendable, Hashable {
  /// From 1 to `count`.
  package var index: Int
  package var count: Int

  package static let whole = Shard(index: 1, count: 1)

  init(index: Int, count: Int) {
    self.index = index
    self.count = count
  }

  /// `2/8`: the second of eight.
  package init(_ text: String) throws(Finding) {
    let parts = text.split(separator: "/", omittingEmptySubsequences: false)
    guard parts.count == 2, let index = Int(parts[0]), let count = Int(parts[1]), count >= 1, (1...count).contains(index) else {
      throw Finding(.shardInvalid, "'\(text)' is no shard", help: "write I/N with I from 1 to N, such as 1/4")
    }
    self.init(index: index, count: count)
  }

  /// The pairs of variables by which schedulers number the parts of a job, and the number of the first part.
  private static let schedulers: [(index: String, count: String, first: Int)] = [
    ("HEIRLOOM_SHARD_INDEX", "HEIRLOOM_SHARD_COUNT", 1),
    ("CI_NODE_INDEX", "CI_NODE_TOTAL", 1),  // GitLab
    ("BUILDKITE_PARALLEL_JOB", "BUILDKITE_PARALLEL_JOB_COUNT", 0),
    ("CIRCLE_NODE_INDEX", "CIRCLE_NODE_TOTAL", 0),
    ("CLOUD_RUN_TASK_INDEX", "CLOUD_RUN_TASK_COUNT", 0),
    ("AWS_BATCH_JOB_ARRAY_INDEX", "AWS_BATCH_JOB_ARRAY_SIZE", 0),
    ("JOB_COMPLETION_INDEX", "JOB_COMPLETIONS", 0),  // Kubernetes indexed jobs; the count is passed by the job's author
    ("SLURM_ARRAY_TASK_ID", "SLURM_ARRAY_TASK_COUNT", 0),
  ]

  /// The shard that the scheduler's variables name.
  package init(environment: [String: String]) throws(Finding) {
    for scheduler in Self.schedulers {
      guard let index = environment[scheduler.index], let count = environment[scheduler.count] else { continue }
      guard let number = Int(index), let count = Int(count), count >= 1 else {
        throw Finding(.shardInvalid, "\(scheduler.index) and \(scheduler.count) are no numbers")
      }
      // Slurm lets the user number array tasks from anything; its minimum says from what.
      let first =
        scheduler.index.hasPrefix("SLURM") ? Int(environment["SLURM_ARRAY_TASK_MIN"] ?? "") ?? scheduler.first : scheduler.first
      let (position, overflow) = number.subtractingReportingOverflow(first)
      guard !overflow, (0..<count).contains(position) else {
        throw Finding(.shardInvalid, "\(scheduler.index) is '\(index)', which is none of \(count) parts")
      }
      self.init(index: position + 1, count: count)
      return
    }
    let names = Self.schedulers.map { "\($0.index) and \($0.count)" }.joined(separator: ", ")
    throw Finding(.shardInvalid, "the environment names no shard", help: "set one of these pairs: \(names)")
  }

  package func part<Item>(of items: [Item]) -> [Item] {
    items.enumerated().filter { $0.offset % count == index - 1 }.map(\.element)
  }
}
