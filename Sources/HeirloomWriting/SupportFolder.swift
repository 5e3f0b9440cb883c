internal import Foundation
internal import HeirloomFindings

/// The folder beside a store in which Core Data keeps large values: `.NAME_SUPPORT/_EXTERNAL_DATA`.
package enum SupportFolder {
  /// The folder of a store, which is named after the store without its extension.
  package static func path(of store: String) -> String {
    let name = (PathText.name(of: store) as NSString).deletingPathExtension
    let folder = PathText.folder(of: store)
    return (folder.isEmpty ? "" : folder == "/" ? "/" : folder + "/") + ".\(name)_SUPPORT"
  }

  /// The folder of the values themselves.
  package static func values(of store: String) -> String { "\(path(of: store))/_EXTERNAL_DATA" }

  /// True when another file beside the store has the same name up to the extension.
  static func isShared(by store: String) -> Bool {
    let folder = PathText.folder(of: store), name = PathText.name(of: store)
    let stem = (name as NSString).deletingPathExtension
    let files = (try? FileManager.default.contentsOfDirectory(atPath: folder.isEmpty ? "." : folder)) ?? []
    return files.contains { other in
      !other.hasPrefix(name) && (other as NSString).deletingPathExtension == stem
    }
  }

  /// Moves a draft's files to the place beside its destination, and gives the files of an older store that stand there still.
  ///
  /// Names are made of the content's digest, so a file that is there already under the same name holds the same bytes.
  static func publish(from draftStore: String, to store: String) throws -> [String] {
    let files = FileManager.default
    let draft = values(of: draftStore), place = path(of: store), target = values(of: store)
    let fresh = Set(FileWork.isFolder(draft) ? try files.contentsOfDirectory(atPath: draft) : [])
    let old = FileWork.isFolder(target) ? try files.contentsOfDirectory(atPath: target) : []
    if !fresh.isEmpty {
      try FileWork.createFolder(place, mode: 0o755)
      try FileWork.createFolder(target, mode: 0o755)
      for name in fresh.sorted() {
        try FileWork.synchronize("\(draft)/\(name)")
        try FileWork.rename("\(draft)/\(name)", to: "\(target)/\(name)")
      }
      try FileWork.synchronize(target)
      try FileWork.synchronize(place)
    }
    return old.filter { !fresh.contains($0) }.map { "\(target)/\($0)" }
  }
}
