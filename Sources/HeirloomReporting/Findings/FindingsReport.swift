public import HeirloomFindings

/// What a check brought to light, when findings are all there is to say: `check`, `lint`, a failure.
public struct FindingsReport: Report, Hashable {
  /// What was looked at, such as `notes.mapping.swift`.
  public var subject: String
  /// Which command looked: `check`, `lint`.
  public var command: String
  public var findings: [Finding]

  public init(_ command: String, of subject: String, findings: [Finding]) {
    self.command = command
    self.subject = subject
    self.findings = findings
  }

  /// The status of the gravest finding; warnings and notes alone are no failure.
  public var exitStatus: ExitStatus { findings.first { $0.severity == .error }?.exitStatus ?? .done }

  public var json: JSONValue {
    let errors = findings.count { $0.severity == .error }
    let warnings = findings.count { $0.severity == .warning }
    return [
      "contract": 1, "status": .string(errors == 0 ? "passed" : "failed"), "exitCode": .integer(Int64(exitStatus.rawValue)),
      "subject": .string(subject), "errors": .integer(Int64(errors)), "warnings": .integer(Int64(warnings)),
      "findings": findings.json,
    ]
  }

  public var document: Document {
    let errors = findings.count { $0.severity == .error }
    let warnings = findings.count { $0.severity == .warning }
    let verdict: Document.Block =
      if errors > 0 {
        .verdict("\(subject): \(counted(Int64(errors), "error")), \(counted(Int64(warnings), "warning"))", .bad)
      } else if warnings > 0 {
        .verdict("\(subject): \(counted(Int64(warnings), "warning"))", .doubtful)
      } else {
        .verdict("\(subject): nothing to complain of", .good)
      }
    return Document(title: "\(command) \(subject)", blocks: [.findings(findings), verdict])
  }
}
