public import HeirloomFindings

/// How a run over many stores went as a whole.
public struct BulkSummary: Sendable, Hashable {
  /// In the order of the stores.
  public var results: [BulkResult]
  /// Stores that were not reached because too many had failed.
  public var notBegun: Int
  public var resultsPath: String
  public var findings: [Finding]
  public var seconds: Double

  public init(results: [BulkResult], notBegun: Int = 0, resultsPath: String, findings: [Finding] = [], seconds: Double = 0) {
    self.results = results
    self.notBegun = notBegun
    self.resultsPath = resultsPath
    self.findings = findings
    self.seconds = seconds
  }

  /// 0 only when every store is converted without rejects or differences.
  public var exitStatus: ExitStatus {
    if let fatal = findings.first(where: { $0.severity == .error }) { return fatal.exitStatus }
    return notBegun == 0 && results.allSatisfy { $0.status != .failed && $0.exitCode == 0 } ? .done : .differences
  }

  private func count(_ status: BulkResult.Status) -> Int64 { Int64(results.count { $0.status == status }) }
}

extension BulkSummary: Report {
  public var json: JSONValue {
    [
      "contract": 1, "status": .string(exitStatus == .done ? "done" : "incomplete"),
      "exitCode": .integer(Int64(exitStatus.rawValue)),
      "items": .integer(Int64(results.count + notBegun)), "converted": .integer(count(.converted)),
      "skipped": .integer(count(.skipped)), "failed": .integer(count(.failed)), "notBegun": .integer(Int64(notBegun)),
      "results": .string(resultsPath), "findings": findings.json, "seconds": .real(seconds),
    ]
  }

  public var document: Document {
    let notable = results.filter { $0.status == .failed || $0.exitCode != 0 }
    var blocks: [Document.Block] = []
    if !notable.isEmpty {
      let table = Table(
        [.init("store"), .init("exit", numeric: true), .init("finding"), .init("message")],
        rows: notable.map { result in
          let finding = result.findings.first { $0.severity == "error" } ?? result.findings.first
          return [result.id, String(result.exitCode), finding?.id ?? "-", finding?.message ?? "-"]
        })
      blocks += [.heading("Stores with failures or differences"), .table(table)]
    }
    if !findings.isEmpty { blocks.append(.findings(findings)) }
    let parts = [
      "\(grouped(count(.converted))) converted", "\(grouped(count(.skipped))) done before", "\(grouped(count(.failed))) failed",
    ]
    let rest = notBegun > 0 ? ["\(grouped(Int64(notBegun))) not begun"] : []
    let text = (parts + rest).joined(separator: ", ") + " in \(hundredths(seconds)) s; each in \(resultsPath)"
    blocks.append(.verdict(text, exitStatus == .done ? .good : count(.failed) > 0 ? .bad : .doubtful))
    return Document(title: "", blocks: blocks)
  }
}
