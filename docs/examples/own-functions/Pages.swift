import SwiftData

enum PagesSchema: VersionedSchema {
  static let versionIdentifier = Schema.Version(1, 0, 0)
  static var models: [any PersistentModel.Type] { [Page.self] }

  @Model final class Page {
    var address: String
    var words: Int
    var title: String
    init(address: String, words: Int, title: String) {
      self.address = address
      self.words = words
      self.title = title
    }
  }
}
