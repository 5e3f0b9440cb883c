public import HeirloomFindings
internal import HeirloomReading
public import HeirloomReporting
internal import HeirloomSchema
internal import HeirloomSwiftSource
internal import HeirloomVersions

extension SchemaReport {
  /// A first version of a mapping between two schemas, to be completed by hand.
  ///
  /// Likely matches are filled in; what a person must decide stands as a question, with the likely answer to uncomment. Between two
  /// versions of one plan it is a `Stage` for `migrate`.
  /// - Parameters:
  ///   - source: a store, a model or Swift source, with `@VERSION` to name one of several versions.
  ///   - target: Swift source or a model, with `@VERSION`; its last version when none is named.
  /// - Throws: a `Finding` when a side cannot be read or has no such version.
  public static func mappingSkeleton(
    from source: String, to target: String, options: StoreOptions = StoreOptions()
  ) throws -> (text: String, findings: [Finding]) {
    let (from, to) = try SchemaSide.both(source, target, options)
    let isStage = from.source?.version(named: from.schema.name) != nil && from.path == to.path
    let name = to.path.split(separator: "/").last.map { String($0) } ?? to.path
    let skeleton = MappingSkeleton(
      from: from.schema, to: to.schema, in: isStage ? .stage : .mapping(store: from.mappingKind, file: name),
      written: SwiftDataSource.entityNames(for: from.schema), suggestions: from.suggestions)
    return (skeleton.text, from.findings)
  }
}

extension SchemaSide {
  /// How a mapping calls the kind of its source.
  fileprivate var mappingKind: String {
    switch kind {
    case .realm: "Realm"
    case .archive: "Archive"
    case .swiftData: "SwiftData"
    case .coreData, .coreDataXML, .coreDataBinary: "CoreData"
    case nil: path.hasSuffix(".swift") ? "SwiftData" : "CoreData"
    }
  }
}
