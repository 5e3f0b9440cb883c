internal import Foundation

/// A program run to its end, with its wall time and the most memory it held.
struct Measured {
  var seconds: Double
  /// Processor time, the system's included: it hardly depends on what else the machine does.
  var processorSeconds: Double
  /// Resident, in bytes.
  var peakMemory: Int64

  /// - Throws: a `Failure` when the program cannot be started or does not end with 0.
  init(_ program: String, _ words: [String], input: String? = nil) throws {
    let clock = ContinuousClock(), start = clock.now
    #if os(Linux)
      var actions = posix_spawn_file_actions_t()
    #else
      var actions: posix_spawn_file_actions_t?
    #endif
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_addopen(&actions, 0, input ?? "/dev/null", O_RDONLY, 0)
    posix_spawn_file_actions_addopen(&actions, 1, "/dev/null", O_WRONLY, 0)
    var arguments: [UnsafeMutablePointer<CChar>?] = ([program] + words).map { strdup($0) } + [nil]
    defer { for argument in arguments { free(argument) } }
    var child: pid_t = 0
    guard posix_spawnp(&child, program, &actions, nil, &arguments, environ) == 0 else {
      throw Failure(text: "'\(program)' cannot be started")
    }
    var status: Int32 = 0
    var usage = rusage()
    guard wait4(child, &status, 0, &usage) == child, status == 0 else {
      throw Failure(text: "'\(([program] + words).joined(separator: " "))' ended with status \(status >> 8)")
    }
    seconds = start.duration(to: clock.now) / .seconds(1)
    func duration(_ time: timeval) -> Double { Double(time.tv_sec) + Double(time.tv_usec) / 1e6 }
    processorSeconds = duration(usage.ru_utime) + duration(usage.ru_stime)
    #if os(Linux)
      // ru_maxrss counts kibibytes on Linux and bytes on a Mac.
      peakMemory = Int64(usage.ru_maxrss) * 1024
    #else
      peakMemory = Int64(usage.ru_maxrss)
    #endif
  }
}

struct Failure: Error, CustomStringConvertible {
  var text: String
  var description: String { text }
}
