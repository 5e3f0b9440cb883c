/// One store of a bulk run: a line of its results file.
public struct BulkResult: Sendable, Hashable {
  public enum Status: String, Sendable, Hashable { case converted, skipped, failed }

  public var id: String
  public var source: String
  public var output: String
  public var status: Status
  public var exitCode: Int32
  /// By target entity: records written.
  public var entities: [Entity]
  public var seconds: Double
  public var sourceSHA256: String?
  /// Of the log beside the source (`-wal`), where records may be that the source's own file does not have yet.
  public var logSHA256: String?
  /// Of what made the target of the source: the mapping, its schema and the options.
  public var recipeSHA256: String?
  /// Of the target as it was published.
  public var outputSHA256: String?
  public var findings: [BulkFinding]

  public struct Entity: Sendable, Hashable {
    public var name: String
    public var written: Int64
    public init(_ name: String, written: Int64) {
      self.name = name
      self.written = written
    }
  }

  /// A finding as the results file keeps it: read back by `--resume`, so its kind may be from another release.
  public struct BulkFinding: Sendable, Hashable {
    public var id: String
    public var severity: String
    public var message: String
    public init(id: String, severity: String, message: String) {
      self.id = id
      self.severity = severity
      self.message = message
    }
  }

  public init(
    id: String, source: String, output: String, status: Status, exitCode: Int32, entities: [Entity] = [], seconds: Double = 0,
    sourceSHA256: String? = nil, logSHA256: String? = nil, recipeSHA256: String? = nil, outputSHA256: String? = nil,
    findings: [BulkFinding] = []
  ) {
    self.id = id
    self.source = source
    self.output = output
    self.status = status
    self.exitCode = exitCode
    self.entities = entities
    self.seconds = seconds
    self.sourceSHA256 = sourceSHA256
    self.logSHA256 = logSHA256
    self.recipeSHA256 = recipeSHA256
    self.outputSHA256 = outputSHA256
    self.findings = findings
  }

  public var json: JSONValue {
    let json: JSONValue = [
      "id": .string(id), "source": .string(source), "output": .string(output), "status": .string(status.rawValue),
      "exitCode": .integer(Int64(exitCode)),
      "entities": .object(entities.map { JSONValue.Member($0.name, .integer($0.written)) }),
      "seconds": .real(seconds), "sourceSHA256": .string(orNull: sourceSHA256),
      "findings": .array(
        findings.map { ["id": .string($0.id), "severity": .string($0.severity), "message": .string($0.message)] }),
    ]
    let digests = [("logSHA256", logSHA256), ("recipeSHA256", recipeSHA256), ("outputSHA256", outputSHA256)]
    return digests.reduce(json) { json, digest in digest.1.map { json.adding(digest.0, .string($0)) } ?? json }
  }
}
