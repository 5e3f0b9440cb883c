public import HeirloomFindings
internal import HeirloomReading

/// How the tables of an exported archive are written.
public enum ExportFormat: String, Sendable, CaseIterable {
  case jsonLines = "jsonl"
  case csv
}

/// What an export wrote.
public struct ExportCounts: Sendable, Hashable {
  public var records: Int64
  public var links: Int64
  /// Values that were written as files of their own.
  public var blobs: Int64
}

extension Store {
  /// Writes the store as an open archive: a file for each entity and each to-many relationship, and a `schema.json`.
  ///
  /// ```swift
  /// try Store.open("old/Notes.sqlite").export(to: "Notes.zip")
  /// ```
  /// The same store gives the same bytes; opened again, the archive has the same schema and the same records.
  /// - Parameter path: ends in `.zip`, `.tar.gz` or `.tar.zst`.
  /// - Throws: a `Finding`; nothing new stands under `path` then.
  @discardableResult
  public func export(to path: String, format: ExportFormat = .jsonLines, overwrite: Bool = false) throws -> ExportCounts {
    let tables: ArchiveExport.Format = switch format { case .jsonLines: .jsonLines; case .csv: .csv }
    let counts = try ArchiveExport.write(legacy, on: connection, to: path, format: tables, overwrite: overwrite)
    try legacy.confirmUnchanged()
    return ExportCounts(records: counts.records, links: counts.links, blobs: counts.blobs)
  }
}
