internal import Foundation
internal import HeirloomBytes
internal import HeirloomFindings
internal import HeirloomCoreDataModel
internal import HeirloomMapping
internal import HeirloomReading
internal import HeirloomSchema
internal import HeirloomSwiftSource

/// A mapping file with the target schema that it names.
///
/// ```swift
/// let mapping = try Mapping(contentsOf: "notes.mapping.swift")
/// let findings = try mapping.check(against: "Notes.sqlite")
/// ```
public struct Mapping: Sendable {
  public let path: String
  let text: String
  let file: MappingFile
  let functions: [MappingFunction]
  let target: Schema
  /// The target is a model of Core Data, not SwiftData source.
  let isModelFile: Bool
  /// What reading the schema's source brought to light.
  let targetFindings: [Finding]
  /// How parts of the source continue in the target and why others end, when the two are versions of one schema.
  private(set) var continuation: Continuation?

  /// What a lightweight migration knows without a mapping.
  struct Continuation: Sendable {
    /// The target with the names that its parts have in the source as their renaming identifiers.
    var target: Schema
    /// Why anything else of the source is left behind.
    var reason: String
    var ended: [(entity: EntityName, property: PropertyName?, reason: String)]
  }

  /// A mapping between two versions of one schema, its declarations already read.
  init(
    path: String, text: String, file: MappingFile, target: Schema, isModelFile: Bool, functions: [MappingFunction] = [],
    continuation: Continuation? = nil
  ) {
    self.path = path
    self.text = text
    self.file = file
    self.functions = functions
    self.target = target
    self.isModelFile = isModelFile
    targetFindings = []
    self.continuation = continuation
  }

  /// Reads a mapping and the schema source beside it.
  /// - Throws: a `Finding` when a file is missing, the mapping names no schema, or the schema has no such version.
  /// - Parameter functions: functions of the caller's own, which the mapping may call by their names.
  public init(contentsOf path: String, functions: [MappingFunction] = []) throws {
    self.path = path
    self.functions = functions
    let data = try FilePlace.contents(of: path, as: "mapping")
    guard let text = String(validating: data, as: UTF8.self) else {
      throw Finding(.mappingSyntax, "'\(path)' is not UTF-8 text", at: .file(path))
    }
    self.text = text
    file = MappingFile.read(text, path: path)
    let source = try Mapping.schema(of: file, besides: path)
    isModelFile = source.isModelFile
    target = source.schema
    targetFindings = source.findings
  }

