package import HeirloomFindings
package import HeirloomSchema
internal import HeirloomSQLite

/// What an error while writing a target means to the user.
package enum WritingFault {
  /// The finding for an error that SQLite or the file system gave; a finding stays what it is.
  ///
  /// - Parameter layout: turns the columns of a violated constraint into the schema's own words.
  package static func finding(for error: any Error, writing path: String, in layout: StorageLayout? = nil) -> Finding {
    if let finding = error as? Finding { return finding }
    guard let error = error as? SQLiteError else {
      return Finding(.inputOutput, "writing '\(path)' failed: \(error)", at: .file(path))
    }
    let kind: FindingKind =
      switch error.primaryCode {
      case 13: .diskFull
      case 5, 6: .targetBusy
      case 3, 8, 14: .targetUncreatable
      case 19: .targetNotUnique
      case 1, 2, 20, 21, 25: .internalFault
      default: .inputOutput
      }
    if kind == .targetNotUnique, let columns = layout?.properties(inConstraint: error.message), !columns.isEmpty {
      let names = columns.map { "'\($0)'" }.joined(separator: ", ")
      return Finding(kind, "several records of the target have the same value in \(names), which is unique", at: .file(path))
    }
    return Finding(kind, "writing '\(path)' failed: \(error.message)", at: .file(path))
  }
}

extension StorageLayout {
  /// The properties that SQLite's message names as `ZNOTE.ZTITLE, ZNOTE.ZID`.
  func properties(inConstraint message: String) -> [String] {
    guard let colon = message.lastIndex(of: ":") else { return [] }
    return message[message.index(after: colon)...].split(separator: ",").compactMap { part in
      let words = part.trimmingPrefix(" ").split(separator: ".", maxSplits: 1)
      guard words.count == 2 else { return nil }
      // The first entity by name that has the column: with inheritance the ancestor and its heirs share it.
      for (name, placement) in entities.sorted(by: { $0.key < $1.key }) where placement.table == words[0] {
        if let path = placement.columns.first(where: { $0.value == words[1] })?.key { return "\(name).\(path)" }
      }
      return nil
    }
  }
}
