/// One thing worth telling the user: what was found, where, and what to do about it.
///
/// Library code records findings, or throws one when the run cannot go on; only the command prints
/// them. A message is lower case, without a full stop, and quotes the user's own words in '…'. It
/// never holds the value of a record.
public struct Finding: Error, Hashable, Sendable {
  public var kind: FindingKind
  public var severity: Severity
  public var message: String
  public var place: Place?
  /// What to try next, when that is more particular than the advice of the kind.
  public var help: String?
  /// How many rows, values or links the finding stands for, when it stands for several.
  public var count: Int?

  public enum Severity: String, Sendable, CaseIterable, Comparable {
    case note, warning, error

    public static func < (a: Self, b: Self) -> Bool { a.rank < b.rank }
    private var rank: Int { Self.allCases.firstIndex(of: self) ?? 0 }
  }

  public init(
    _ kind: FindingKind, _ message: String, at place: Place? = nil, help: String? = nil, count: Int? = nil,
    severity: Severity? = nil
  ) {
    self.kind = kind
    self.severity = severity ?? kind.severity
    self.message = message
    self.place = place
    self.help = help
    self.count = count
  }

  /// The stable name that scripts match on, such as `dangling-link`.
  public var id: String { kind.id }

  /// The exit status of a run that this finding ends.
  public var exitStatus: ExitStatus { kind.exitStatus ?? (severity == .error ? .mappingFaulty : .done) }
}

extension Finding: CustomStringConvertible {
  public var description: String { "\(severity.rawValue)[\(id)]: \(message)" }
}
