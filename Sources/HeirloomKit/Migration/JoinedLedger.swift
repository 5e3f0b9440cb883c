internal import HeirloomReporting

/// The ledgers of conversions that follow one another, as one: what became of the first store's records in the last one.
struct JoinedLedger {
  private(set) var entities: [EntityLedger] = []
  private(set) var relationships: [RelationshipLedger] = []
  private(set) var attributes: [AttributeComparison] = []
  private(set) var dropped: [DroppedSource] = []
  private(set) var isEmpty = true

  /// Adds the next conversion.
  mutating func join(_ report: ConversionReport) {
    if isEmpty {
      (entities, relationships, attributes) = (report.entities, report.relationships, report.attributes)
      dropped = report.dropped
      isEmpty = false
      return
    }
    join(report.entities)
    join(report.relationships)
    // What was compared last counts; what a default filled adds up.
    var filled: [String: Int64] = [:]
    for line in attributes { if let count = line.defaulted { filled[line.target] = count } }
    attributes = report.attributes.map { line in
      var line = line
      if let before = filled.removeValue(forKey: line.target) { line.defaulted = (line.defaulted ?? 0) &+ before }
      return line
    }
    attributes += filled.sorted { $0.key < $1.key }.map { AttributeComparison(target: $0.key, defaulted: $0.value) }
    dropped += report.dropped
  }

  private mutating func join(_ next: [EntityLedger]) {
    var result: [EntityLedger] = [], continued: Set<Int> = []
    for line in next {
      let before = entities.indices.filter { entities[$0].target == line.source }
      let written = before.reduce(Int64(0)) { $0 &+ entities[$1].written }
      guard !before.isEmpty, written == line.read else {
        // Links or values that became records, or a part of an entity's records: its own line from here on.
        result.append(line)
        continue
      }
      continued.formUnion(before)
      var joined = line
      joined.source = Set(before.map { entities[$0].source }).sorted().joined(separator: " + ")
      joined.read = before.reduce(Int64(0)) { $0 &+ entities[$1].read }
      joined.skipped = line.skipped &+ before.reduce(Int64(0)) { $0 &+ entities[$1].skipped }
      joined.merged = line.merged &+ before.reduce(Int64(0)) { $0 &+ entities[$1].merged }
      joined.rejected = line.rejected &+ before.reduce(Int64(0)) { $0 &+ entities[$1].rejected }
      result.append(joined)
    }
    // An entity that ended in between: its records were carried so far and left behind there.
    for index in entities.indices
    where !continued.contains(index) && !next.contains(where: { $0.source == entities[index].target }) {
      var ended = entities[index]
      ended.skipped = ended.skipped &+ ended.written
      (ended.written, ended.verified, ended.target) = (0, nil, "-")
      result.append(ended)
    }
    entities = result
  }

  private mutating func join(_ next: [RelationshipLedger]) {
    relationships = next.map { line in
      let before = relationships.filter { $0.target == line.source }
      guard before.count == 1, before[0].after == line.before else { return line }
      var joined = line
      joined.source = before[0].source
      joined.before = before[0].before
      joined.skipped = line.skipped &+ before[0].skipped
      joined.merged = line.merged &+ before[0].merged
      return joined
    }
  }

  /// What a closure did between two conversions: records it deleted are left out, records it inserted come from it.
  mutating func join(_ closure: [ClosureLedger], stage: String) {
    for line in closure {
      if line.deleted > 0 {
        var rest = line.deleted
        for index in entities.indices where entities[index].target == line.entity && rest > 0 {
          let share = min(rest, entities[index].written)
          entities[index].written -= share
          entities[index].skipped = entities[index].skipped &+ share
          entities[index].verified = nil
          rest -= share
        }
      }
      if line.inserted > 0 {
        entities.append(
          EntityLedger(source: "\(line.closure) to \(stage)", target: line.entity, read: line.inserted, written: line.inserted))
      }
    }
  }
}
