package import Foundation

/// The corpus of real stores, which stands beside the project where it is present at all.
package enum Corpus {
  /// `shared/corpus` beside the checkout, or where HEIRLOOM_CORPUS points; nil when there is none.
  package static let folder: URL? = {
    if let given = ProcessInfo.processInfo.environment["HEIRLOOM_CORPUS"] { return URL(fileURLWithPath: given) }
    let beside = Project.folder.deletingLastPathComponent().appending(path: "shared/corpus")
    return FileManager.default.fileExists(atPath: beside.path) ? beside : nil
  }()

  /// The app's compiled model of a store that keeps none, from the store's folder.
  package static func compiledModel(of slug: String) -> String? {
    slug == "digitalorder" ? "../../models/digitalorder-mom/Hotel.mom" : nil
  }

  package static var isPresent: Bool { folder != nil }
}

/// The checkout itself.
package enum Project {
  package static let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent()
  package static func fixture(_ path: String) -> URL { folder.appending(path: "fixtures/\(path)") }
}

/// A new empty folder for one test, removed by `body`'s end.
package func withTemporaryFolder<R>(_ body: (URL) throws -> R) throws -> R {
  let folder = FileManager.default.temporaryDirectory.appending(path: "heirloom-test-\(UUID().uuidString)")
  try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
  defer { try? FileManager.default.removeItem(at: folder) }
  return try body(folder)
}
