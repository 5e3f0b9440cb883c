internal import Synchronization

/// A bar on standard error while something takes long; nothing at all where that is no terminal.
package final class ProgressBar: Sendable {
  private let console: Console
  private let clock = ContinuousClock()
  private let lastDrawn: Mutex<ContinuousClock.Instant?>

  package init(on console: Console) {
    self.console = console
    lastDrawn = Mutex(nil)
  }

  /// Shows how far a step is; drawn at most ten times a second.
  ///
  /// - Parameter total: nil when it is not known how much there is to do.
  package func show(_ step: String, _ done: Int64, of total: Int64?) {
    guard console.isErrorTerminal else { return }
    let now = clock.now
    let isDue = lastDrawn.withLock { last in
      if let drawn = last, now - drawn < .milliseconds(100) { return false }
      last = now
      return true
    }
    if isDue { console.showBar(Self.line(step, done, of: total)) }
  }

  /// Names the step that begins now.
  package func show(_ step: String) { console.showBar("\(step) …") }

  /// Takes the bar away.
  package func finish() { console.clearBar() }

  /// `convert Note  [##########----------]  50%  5 of 10`
  static func line(_ step: String, _ done: Int64, of total: Int64?) -> String {
    guard let total, total > 0 else { return "\(step)  \(done)" }
    let share = min(1, max(0, Double(done) / Double(total)))
    let filled = Int(share * 20)
    let bar = String(repeating: "#", count: filled) + String(repeating: "-", count: 20 - filled)
    return "\(step)  [\(bar)]  \(Int(share * 100))%  \(done) of \(total)"
  }
}
