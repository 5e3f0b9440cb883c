internal import Foundation
internal import HeirloomBytes
internal import HeirloomFindings
package import HeirloomReporting

/// Converts one store in a process of its own, so that no store can harm another.
///
/// See docs/decisions/0003-bulk-isolation.md.
package struct ItemProcess: Sendable {
  /// The heirloom command itself.
  package var program: String
  /// The options of `convert` that are the same for all stores.
  package var options: [String]
  package var environment: [String: String]
  package var timeout: Double?

  package init(program: String, options: [String], environment: [String: String], timeout: Double? = nil) {
    self.program = program
    self.options = options
    self.environment = environment
    self.timeout = timeout
  }

  /// Runs `heirloom convert` on the item and reads its report.
  /// - Parameter overwrites: a target that is there already is replaced.
  package func convert(_ item: BulkItem, overwrites: Bool) -> BulkResult {
    let clock = ContinuousClock(), start = clock.now
    let folder = PathText.folder(of: item.output)
    try? FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    let log = Self.logDigest(of: item.source)
    let words =
      ["convert", "--output=\(item.output)", "--json"] + options + (overwrites ? ["--overwrite"] : []) + ["--", item.source]
    let child = ChildProcess.run(program, words, environment: environment, within: timeout)
    var result = Self.result(of: child, for: item, timeout: timeout)
    let time = (clock.now - start).components
    result.seconds = Double(time.seconds) + (Double(time.attoseconds) / 1e15).rounded() / 1e3
    result.sourceSHA256 = result.sourceSHA256 ?? Self.digest(of: item.source)
    result.logSHA256 = log
    if result.status == .converted { result.outputSHA256 = Self.digest(of: item.output) }
    return result
  }

  /// The SHA-256 of a store's file in hex; nil when it is a folder or cannot be read.
  static func digest(of path: String) -> String? { (try? Digest.sha256(ofFile: path)).map { Digest.hex($0) } }

  /// The same of a store's `-wal`; nil when there is none, or nothing in it.
  static func logDigest(of path: String) -> String? {
    let size = (try? FileManager.default.attributesOfItem(atPath: path + "-wal"))?[.size] as? NSNumber
    return (size?.int64Value ?? 0) > 0 ? digest(of: path + "-wal") : nil
  }

  /// As much of a conversion's report as a line of results needs.
  private struct Outcome: Decodable {
    struct Source: Decodable { var sha256: String? }
    struct Entity: Decodable {
      var target: String
      var written: Int64
    }
    struct Reported: Decodable {
      var id: String
      var severity: String
      var message: String
    }
    var exitCode: Int32
    var source: Source?
    var entities: [Entity]?
    var findings: [Reported]
  }

  static func result(of child: ChildProcess, for item: BulkItem, timeout: Double?) -> BulkResult {
    func failure(_ kind: FindingKind, _ message: String) -> BulkResult {
      BulkResult(
        id: item.id, source: item.source, output: item.output, status: .failed,
        exitCode: (kind.exitStatus ?? .internalFault).rawValue,
        findings: [.init(id: kind.id, severity: kind.severity.rawValue, message: message)])
    }
    switch child.end {
    case .notStarted(let words): return failure(.itemCrashed, "the conversion could not be started: \(words)")
    case .timedOut: return failure(.itemTimeout, "not done after \(timeout.map { "\($0)" } ?? "?") seconds")
    case .signalled(let signal): return failure(.itemCrashed, "the conversion ended by signal \(signal)")
    case .exited(let status):
      guard let outcome = try? JSONDecoder().decode(Outcome.self, from: Data(child.output)) else {
        return failure(.itemCrashed, "the conversion ended with status \(status) and without a report")
      }
      // Several lines may fill one target; a results line tells what the target has.
      var entities: [BulkResult.Entity] = []
      for line in outcome.entities ?? [] {
        if let known = entities.firstIndex(where: { $0.name == line.target }) {
          entities[known].written = entities[known].written &+ line.written
        } else {
          entities.append(.init(line.target, written: line.written))
        }
      }
      let isConverted = status == 0 || status == 1
      return BulkResult(
        id: item.id, source: item.source, output: item.output, status: isConverted ? .converted : .failed, exitCode: status,
        entities: isConverted ? entities : [], sourceSHA256: outcome.source?.sha256,
        findings: outcome.findings.map { .init(id: $0.id, severity: $0.severity, message: $0.message) })
    }
  }
}
