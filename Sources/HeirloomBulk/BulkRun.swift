internal import Foundation
internal import HeirloomFindings
package import HeirloomReporting
internal import Synchronization

/// The conversion of many stores: several at a time, one line of results for each, and no store stops another.
package struct BulkRun: Sendable {
  /// How many stores may fail before the run is given up.
  package enum Limit: Sendable, Hashable {
    case none
    case count(Int)
    /// Of the stores of this run.
    case percent(Double)
  }

  package var items: [BulkItem]
  package var results: ResultsFile
  package var jobs: Int
  package var limit: Limit
  /// Stores that an earlier run converted, and that have not changed since, are not converted again.
  package var resumes: Bool
  package var overwrites: Bool
  /// The digest of the mapping, its schema and the options: what another recipe made is made anew.
  package var recipe: String?

  package init(
    _ items: [BulkItem], results: ResultsFile, jobs: Int, limit: Limit = .none, resumes: Bool = false, overwrites: Bool = false,
    recipe: String? = nil
  ) {
    self.items = items
    self.results = results
    self.jobs = max(1, jobs)
    self.limit = limit
    self.resumes = resumes
    self.overwrites = overwrites
    self.recipe = recipe
  }

  /// Asks the conversions that are under way to end, for a run that was interrupted.
  package static func interrupt() { ChildProcess.terminateAll() }

  private struct State {
    var next = 0
    var done: [Int: BulkResult] = [:]
    var failures = 0
    var stop: Finding?
  }

  /// What the workers share.
  private final class Board: Sendable {
    let state = Mutex(State())
  }

  /// Runs to the end, or until too many have failed.
  ///
  /// - Parameters:
  ///   - convert: converts one store; called from several threads. Its second parameter says to replace a target.
  ///   - progress: called after each store with the number done.
  /// - Throws: a finding when the results file cannot be read or written.
  package func run(
    convert: @escaping @Sendable (BulkItem, Bool) -> BulkResult, progress: @escaping @Sendable (Int) -> Void
  ) throws -> BulkSummary {
    let clock = ContinuousClock(), start = clock.now
    var earlier: [String: BulkResult] = [:], findings: [Finding] = []
    try FilePlace.refuseSpecial(results.path)
    if resumes, results.exists {
      let read = try results.read()
      earlier = read.results
      if read.unreadable > 0 {
        findings.append(Finding(.resultsUnreadable, "lines of '\(results.path)' cannot be read", count: read.unreadable))
      }
    } else if results.exists, !overwrites {
      throw Finding(
        .targetExists, "the results '\(results.path)' are there already", at: .file(results.path),
        help: "pass --resume to go on with that run, --results for another file, or --overwrite")
    }
    // Every line of the earlier run is kept until its store is converted anew.
    try results.replace(with: earlier.values.sorted { $0.id < $1.id })

    let known = earlier
    let board = Board()
    let workers = DispatchGroup()
    for _ in 0..<min(jobs, max(1, items.count)) {
      workers.enter()
      // A thread of its own for each job: it does nothing but wait for a child.
      Thread.detachNewThread {
        while let position = take(from: board) {
          let item = items[position]
          var result = unchanged(item, since: known[item.id]) ?? convert(item, overwrites || resumes)
          result.recipeSHA256 = recipe
          progress(record(result, at: position, on: board))
        }
        workers.leave()
      }
    }
    workers.wait()

    let end = board.state.withLock { $0 }
    if let stop = end.stop { findings.append(stop) }
    let done = items.indices.compactMap { end.done[$0] }
    let mentioned = Set(done.map(\.id))
    try results.replace(with: done + known.values.filter { !mentioned.contains($0.id) }.sorted { $0.id < $1.id })
    let time = (clock.now - start).components
    return BulkSummary(
      results: done, notBegun: items.count - done.count, resultsPath: results.path, findings: findings,
      seconds: Double(time.seconds) + Double(time.attoseconds) / 1e18)
  }

  private func take(from board: Board) -> Int? {
    board.state.withLock { state in
      guard state.stop == nil, state.next < items.count else { return nil }
      defer { state.next += 1 }
      return state.next
    }
  }

  /// Keeps a result and writes its line.
  /// - Returns: how many are done.
  private func record(_ result: BulkResult, at position: Int, on board: Board) -> Int {
    board.state.withLock { state in
      state.done[position] = result
      if result.status == .failed { state.failures += 1 }
      do throws(Finding) { try results.append(result) } catch { state.stop = state.stop ?? error }
      if state.stop == nil, isBeyondLimit(state.failures) {
        state.stop = Finding(.tooManyFailures, "\(counted(Int64(state.failures), "store")) failed; the rest was not begun")
      }
      return state.done.count
    }
  }

  private func isBeyondLimit(_ failures: Int) -> Bool {
    switch limit {
    case .none: false
    case .count(let count): failures > count
    case .percent(let percent): Double(failures) * 100 > percent * Double(items.count)
    }
  }

  /// The earlier result, marked as skipped, when there is nothing to do for the item.
  private func unchanged(_ item: BulkItem, since earlier: BulkResult?) -> BulkResult? {
    guard var result = earlier, result.status != .failed, result.output == item.output,
      FileManager.default.fileExists(atPath: item.output), result.sourceSHA256 == ItemProcess.digest(of: item.source),
      result.logSHA256 == ItemProcess.logDigest(of: item.source), result.recipeSHA256 == recipe,
      result.outputSHA256 == nil || result.outputSHA256 == ItemProcess.digest(of: item.output)
    else { return nil }
    result.status = .skipped
    result.source = item.source
    return result
  }
}
