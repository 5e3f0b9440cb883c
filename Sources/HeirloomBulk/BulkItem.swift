internal import HeirloomFindings

/// One store of a bulk run and where its conversion goes.
package struct BulkItem: Sendable, Hashable {
  /// What the results call it; unique in a run.
  package var id: String
  package var source: String
  /// The target's path, inside the output folder.
  package var output: String

  package init(id: String, source: String, output: String) {
    self.id = id
    self.source = source
    self.output = output
  }
}

/// A store as a manifest or pattern names it, before its output has a name.
struct NamedSource: Hashable {
  var id: String
  var source: String
  /// Relative to the output folder; nil to derive it from the id.
  var output: String?
}

extension BulkItem {
  /// Names the outputs: `users/1.sqlite` becomes `users/1.store` in the folder, or `users/1.sqlite.store` where two would meet.
  ///
  /// - Throws: a finding when two stores have one id, or an output would lie outside the folder.
  static func items(for sources: [NamedSource], in folder: String) throws(Finding) -> [BulkItem] {
    var ids: Set<String> = []
    var shortNames: [String: Int] = [:]
    for source in sources {
      guard ids.insert(source.id).inserted else { throw Finding(.manifestFaulty, "two stores have the id '\(source.id)'") }
      shortNames[source.output ?? shortOutput(source.id), default: 0] += 1
    }
    var taken: Set<String> = []
    return try sources.map { source throws(Finding) in
      let short = source.output ?? shortOutput(source.id)
      let output = shortNames[short, default: 0] > 1 && source.output == nil ? relative(source.id) + ".store" : short
      let isInside = !output.hasPrefix("/") && !output.split(separator: "/").contains("..") && !output.isEmpty
      guard isInside else { throw Finding(.manifestFaulty, "the output '\(output)' lies outside the output folder") }
      guard taken.insert(output).inserted else { throw Finding(.manifestFaulty, "two stores have the output '\(output)'") }
      return BulkItem(
        id: source.id, source: source.source, output: folder.hasSuffix("/") ? folder + output : "\(folder)/\(output)")
    }
  }

  private static func shortOutput(_ id: String) -> String {
    let path = relative(id)
    let name = path.split(separator: "/").last ?? ""
    guard let dot = name.lastIndex(of: "."), dot != name.startIndex else { return path + ".store" }
    return path.dropLast(name.distance(from: dot, to: name.endIndex)) + ".store"
  }

  /// An id without what would lead out of the output folder.
  private static func relative(_ id: String) -> String {
    id.split(separator: "/").filter { $0 != ".." && $0 != "." }.joined(separator: "/")
  }
}
