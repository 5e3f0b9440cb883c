internal import HeirloomFindings

/// A Realm file, opened: its bytes in the clear, and its tables.
final class RealmFile {
  let path: String
  /// The file as it was before its bytes were mapped.
  let stamp: FileStamp
  let image: RealmImage
  let header: RealmHeader
  /// The size of the file itself.
  let size: Int
  let isEncrypted: Bool
  /// Damaged values count as NULL, damaged objects and collections are left out.
  let isSalvaged: Bool
  private(set) var tables: [RealmTable] = []
  private(set) var schemaVersion: Int64?
  private(set) var findings: [Finding] = []

  /// Opens and understands a file; reads its schema and where its objects are, but no values.
  ///
  /// - Throws: a finding when it is no Realm file, is encrypted with another key, or its outermost parts are damaged.
  init(_ path: String, key: [UInt8]?, salvage isSalvaged: Bool) throws {
    self.path = path
    self.isSalvaged = isSalvaged
    try RealmRecognition.refuseSideFile(path)
    if let key, key.count != 64 {
      throw Finding(.realmKeyLength, "the key has \(key.count) bytes instead of 64", at: .file(path))
    }
    stamp = try FileStamp(of: path)
    let mapped = try RealmImage.map(path)
    size = mapped.bytes.count
    let isPlain = RealmHeader.hasMark(mapped.bytes)
    if let key, !isPlain {
      guard mapped.bytes.count >= 2 * RealmDecryption.pageSize else { throw RealmRecognition.refusal(mapped.bytes, path: path) }
      image = try RealmDecryption.open(path, key: key)
      isEncrypted = true
    } else {
      guard isPlain else { throw RealmRecognition.refusal(mapped.bytes, path: path) }
      image = mapped
      isEncrypted = false
      if key != nil {
        findings.append(Finding(.realmNotEncrypted, "'\(path)' is not encrypted; the key was not used", at: .file(path)))
      }
      if RealmRecognition.looksConvertedToText(mapped.bytes) {
        throw Finding(.realmTextConversion, "'\(path)' has a CR before every LF, which no Realm file has", at: .file(path))
      }
    }
    header = try RealmHeader(image.bytes, path: path)
    guard header.top != 0 else { return }
    do { try readGroup() } catch let damage as RealmDamage {
      throw Finding(.realmDamaged, "'\(path)' is damaged: \(damage)", at: .file(path))
    }
  }

  /// `[table names, table references, logical size, …]`: the slots after these hold free space and history.
  private func readGroup() throws {
    let bytes = image.bytes
    let top = try bytes.node(at: header.top)
    guard (2...12).contains(top.integerCount) else {
      throw RealmDamage("a top with another number of slots than any real one", at: top.offset)
    }
    if let stated = try top.slot(2).number, stated > Int64(bytes.count) {
      let text = "'\(path)' has \(bytes.count) bytes and says that it has \(stated)"
      guard isSalvaged else { throw Finding(.realmTruncated, text, at: .file(path)) }
      findings.append(Finding(.realmSalvaged, text, at: .file(path)))
    }
    guard let namesReference = try top.slot(0).reference, let tablesReference = try top.slot(1).reference else {
      throw RealmDamage("a top without tables", at: top.offset)
    }
    let names = try LeafReader(try bytes.node(at: namesReference), bytes, LeafLayout(.text))
    let references = try bytes.node(at: tablesReference)
    guard names.count >= references.integerCount else { throw RealmDamage("fewer names than tables", at: references.offset) }
    for slot in 0..<references.integerCount {
      // An odd or zero entry is a place that was freed.
      guard let reference = try references.slot(slot).reference else { continue }
      var name = "table \(slot)"
      do {
        let value = try names.value(at: slot)
        try bytes.require(value)
        if case .text(let span) = value { name = String(decoding: span, as: UTF8.self) }
        tables.append(try readTable(reference, name: name, slot: Int64(slot)))
      } catch {
        findings.append(
          Finding(damageKind, "the table '\(name)' cannot be read: \(error)", at: .store(StorePlace(file: path, entity: name)))
        )
      }
    }
    readSchemaVersion()
    readOldPrimaryKeys()
  }

  private func readTable(_ reference: Int64, name: String, slot: Int64) throws(RealmDamage) -> RealmTable {
    let top = try image.bytes.node(at: reference)
    // A file whose upgrade to format 10 was interrupted still says 9, but has tables of the new kind.
    let hasOldColumns = if case .reference = try top.slot(1) { true } else { false }
    let isClusters = header.version >= 10 || (top.integerCount > 2 && !hasOldColumns)
    return isClusters
      ? try ClusterTable.read(reference, name: name, slot: slot, in: image.bytes)
      : try ColumnTable.read(top, name: name, slot: slot, in: image.bytes)
  }

  /// What a damaged part is: a finding that ends the run, or a loss that the user has agreed to.
  var damageKind: FindingKind { isSalvaged ? .realmSalvaged : .realmDamaged }

  /// The table that a link's table number stands for: the number itself, or its lower 16 bits.
  func table(withKey key: Int64) -> RealmTable? {
    tables.first { $0.key == key } ?? tables.first { $0.key & 0xFFFF == key & 0xFFFF }
  }

  private func readSchemaVersion() {
    guard let table = tables.first(where: { $0.name == "metadata" }), table.rowCount > 0,
      let column = table.columns.first(where: { $0.name == "version" }),
      case .integer(let version)? = try? RowReader(table).value(of: column, row: 0), version >= 0
    else { return }
    schemaVersion = version
  }

  private func text(of column: RealmColumn, _ reader: RowReader, _ row: Int) -> String? {
    guard let value = try? reader.value(of: column, row: row), (try? image.bytes.require(value)) != nil,
      case .text(let span) = value
    else { return nil }
    return String(decoding: span, as: UTF8.self)
  }

  /// Before format 10 (and in some files after) a table `pk` says which property is the primary key of which class.
  private func readOldPrimaryKeys() {
    guard let table = tables.first(where: { $0.name == "pk" }),
      let classes = table.columns.first(where: { $0.name == "pk_table" }),
      let properties = table.columns.first(where: { $0.name == "pk_property" })
    else { return }
    let reader = RowReader(table)
    for row in 0..<table.rowCount {
      guard let name = text(of: classes, reader, row), let property = text(of: properties, reader, row) else { continue }
      let names = (name, property)
      guard let owner = tables.first(where: { $0.name == "class_" + names.0 }) ?? tables.first(where: { $0.name == names.0 }),
        owner.primaryKey == nil
      else { continue }
      owner.primaryKey = owner.columns.firstIndex { $0.name == names.1 && $0.collection == nil }
    }
  }
}
