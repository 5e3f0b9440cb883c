internal import Foundation
internal import HeirloomFindings

/// Ends a conversion whose bulk run is gone: also one that was killed, which asks nobody to end.
package enum Lifeline {
  /// The environment's variable that names the descriptor; without it a process has no lifeline.
  static let variable = "HEIRLOOM_LIFELINE"
  /// Where a child finds its end of the pipe.
  static let descriptor: Int32 = 3

  /// Watches the pipe on a thread of its own, where there is one; when it closes, temporary files are removed and the process ends
  /// with 143, as after SIGTERM.
  package static func watch() {
    guard let number = ProcessInfo.processInfo.environment[variable].flatMap({ Int32($0) }), number == descriptor,
      fcntl(number, F_SETFD, FD_CLOEXEC) == 0
    else { return }
    unsetenv(variable)
    Thread.detachNewThread {
      var byte: UInt8 = 0
      while true {
        let count = read(number, &byte, 1)
        if count == 0 { break }
        if count < 0, errno != EINTR { return }
      }
      TemporaryFiles.removeAll()
      _exit(143)
    }
  }
}
