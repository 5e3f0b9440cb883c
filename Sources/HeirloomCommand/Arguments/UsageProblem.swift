package import HeirloomFindings

/// A command line that cannot be followed: everything that is wrong with it, told at once.
package struct UsageProblem: Error, Sendable {
  package var findings: [Finding]
  /// The command whose help will show the way; nil when there is no such command.
  package var command: String?

  package init(_ findings: [Finding], command: String?) {
    self.findings = findings
    self.command = command
  }
}
