internal import Foundation
internal import HeirloomCoreDataModel
internal import HeirloomFindings
internal import HeirloomMapping
internal import HeirloomReading
public import HeirloomReporting
internal import HeirloomSchema
internal import HeirloomSwiftSource
internal import HeirloomVersions

extension DifferenceReport {
  /// Compares two schemas: stores, models, Swift source, each with `@VERSION` to name one of several versions.
  ///
  /// A word that is no file is a version of the other side's file.
  /// - Parameters:
  ///   - plans: sources whose stages, or the sides' own, may do custom work.
  ///   - mappings: mappings that may do it: their `Stage` blocks, or their target's version.
  /// - Throws: a `Finding` when a side cannot be read or has no such version.
  public static func comparing(
    _ old: String, _ new: String, plans: [String] = [], mappings: [String] = [], options: StoreOptions = StoreOptions()
  ) throws -> DifferenceReport {
    let sides = try SchemaSide.both(old, new, options)
    // A Realm file has no linking objects, whatever its classes declare.
    let from = sides.1.source == nil ? sides.0.schema.withoutLinkingObjects : sides.0.schema
    let to = sides.0.source == nil ? sides.1.schema.withoutLinkingObjects : sides.1.schema
    let difference = SchemaDifference(from: from, to: to)
    var report = DifferenceReport(
      from: sides.0.described, to: sides.1.described, changes: difference.changes.map { Change($0) },
      verdict: difference.verdict.rawValue,
      summary: difference.summary)
    if sides.0.kind != nil { try report.countDuplicates(in: sides.0, difference, options) }
    if difference.verdict == .custom,
      difference.changes.allSatisfy({ $0.need != .custom || LightweightCheck.isDoneByDefault($0, in: to) })
    {
      report.coveredBy = "a lightweight stage, by the defaults of what became required,"
    } else if difference.verdict == .custom {
      report.coveredBy = try Coverage(from: from, to: to, sides: sides, plans: plans, mappings: mappings).name
    }
    return report
  }
}

extension DifferenceReport {
  /// Adds to new constraints how many of the old store's records they have no room for.
  fileprivate mutating func countDuplicates(in side: SchemaSide, _ difference: SchemaDifference, _ options: StoreOptions) throws {
    let way = Continuity(from: difference.from, to: difference.to)
    let indices = changes.indices.filter { difference.changes[$0].kind == .uniquenessAdded }
    if indices.isEmpty { return }
    let duplicates = try StoreDuplicates(side.path, options)
    for index in indices {
      let change = difference.changes[index]
      let constraint = difference.to[change.entity]?.uniqueness.first {
        $0.map { "'\($0)'" }.joined(separator: ", ") == change.after
      }
      guard let constraint, let entity = way.entities[change.entity] else { continue }
      let names = constraint.compactMap { way.attributes[change.entity]?[$0] ?? way.relationships[change.entity]?[$0] }
      guard names.count == constraint.count, let count = try duplicates.count(of: entity, by: names) else { continue }
      changes[index].why +=
        count == 0
        ? "; in this store no two are"
        : "; in this store \(count) \(count == 1 ? "record has" : "records have") to go or be joined"
    }
  }
}

extension DifferenceReport.Change {
  init(_ change: SchemaChange) {
    self.init(
      kind: change.kind.rawValue, entity: change.entity.text, property: change.property?.text, before: change.before,
      after: change.after,
      migration: change.need.rawValue, why: change.why, question: change.question, message: change.message)
  }
}

extension Schema {
  /// The schema as a Realm file keeps it: the other ends of links exist in the source only.
  fileprivate var withoutLinkingObjects: Schema {
    var result = self
    for entity in entities {
      var kept = entity
      kept.relationships.removeAll { $0.isLinkingObjects }
      for index in kept.relationships.indices where inverse(of: kept.relationships[index])?.isLinkingObjects ?? false {
        kept.relationships[index].inverse = nil
      }
      result[entity.name] = kept
    }
    return result
  }
}

extension Relationship {
  fileprivate var isLinkingObjects: Bool { userInfo["realm.linkingObjects"] == "true" }
}
