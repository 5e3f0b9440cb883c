internal import HeirloomFindings
internal import Foundation
internal import HeirloomBytes
internal import HeirloomSchema

/// The models that Xcode keeps and compiles: `.xcdatamodel`, `.xcdatamodeld`, `.mom`, `.momd`.
///
/// What a path is, its contents say, and not its extension: bundles are folders, and are often renamed.
package enum ModelFile {
  /// Reads every version a path holds.
  /// - Throws: a finding when there is nothing there, or nothing that can be read: `no-such-input`, `input-unreadable`,
  ///   `model-damaged`, `model-xcode3`. A damaged version of a bundle is recorded, and the others are read.
  package static func read(_ path: String) throws -> ModelFileContents {
    var isFolder: ObjCBool = false
    guard FileManager.default.fileExists(atPath: path, isDirectory: &isFolder) else {
      throw Finding(.noSuchInput, "there is no '\(path)'", at: .file(path))
    }
    if !isFolder.boolValue { return try single(path, named: stem(path)) }
    let names = try contents(of: path)
    if names.contains("contents") || names.contains("elements") { return try single(path, named: stem(path)) }
    if names.contains("VersionInfo.plist") || names.contains(where: { $0.hasSuffix(".mom") }) {
      return try bundle(path, names.filter { $0.hasSuffix(".mom") }, marker: versionInfo)
    }
    let sources = names.filter { $0.hasSuffix(".xcdatamodel") }
    guard !sources.isEmpty else { throw Finding(.modelDamaged, "'\(path)' holds no model", at: .file(path)) }
    return try bundle(path, sources, marker: currentVersionFile)
  }

  /// Whether a path looks like a model, without reading it whole.
  package static func isModel(_ path: String) -> Bool {
    let names = (try? contents(of: path)) ?? []
    if names.contains("contents") || names.contains("VersionInfo.plist") { return true }
    // That it is one which cannot be read, or holds nothing, reading it tells.
    let bundle = path.hasSuffix("/") ? String(path.dropLast()) : path
    var isFolder: ObjCBool = false
    if [".xcdatamodeld", ".xcdatamodel", ".momd"].contains(where: bundle.hasSuffix),
      FileManager.default.fileExists(atPath: path, isDirectory: &isFolder), isFolder.boolValue
    {
      return true
    }
    if names.contains(where: { $0.hasSuffix(".mom") || $0.hasSuffix(".xcdatamodel") }) { return true }
    // Opening a pipe waits for a writer, and takes what it reads from whoever comes next.
    guard names.isEmpty, isRegular(path), let file = FileHandle(forReadingAtPath: path),
      let start = try? file.read(upToCount: 4096)
    else {
      return false
    }
    try? file.close()
    if BinaryPropertyList.begins(Array(start)) { return path.hasSuffix(".mom") }
    return String(decoding: start, as: UTF8.self).contains("com.apple.IDECoreDataModeler.DataModel")
  }

  // MARK: - One version

  private static func single(_ path: String, named name: String) throws -> ModelFileContents {
    let (schema, findings) = try version(path, named: name)
    return ModelFileContents(versions: [schema], current: name, findings: findings)
  }

  private static func version(_ path: String, named name: String) throws -> (Schema, [Finding]) {
    var file = path
    let names = (try? contents(of: path)) ?? []
    if names.contains("contents") {
      file += "/contents"
    } else if names.contains("elements") {
      throw Finding(
        .modelElementsFormat, "'\(path)' is a model of Xcode 3 or earlier, in a binary form of its own", at: .file(path))
    }
    let bytes = try read(file: file)
    var (schema, findings) = try parse(bytes, path: file)
    schema.name = name
    for index in findings.indices where findings[index].place == nil { findings[index].place = .file(path) }
    return (schema, findings)
  }

  private static func parse(_ bytes: [UInt8], path: String) throws -> (Schema, [Finding]) {
    if BinaryPropertyList.begins(bytes) {
      do { return try ModelArchive.read(bytes) } catch var finding as Finding {
        finding.message = "'\(path)': \(finding.message)"
        finding.place = .file(path)
        throw finding
      }
    }
    var reader = XcodeModelReader(path: path)
    do {
      let schema = try reader.read(try MarkupParser.parse(bytes, depthLimit: 32))
      return (schema, reader.findings)
    } catch let error as BytesError {
      throw Finding(.modelDamaged, "'\(path)' is not a well-formed XML model: \(error)", at: .file(path))
    }
  }

  // MARK: - Bundles

  private static func bundle(
    _ path: String, _ names: [String], marker: (String, inout ModelFileContents) throws -> Void
  ) throws -> ModelFileContents {
    var result = ModelFileContents(versions: [])
    var refusal: Finding?
    for name in names.sorted(by: { isNaturallyOrdered(stem($0), before: stem($1)) }) {
      do {
        let (schema, findings) = try version(path + "/" + name, named: stem(name))
        result.versions.append(schema)
        result.findings += findings
      } catch let finding as Finding {
        refusal = refusal ?? finding
        result.findings.append(finding)
      }
    }
    if result.versions.isEmpty, let refusal { throw refusal }
    try marker(path, &result)
    if let current = result.current, result.version(named: current) == nil {
      result.findings.append(
        Finding(.modelVersionMissing, "the current version '\(current)' is not in '\(path)'", at: .file(path)))
    }
    if result.current == nil { result.current = result.versions.count == 1 ? result.versions[0].name : nil }
    if result.current == nil {
      result.findings.append(
        Finding(.modelCurrentUnknown, "'\(path)' does not say which of its versions is current", at: .file(path)))
    }
    return result
  }

  /// `.xccurrentversion`: one key, whose value brings its extension along. The file, and the key, may be missing.
  private static func currentVersionFile(_ path: String, _ result: inout ModelFileContents) {
    guard let list = try? PropertyList(read(file: path + "/.xccurrentversion")) else { return }
    result.current = list["_XCCurrentVersionName"]?.string.map { stem($0) }
  }

  /// `VersionInfo.plist` of a compiled bundle: the current version, and the hashes of all.
  private static func versionInfo(_ path: String, _ result: inout ModelFileContents) throws {
    guard let bytes = try? read(file: path + "/VersionInfo.plist") else { return }
    guard let list = try? PropertyList(bytes) else {
      result.findings.append(
        Finding(.modelDamaged, "'\(path)/VersionInfo.plist' cannot be read", at: .file(path), severity: .warning))
      return
    }
    result.current = list["NSManagedObjectModel_CurrentVersionName"]?.string
    for (version, entities) in list["NSManagedObjectModel_VersionHashes"]?.dictionary ?? [:] {
      result.recordedHashes[version] = entities.dictionary.map(hashes)
    }
    for (version, checksum) in list["NSManagedObjectModel_VersionChecksums"]?.dictionary ?? [:] {
      result.recordedChecksums[version] = checksum.string ?? checksum.data.map { Data($0).base64EncodedString() }
    }
    for version in result.recordedHashes.keys.sorted() where result.version(named: version) == nil && version != result.current {
      result.findings.append(Finding(.modelVersionMissing, "version '\(version)' of '\(path)' has no file", at: .file(path)))
    }
  }

  private static func hashes(_ entries: [String: PropertyList]) -> [EntityName: [UInt8]] {
    Dictionary(
      entries.compactMap { name, value in value.data.map { (EntityName(name), $0) } }, uniquingKeysWith: { first, _ in first })
  }

  // MARK: - Files

  private static func read(file path: String) throws -> [UInt8] {
    guard let data = FileManager.default.contents(atPath: path) else {
      throw Finding(.inputUnreadable, "'\(path)' cannot be read", at: .file(path))
    }
    return Array(data)
  }

  private static func isRegular(_ path: String) -> Bool {
    let resolved = URL(fileURLWithPath: path).resolvingSymlinksInPath().path
    return (try? FileManager.default.attributesOfItem(atPath: resolved))?[.type] as? FileAttributeType == .typeRegular
  }

  private static func contents(of path: String) throws -> [String] {
    do { return try FileManager.default.contentsOfDirectory(atPath: path) } catch {
      throw Finding(.inputUnreadable, "'\(path)' cannot be read", at: .file(path))
    }
  }

  /// The last part of a path without its extension, where the extension is a model's: a version may be called `2.101.0`.
  private static func stem(_ path: String) -> String {
    var name = path.split(separator: "/").last.map(String.init) ?? path
    for ending in [".xcdatamodeld", ".xcdatamodel", ".momd", ".mom"] where name.hasSuffix(ending) {
      name.removeLast(ending.count)
    }
    return name
  }
}
