import Foundation
import HeirloomFindings
import HeirloomKit
import HeirloomTestSupport

/// The files of the corpus that are stores, whatever their format.
enum CorpusStores {
  /// Core Data's: SQLite with and without a model cache, and XML.
  static let coreData: [String] = files(in: "coredata")

  /// A Realm file that was made for the project; those with every kind of collection belong to the tests of their reader.
  static let realm: [String] = {
    let folder = Project.fixture("realm")
    return [folder.appending(path: "notes.realm").path]
  }()

  private static func files(in name: String) -> [String] {
    guard let folder = Corpus.folder?.appending(path: name) else { return [] }
    var result: [String] = []
    for slug in (try? FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()) ?? [] {
      let inside = folder.appending(path: slug)
      for file in (try? FileManager.default.contentsOfDirectory(atPath: inside.path).sorted()) ?? [] {
        let path = inside.appending(path: file).path
        var isFolder: ObjCBool = false
        guard FileManager.default.fileExists(atPath: path, isDirectory: &isFolder), !isFolder.boolValue, !file.hasSuffix("-wal")
        else {
          continue
        }
        result.append(path)
      }
    }
    return result
  }

  /// A store as an archive of JSON lines; nil for one too large to be written in a test.
  static func archive(of path: String, in folder: URL) throws -> String? {
    let size = (try FileManager.default.attributesOfItem(atPath: path)[.size] as? Int) ?? 0
    guard size < 3_000_000 else { return nil }
    let output = folder.appending(path: "\(UUID().uuidString).zip").path
    do {
      _ = try Store.open(path).export(to: output, format: .jsonLines, overwrite: false)
      return output
    } catch let finding as Finding where finding.id == "external-file-missing" {
      return nil
    }
  }
}
