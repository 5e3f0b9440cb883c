internal import Foundation
internal import HeirloomBytes
internal import HeirloomFindings
package import HeirloomSQLite

/// Writes large values of attributes with external storage into files, as Core Data does.
///
/// The column holds `01` and the bytes, or `02`, the file's name as a UUID text and `00`. The largest value seen inside a real
/// store has 99 812 bytes; where exactly the limit lies is not known, and a reader takes either form.
package final class ExternalValues {
  /// Values above this many bytes go to a file.
  package static let threshold = 102_400

  /// The function's name in SQL, in every target.
  package static let function = "heirloom_store_external"

  private let folder: String
  private let salt: [UInt8]
  /// How many files were written.
  package private(set) var count = 0

  /// - Parameters:
  ///   - folder: where the files go; created, with the folder it is in, for the first.
  ///   - salt: sets the names apart from those of files that are there already.
  package init(folder: String, salt: [UInt8] = []) {
    self.folder = folder
    self.salt = salt
  }

  /// Registers `heirloom_store_external(value)`, which gives what the column holds for a value; NULL for NULL.
  ///
  /// Each call with a large value writes a file: call it once for each value that is stored.
  package func register(on connection: Connection) throws {
    try connection.addFunction(Self.function, arguments: 1, isDeterministic: false) { [unowned self] arguments, slot in
      if arguments.isNull(0) { return slot.setNull() }
      try arguments.withBytes(0) { bytes in
        let column = try self.store(bytes)
        column.withUnsafeBytes { slot.set(blob: $0) }
      }
    }
  }

  /// The name of the file that a column's value leads to; nil for a value that stands in the column itself.
  ///
  /// Nothing but hex digits and hyphens: a name must not lead out of the folder.
  static func fileName(in column: some RandomAccessCollection<UInt8>) -> String? {
    guard column.count == 38, column.first == 2 else { return nil }
    let name = String(decoding: column.dropFirst().prefix(36), as: UTF8.self)
    return name.utf8.count == 36 && name.allSatisfy({ $0.isHexDigit || $0 == "-" }) ? name : nil
  }

  /// The function that gives a value back from what its column holds, in SQL.
  package static let readingFunction = "heirloom_stored_external"
  /// The function that gives the digest of a value from what its column holds, in SQL.
  static let digestFunction = "heirloom_stored_external_digest"

  /// Registers both on a connection to a store whose files stand in `folder`; NULL for NULL.
  ///
  /// What has no mark, or whose file cannot be read, is given as the column holds it: it is like nothing but itself.
  /// Costs a read of the file for each call.
  static func registerReading(_ folder: String, on connection: Connection) throws {
    func value(_ bytes: UnsafeRawBufferPointer) -> [UInt8]? {
      if bytes.first == 1 { return Array(bytes.dropFirst()) }
      return fileName(in: bytes).flatMap { FileManager.default.contents(atPath: "\(folder)/\($0)") }.map(Array.init)
    }
    for (name, makesDigest) in [(readingFunction, false), (digestFunction, true)] {
      try connection.addFunction(name, arguments: 1) { arguments, slot in
        if arguments.isNull(0) { return slot.setNull() }
        arguments.withBytes(0) { column in
          guard let value = value(column) else { return slot.set(blob: column) }
          (makesDigest ? Array(Digest.sha256(value)) : value).withUnsafeBytes { slot.set(blob: $0) }
        }
      }
    }
  }

  private func store(_ bytes: UnsafeRawBufferPointer) throws -> [UInt8] {
    guard bytes.count > Self.threshold else { return [1] + bytes }
    if count == 0 {
      try FileWork.createFolder(PathText.folder(of: folder))
      try FileWork.createFolder(folder)
    }
    // Two records may hold equal bytes; Core Data deletes the file with its record, so each needs its own.
    let name = StableUUID.text(
      StableUUID.make(namespace: Self.namespace, name: Digest.sha256(Array(bytes)) + salt + Array("\(count)".utf8)))
    count += 1
    let path = "\(folder)/\(name)"
    do { try Data(bytes).write(to: URL(fileURLWithPath: path)) } catch {
      throw Self.finding(error, path)
    }
    return [2] + Array(name.utf8) + [0]
  }

  private static let namespace = Array("heirloom-external".utf8.prefix(16))

  private static func finding(_ error: any Error, _ path: String) -> Finding {
    let isFull = (error as? CocoaError)?.code == .fileWriteOutOfSpace
    return Finding(isFull ? .diskFull : .inputOutput, "a value cannot be written to '\(path)'", at: .file(path))
  }
}
