internal import Foundation
package import HeirloomFindings
package import HeirloomReporting

/// The file of a bulk run's results, a line of JSON for each store.
///
/// Lines are added, and flushed, as stores are done, so that a run killed at any time leaves what it did; at the end the file is
/// replaced by one in the order of the stores.
package struct ResultsFile: Sendable {
  package var path: String

  package init(_ path: String) { self.path = path }

  package var exists: Bool { FileManager.default.fileExists(atPath: path) }

  /// The lines of an earlier run by id; a later line of the same id counts.
  /// - Returns: the results, and how many lines could not be read.
  package func read() throws(Finding) -> (results: [String: BulkResult], unreadable: Int) {
    guard let data = FileManager.default.contents(atPath: path) else {
      throw Finding(.inputUnreadable, "the results '\(path)' cannot be read", at: .file(path))
    }
    var results: [String: BulkResult] = [:], unreadable = 0
    for line in data.split(separator: UInt8(ascii: "\n")) {
      if let decoded = try? JSONDecoder().decode(DecodedResult.self, from: line), let result = decoded.result {
        results[result.id] = result
      } else {
        unreadable += 1
      }
    }
    return (results, unreadable)
  }

  /// Adds a line to the end.
  func append(_ result: BulkResult) throws(Finding) {
    let line = Array((result.json.text() + "\n").utf8)
    let descriptor = open(path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0o644)
    guard descriptor >= 0 else { throw failure() }
    defer { close(descriptor) }
    guard write(descriptor, line, line.count) == line.count else { throw failure() }
  }

  /// Makes an empty file, so that a run that cannot write its results ends before it begins.
  func start() throws(Finding) { try replace(with: []) }

  /// Replaces the file by these lines, at once.
  func replace(with results: [BulkResult]) throws(Finding) {
    let folder = PathText.folder(of: path)
    if !folder.isEmpty { try? FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true) }
    let text = results.map { $0.json.text() + "\n" }.joined()
    do { try Data(text.utf8).write(to: URL(fileURLWithPath: path), options: .atomic) } catch { throw failure() }
  }

  private func failure() -> Finding {
    Finding(errno == ENOSPC ? .diskFull : .targetUncreatable, "the results '\(path)' cannot be written", at: .file(path))
  }
}

/// A line of results as JSON has it.
private struct DecodedResult: Decodable {
  struct Reported: Decodable {
    var id: String
    var severity: String
    var message: String
  }
  var id: String
  var source: String
  var output: String
  var status: String
  var exitCode: Int32
  var entities: [String: Int64]
  var seconds: Double
  var sourceSHA256: String?
  var logSHA256: String?
  var recipeSHA256: String?
  var outputSHA256: String?
  var findings: [Reported]

  var result: BulkResult? {
    guard let status = BulkResult.Status(rawValue: status) else { return nil }
    return BulkResult(
      id: id, source: source, output: output, status: status, exitCode: exitCode,
      entities: entities.sorted { $0.key < $1.key }.map { .init($0.key, written: $0.value) }, seconds: seconds,
      sourceSHA256: sourceSHA256, logSHA256: logSHA256, recipeSHA256: recipeSHA256, outputSHA256: outputSHA256,
      findings: findings.map { .init(id: $0.id, severity: $0.severity, message: $0.message) })
  }
}
