internal import Foundation
internal import HeirloomFindings

extension Console {
  /// The console of this process.
  package static func standard() -> Console {
    Console(
      output: { try writeAll($0, to: STDOUT_FILENO) }, error: { try writeAll($0, to: STDERR_FILENO) },
      isOutputTerminal: isatty(STDOUT_FILENO) == 1, isErrorTerminal: isatty(STDERR_FILENO) == 1,
      variables: ProcessInfo.processInfo.environment)
  }
}

/// Writes every byte; false when the reader is gone. SIGPIPE is ignored by `Signals`, so EPIPE comes as an error.
private func writeAll(_ bytes: [UInt8], to descriptor: Int32) throws -> Bool {
  Signals.yield()
  var rest = bytes[...]
  while !rest.isEmpty {
    let written = rest.withUnsafeBytes { write(descriptor, $0.baseAddress, $0.count) }
    if written >= 0 {
      rest = rest.dropFirst(written)
    } else if errno == EPIPE {
      return false
    } else if errno == EAGAIN {
      // A terminal that somebody set to non-blocking: wait until it takes more.
      var ready = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
      _ = poll(&ready, 1, 1000)
    } else if errno != EINTR {
      let kind: FindingKind = errno == ENOSPC ? .diskFull : .inputOutput
      throw Finding(kind, "the result cannot be written: \(String(cString: strerror(errno)))")
    }
  }
  return true
}
