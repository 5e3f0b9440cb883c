internal import HeirloomFindings
internal import HeirloomReading
internal import HeirloomSchema
internal import HeirloomSwiftSource
internal import HeirloomVersions

extension Store {
  /// A first version of a mapping from this store to a target schema, to be completed by hand.
  ///
  /// Likely matches are filled in; what a person must decide stands as a question, with the likely answer to uncomment.
  /// - Parameter target: the Swift source of the target schema; the version its plan ends with, or the last one, is taken.
  /// - Throws: a `Finding` when the source cannot be read or declares no model.
  public func mappingSkeleton(towards target: String) throws -> String {
    let source = try SwiftDataSource.read(paths: [target])
    let last = source.plans.first?.schemas.last.flatMap { source.version(named: $0) } ?? source.versions.last
    guard let version = last else {
      throw source.findings.first { $0.severity == .error }
        ?? Finding(.noSuchInput, "'\(target)' declares no model", at: .file(target))
    }
    let name = target.split(separator: "/").last.map { String($0) } ?? target
    let kind =
      switch legacy.identity.kind {
      case .realm: "Realm"
      case .archive: "Archive"
      case .swiftData: "SwiftData"
      case .coreData, .coreDataXML, .coreDataBinary: "CoreData"
      }
    return MappingSkeleton(
      from: schema, to: version, store: kind, file: name, suggestions: legacy.suggestedReferences
    ).text
  }
}
