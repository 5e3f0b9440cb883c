internal import Foundation
internal import Synchronization

/// A program run to its end with its output caught; it may be given a time limit.
struct ChildProcess {
  enum End: Equatable {
    case exited(Int32)
    case signalled(Int32)
    case timedOut
    /// It could not be started; the system's own words.
    case notStarted(String)
  }

  var end: End
  var output: [UInt8]

  private static let running = Mutex<Set<pid_t>>([])
  /// Output beyond this is dropped: a report is never that long.
  private static let limit = 64 << 20

  /// The end of a pipe that every child holds and nobody writes to: it closes when this process ends, however it ends.
  private static let lifeline: Int32? = {
    var pipe: [Int32] = [-1, -1]
    guard Foundation.pipe(&pipe) == 0 else { return nil }
    _ = fcntl(pipe[1], F_SETFD, FD_CLOEXEC)
    // Out of the way of the number that it has in the child.
    let end = fcntl(pipe[0], F_DUPFD_CLOEXEC, 10)
    close(pipe[0])
    return end < 0 ? nil : end
  }()

  /// Asks every child to end, for a run that was interrupted itself; each removes its own temporary files.
  static func terminateAll() {
    let children = running.withLock { $0 }
    for child in children { kill(child, SIGTERM) }
    for child in children { waitpid(child, nil, 0) }
  }

  /// Runs a program with nothing on its standard input and its standard error dropped.
  ///
  /// - Parameter seconds: after this long it is asked to end, and five seconds later made to.
  static func run(
    _ program: String, _ arguments: [String], environment: [String: String], within seconds: Double?
  ) -> ChildProcess {
    let started = start(program, arguments, environment)
    guard case .success(let (child, descriptor)) = started else {
      if case .failure(let error) = started { return ChildProcess(end: .notStarted(error.words), output: []) }
      return ChildProcess(end: .notStarted("unknown"), output: [])
    }
    let deadline = seconds.map { ContinuousClock.now + .seconds($0) }
    var output: [UInt8] = []
    var isLate = !read(descriptor, into: &output, until: deadline)
    if isLate {
      kill(child, SIGTERM)
      if !read(descriptor, into: &output, until: .now + .seconds(5)) { kill(child, SIGKILL) }
    }
    close(descriptor)
    var status: Int32 = 0
    while waitpid(child, &status, 0) == -1, errno == EINTR {}
    _ = running.withLock { $0.remove(child) }
    // It may have finished between the deadline and the signal.
    if isLate, status & 0x7F == 0, (status >> 8) & 0xFF < 128 { isLate = false }
    if isLate { return ChildProcess(end: .timedOut, output: output) }
    let signal = status & 0x7F
    return ChildProcess(end: signal == 0 ? .exited((status >> 8) & 0xFF) : .signalled(signal), output: output)
  }

  private struct StartError: Error { var words: String }

  /// Pipe and child are made under one lock, so that no other child inherits the pipe and keeps it open.
  private static func start(
    _ program: String, _ arguments: [String], _ environment: [String: String]
  ) -> Result<(pid_t, Int32), StartError> {
    running.withLock { running in
      var environment = environment
      var pipe: [Int32] = [-1, -1]
      guard Foundation.pipe(&pipe) == 0 else { return .failure(StartError(words: String(cString: strerror(errno)))) }
      _ = fcntl(pipe[0], F_SETFD, FD_CLOEXEC)
      _ = fcntl(pipe[1], F_SETFD, FD_CLOEXEC)
      defer { close(pipe[1]) }
      #if os(Linux)
        var actions = posix_spawn_file_actions_t()
        var attributes = posix_spawnattr_t()
      #else
        var actions: posix_spawn_file_actions_t?
        var attributes: posix_spawnattr_t?
      #endif
      posix_spawn_file_actions_init(&actions)
      defer { posix_spawn_file_actions_destroy(&actions) }
      posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0)
      posix_spawn_file_actions_adddup2(&actions, pipe[1], 1)
      posix_spawn_file_actions_addopen(&actions, 2, "/dev/null", O_WRONLY, 0)
      if let lifeline {
        posix_spawn_file_actions_adddup2(&actions, lifeline, Lifeline.descriptor)
        environment[Lifeline.variable] = "\(Lifeline.descriptor)"
      }
      // This process ignores or blocks signals that must end the child: it starts with the system's own answers.
      posix_spawnattr_init(&attributes)
      defer { posix_spawnattr_destroy(&attributes) }
      var none = sigset_t(), ending = sigset_t()
      sigemptyset(&none)
      sigemptyset(&ending)
      for signal in [SIGINT, SIGTERM, SIGHUP, SIGPIPE] { sigaddset(&ending, signal) }
      posix_spawnattr_setsigmask(&attributes, &none)
      posix_spawnattr_setsigdefault(&attributes, &ending)
      posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGMASK) | Int16(POSIX_SPAWN_SETSIGDEF))
      var words: [UnsafeMutablePointer<CChar>?] = ([program] + arguments).map { strdup($0) } + [nil]
      var variables: [UnsafeMutablePointer<CChar>?] = environment.map { strdup("\($0.key)=\($0.value)") } + [nil]
      defer { for word in words + variables { free(word) } }
      var child: pid_t = 0
      let code = posix_spawn(&child, program, &actions, &attributes, &words, &variables)
      guard code == 0 else {
        close(pipe[0])
        return .failure(StartError(words: String(cString: strerror(code))))
      }
      running.insert(child)
      return .success((child, pipe[0]))
    }
  }

  /// Reads to the end of the output; false when the deadline came first.
  private static func read(_ descriptor: Int32, into output: inout [UInt8], until deadline: ContinuousClock.Instant?) -> Bool {
    var piece = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      var wait: Int32 = -1
      if let deadline {
        let left = deadline - .now
        if left <= .zero { return false }
        wait = Int32(clamping: left.components.seconds &* 1000 &+ left.components.attoseconds / 1_000_000_000_000_000 &+ 1)
      }
      var ready = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
      let count = poll(&ready, 1, wait)
      if count == 0 { return false }
      if count < 0 { if errno == EINTR { continue } else { return true } }
      let size = Foundation.read(descriptor, &piece, piece.count)
      if size == 0 { return true }
      if size < 0 { if errno == EINTR { continue } else { return true } }
      if output.count < limit { output += piece[..<size] }
    }
  }
}
