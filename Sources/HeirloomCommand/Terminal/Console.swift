package import HeirloomReporting
package import HeirloomFindings
internal import Synchronization

/// Standard output for results, standard error for everything else.
///
/// When the reader of the results goes away (`heirloom query … | head`), the rest is dropped without complaint: the run's own
/// exit status stands.
package final class Console: Sendable {
  /// Where bytes go; returns false when nobody reads them any more.
  package typealias Sink = @Sendable ([UInt8]) throws -> Bool

  package let isOutputTerminal: Bool
  package let isErrorTerminal: Bool
  /// The environment's variables.
  package let variables: [String: String]
  private let output: Sink
  private let error: Sink
  private let state = Mutex(State())

  private struct State {
    var isReaderGone = false
    /// A progress bar stands on the terminal's last line.
    var isBarShown = false
  }

  package init(
    output: @escaping Sink, error: @escaping Sink, isOutputTerminal: Bool = false, isErrorTerminal: Bool = false,
    variables: [String: String] = [:]
  ) {
    self.output = output
    self.error = error
    self.isOutputTerminal = isOutputTerminal
    self.isErrorTerminal = isErrorTerminal
    self.variables = variables
  }

  /// Colours only on a terminal, and not where NO_COLOR (no-color.org) or TERM=dumb asks for none.
  package var outputStyle: TextStyle { TextStyle(coloured: isOutputTerminal && wantsColour) }
  package var errorStyle: TextStyle { TextStyle(coloured: isErrorTerminal && wantsColour) }
  private var wantsColour: Bool { (variables["NO_COLOR"] ?? "").isEmpty && variables["TERM"] != "dumb" }

  /// Nobody reads the results any more, so there is no use in producing them.
  package var isReaderGone: Bool { state.withLock { $0.isReaderGone } }

  /// Writes a part of the result.
  /// - Throws: a `Finding` when the output cannot be written (a full disk behind a redirection).
  package func write(_ text: String) throws {
    guard !text.isEmpty, !isReaderGone else { return }
    clearBar()
    if try !output(Array(text.utf8)) { state.withLock { $0.isReaderGone = true } }
  }

  /// Tells the user something that is no result. Nothing can be done when even that fails.
  package func note(_ text: String) {
    clearBar()
    _ = try? error(Array((text + "\n").utf8))
  }

  /// Draws findings on standard error.
  package func note(_ findings: [Finding]) {
    guard !findings.isEmpty else { return }
    let document = Document(title: "", blocks: [.findings(findings)])
    clearBar()
    _ = try? error(Array(document.text(style: errorStyle).utf8))
  }

  /// Shows a line that the next one replaces; only on a terminal.
  package func showBar(_ line: String) {
    guard isErrorTerminal else { return }
    state.withLock { $0.isBarShown = true }
    _ = try? error(Array("\r\u{1B}[K\(line)".utf8))
  }

  /// Takes the progress line away.
  package func clearBar() {
    let wasShown = state.withLock { state in
      defer { state.isBarShown = false }
      return state.isBarShown
    }
    if wasShown { _ = try? error(Array("\r\u{1B}[K".utf8)) }
  }
}