  /// The SHA-256 of the mapping's text and of the schema it names, in hex: the same for whatever converts alike.
  public var digest: String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    let schema = (try? encoder.encode(SchemaJSON(target))).map { [UInt8]($0) } ?? []
    return Digest.hex(Digest.sha256(Array(text.utf8) + [0] + schema))
  }

  private static func schema(
    of file: MappingFile, besides path: String
  ) throws -> (schema: Schema, isModelFile: Bool, findings: [Finding]) {
    var files: [MappingFile.Named] = [], version: MappingFile.Named?, place: TextPlace?
    for declaration in file.declarations {
      if case .target(let named, let wanted) = declaration.kind { (files, version, place) = (named, wanted, declaration.place) }
    }
    guard !files.isEmpty else {
      if let mistake = file.findings.first { throw mistake }
      throw Finding(
        .missingSchema, "the mapping names no target schema", at: place.map { .text($0) } ?? .file(path),
        help: "let target = Schema(\"Schema.swift\", version: SchemaV2.self)")
    }
    // What comes through a pipe stands in no folder: its paths start at the current one.
    let type = (try? FileManager.default.attributesOfItem(atPath: URL(fileURLWithPath: path).resolvingSymlinksInPath().path))?[
      .type]
    let isFile = type as? FileAttributeType == .typeRegular
    let folder =
      isFile
      ? URL(fileURLWithPath: path).deletingLastPathComponent() : URL(fileURLWithPath: FileManager.default.currentDirectoryPath)
    var paths: [String] = []
    for named in files {
      let resolved = named.text.hasPrefix("/") ? named.text : folder.appendingPathComponent(named.text).relativePath
      guard FileManager.default.fileExists(atPath: resolved) else {
        throw Finding(
          .missingSchema, "there is no schema file '\(named.text)'", at: .text(named.place),
          help: "paths start at the mapping's folder")
      }
      paths.append(resolved)
    }
    let source = try VersionedSource.reading(paths)
    if let fatal = source.findings.first(where: { $0.severity == .error }), source.versions.isEmpty { throw fatal }
    let isModelFile = paths.contains { ModelFile.isModel($0) }
    if let version {
      let short = version.text.split(separator: ".").last.map { String($0) } ?? version.text
      guard let schema = source.version(named: version.text) ?? source.version(named: short) else {
        let help = closestName(to: short, among: source.versions.map(\.name)).map { "did you mean '\($0)'?" }
        throw Finding(.missingSchema, "the schema has no version '\(version.text)'", at: .text(version.place), help: help)
      }
      return (schema, isModelFile, source.findings)
    }
    // Without a word, the version that the plan ends with, or the only one.
    let last =
      source.plans.first?.schemas.last.flatMap { source.version(named: $0) }
      ?? (isModelFile || source.versions.count == 1 ? source.versions.last : nil)
    guard let last else {
      let names = source.versions.map(\.name).joined(separator: ", ")
      throw Finding(
        .missingSchema,
        source.versions.isEmpty ? "the schema's source declares no model" : "the schema has several versions: \(names)",
        at: place.map { .text($0) }, help: source.versions.first.map { "add 'version: \($0.name).self'" })
    }
    return (last, isModelFile, source.findings)
  }

  /// The word of `let source = CoreData()`, and where it stands.
  private var sourceKind: (word: String, place: TextPlace)? {
    for declaration in file.declarations { if case .source(let word) = declaration.kind { return (word, declaration.place) } }
    return nil
  }

  /// Checks the mapping against a store's schema.
  func plan(for store: any LegacyStore, allowsUnmapped: Bool) -> (plan: Plan, findings: [Finding]) {
    var findings = targetFindings
    for (entity, names) in target.namesThatDifferInCase {
      findings.append(
        Finding(
          .namesAlike, "names of '\(entity)' differ in case only: \(names.map { "'\($0)'" }.joined(separator: ", "))",
          at: .file(path)))
    }
    if let (word, place) = sourceKind {
      let kinds: [StoreIdentity.Kind]? =
        switch word {
        case "CoreData": [.coreData, .swiftData, .coreDataXML, .coreDataBinary]
        case "SwiftData": [.swiftData, .coreData]
        case "Realm": [.realm]
        case "Archive": [.archive]
        case "Store": nil
        default: []
        }
      if let kinds, kinds.isEmpty {
        findings.append(
          Finding(
            .wrongSourceKind, "there is no kind of store '\(word)'", at: .text(place),
            help: "CoreData(), SwiftData(), Realm(), Archive() or Store()"))
      } else if let kinds, !kinds.contains(store.identity.kind), !(store.identity.exportedFrom.map(kinds.contains) ?? false) {
        findings.append(
          Finding(
            .wrongSourceKind, "the mapping is for \(word), and '\(store.identity.path)' is \(store.identity.kind.rawValue)",
            at: .text(place)))
      }
    }
    let checked = plan(from: store.schema, allowsUnmapped: allowsUnmapped)
    return (checked.plan, findings + checked.findings)
  }

  /// Checks the mapping against a schema.
  func plan(from source: Schema, allowsUnmapped: Bool) -> (plan: Plan, findings: [Finding]) {
    let known = Dictionary(functions.map { ($0.name, $0.signature) }, uniquingKeysWith: { first, _ in first })
    var checker = Checker(
      source: source, target: continuation?.target ?? target, callerFunctions: known, allowsUnmapped: allowsUnmapped)
    if let continuation {
      checker.impliedDrop = continuation.reason
      checker.followsIdentifiersOnly = true
      for part in continuation.ended { checker.drop(part.property, of: part.entity, because: part.reason) }
    }
    let plan = checker.check(file)
    return (plan, checker.findings)
  }
}
