internal import HeirloomArchive
internal import HeirloomBytes
internal import HeirloomCoreDataModel
internal import HeirloomFindings
internal import HeirloomSchema

/// Reads Core Data's binary store: a header of 64 bytes, a keyed archive of the objects, and the metadata.
///
/// Known from programs that read and write such files, never seen in a sample: every such store carries the finding
/// `binary-store-unproven`. The values of an object have places and no names; the model gives the names.
struct BinaryStoreReader {
  private let stager: Stager
  private let facts: AtomicStoreFacts
  private let model: Schema?
  private static let largest = 1 << 30

  init(_ stager: Stager, _ facts: AtomicStoreFacts, model: Schema?) {
    self.stager = stager
    self.facts = facts
    self.model = model
  }

  func read(_ stream: any ByteStream) throws {
    let bytes = try stream.all(
      limit: BinaryStoreReader.largest, or: damage("it is larger than \(BinaryStoreReader.largest) bytes"))
    // docs/formats/archives.md: offset and length of the metadata at 16 and 24, of the objects at 32 and 40, big-endian.
    guard bytes.count >= 64, let metadata = BinaryStoreReader.part(bytes, 16), let objects = BinaryStoreReader.part(bytes, 32)
    else {
      throw damage("its header points outside of the file")
    }
    facts.findings.append(
      Finding(
        .binaryStoreUnproven, "the file is read as a Core Data binary store, whose form is not proven on a sample",
        at: .file(facts.file)))
    readMetadata(metadata)
    let archive: KeyedArchive
    do { archive = try KeyedArchive(objects) } catch { throw damage("\(error)") }
    guard let entries = archive[root: "mapData"]?.entries else { throw damage("its objects are not where they should be") }
    var owners: [Int64: StagedEntity] = [:], links: [(owner: Int64, name: String, target: Int64, position: Int)] = []
    var values = KeyedArchiveRecords(facts.file, size: objects.count)
    for (key, node) in entries {
      guard let name = node["NSEntityName"]?.string, let id = node["NSPrimaryKey64"]?.integer ?? key.integer else { continue }
      let entity = stager.entity(name)
      owners[id] = entity
      try stager.add(record(node, name, &values), to: entity, id: id)
      for (relationship, targets) in node["NSRelatedNodes"]?.namedEntries ?? [] {
        for (position, target) in (targets.elements ?? [targets]).enumerated() {
          if let target = target.integer ?? target["NSPrimaryKey64"]?.integer {
            links.append((id, relationship, target, position))
          }
        }
      }
    }
    for link in links { try stage(link, owners) }
  }

  private static func part(_ bytes: [UInt8], _ place: Int) -> [UInt8]? {
    func number(_ start: Int) -> UInt64 { bytes[start..<start + 8].reduce(0) { $0 << 8 | UInt64($1) } }
    let (start, length) = (number(place), number(place + 8))
    guard start <= UInt64(bytes.count), length <= UInt64(bytes.count) - start else { return nil }
    return Array(bytes[Int(start)..<Int(start + length)])
  }

  private func readMetadata(_ bytes: [UInt8]) {
    guard let list = try? PropertyList(bytes), let dictionary = list.dictionary else { return }
    if dictionary["$archiver"] == nil { facts.metadata = dictionary }
  }

  /// With a model of as many attributes the values belong to them in order of their names; else they are numbered.
  private func record(_ node: KeyedArchive.Node, _ entity: String, _ values: inout KeyedArchiveRecords) throws -> Record {
    let elements = node["NSAttributeValues"]?.elements ?? []
    let attributes = (model?.attributes(of: EntityName(entity)) ?? []).filter { !$0.isTransient }.sorted { $0.name < $1.name }
    var record = Record()
    for (index, element) in elements.enumerated() {
      let name = attributes.count == elements.count ? attributes[index].name.text : "attribute\(index + 1)"
      let value = element.className == "NSNull" ? RecordValue.null : values.value(element)
      switch value {
      case .object, .list, .set, .dictionary, .reference: record.members.append((name, .text(value.json)))
      default: record.members.append((name, value))
      }
    }
    return record
  }

  private func stage(_ link: (owner: Int64, name: String, target: Int64, position: Int), _ owners: [Int64: StagedEntity]) throws {
    guard let entity = owners[link.owner] else { return }
    if facts.relationships[entity.key]?[link.name] == nil {
      let declared = model?.relationship(PropertyName(link.name), of: EntityName(entity.key))
      facts.relationships[entity.key, default: [:]][link.name] = AtomicStoreFacts.Declaration(
        destination: declared?.destination.text ?? owners[link.target]?.key ?? entity.key, minimum: 0, maximum: 0,
        list: try stager.emptyList(of: link.name, entity))
    }
    try facts.relationships[entity.key]?[link.name]?.list.link(link.owner, link.position, link.target)
  }

  private func damage(_ what: String) -> Finding {
    Finding(.propertyListDamaged, "the Core Data binary store cannot be read: \(what)", at: .file(facts.file))
  }
}
