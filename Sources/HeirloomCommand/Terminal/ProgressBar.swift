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

  /// Shows how far a step is; drawn at most five times a second.
  ///
  /// - Parameter total: nil when it is not known how much there is to do.
  package func show(_ step: String, _ done: Int64, of total: Int64?) {
    if isDue { console.showBar(Self.line(step, done, of: total)) }
  }

  /// Shows how many bytes a step has come along, in megabytes of 10^6 bytes; as often as the other.
  package func show(_ step: String, bytes: Int64, of total: Int64?) {
    guard isDue else { return }
    let size = 1_000_000.0
    func shown(_ bytes: Int64) -> String { String(((Double(bytes) / size) * 10).rounded() / 10) }
    console.showBar(Self.line(step, bytes, of: total, shown: shown) + " MB")
  }

  /// Whether a line may be drawn now; counts as one that is.
  private var isDue: Bool {
    guard console.isErrorTerminal else { return false }
    let now = clock.now
    return lastDrawn.withLock { last in
      if let drawn = last, now - drawn < .milliseconds(200) { return false }
      last = now
      return true
    }
  }

  /// Names the step that begins now.
  package func show(_ step: String) { console.showBar("\(step) …") }

  /// Takes the bar away.
  package func finish() { console.clearBar() }

  /// `convert Note  [##########----------]  50%  5 of 10`
  static func line(
    _ step: String, _ done: Int64, of total: Int64?, shown: (Int64) -> String = { String($0) }
  ) -> String {
    guard let total, total > 0 else { return "\(step)  \(shown(done))" }
    let share = min(1, max(0, Double(done) / Double(total)))
    let filled = Int(share * 20)
    let bar = String(repeating: "#", count: filled) + String(repeating: "-", count: 20 - filled)
    return "\(step)  [\(bar)]  \(Int(share * 100))%  \(shown(done)) of \(shown(total))"
  }
}
