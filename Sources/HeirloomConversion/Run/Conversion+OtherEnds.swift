internal import HeirloomFindings
internal import HeirloomMapping
internal import HeirloomSQLite
internal import HeirloomSchema

extension Conversion {
  /// Adds a line to the ledger for the other end of each relationship, which holds the same links.
  func addOtherEnds() throws {
    for link in plan.links {
      guard case .inverse = link.value, let carried = link.carries, let inverse = plan.target.inverse(of: link.relationship)
      else { continue }
      let owner = plan.rules[link.rule].target
      let fillers = plan.links.filter { other in
        other.relationship.name == inverse.name && other.relationship.destination == inverse.destination
          && ledger.links.contains { $0.rule == other.rule }
      }
      let lines = ledger.links.filter { line in
        fillers.contains { line.rule == $0.rule && line.target == "\(plan.rules[$0.rule].target).\(inverse.name)" }
      }
      // With several entities at either end, which links are whose cannot be told from the counts.
      let ends = plan.links.filter { other in
        if case .inverse = other.value {
          return other.relationship.name == link.relationship.name && other.declarer == link.declarer
        }
        return false
      }
      guard lines.count == 1, ends.count == 1, var line = lines.first,
        let filler = fillers.first(where: { $0.rule == line.rule })
      else { continue }
      if filler.carries == nil {
        // Of links that have another origin nothing can be said here; those of a filter are some of the relationship's.
        guard case .records(let collection) = filler.value, let links = collection.links,
          let end = plan.source.relationship(links.property, of: links.declarer), end.inverse == carried.name,
          plan.source.declarer(of: carried.name, in: end.destination) == carried.declarer
        else { continue }
        line.before = try countSound(carried)
        line.skipped = line.before - line.after - line.merged
      }
      line.rule = link.rule
      line.target = "\(owner).\(link.relationship.name)"
      line.source = "\(carried.declarer).\(carried.name)"
      ledger.links.append(line)
    }
  }

  /// The links of a relationship whose two ends exist.
  private func countSound(_ relationship: SourceRelationship) throws -> Int64 {
    let sql = ExpressionSQL(source: plan.source, prefix: prefix)
    guard let found = plan.source.relationship(relationship.name, of: relationship.declarer) else { return 0 }
    let target = sql.relation(found.destination)
    return try connection.count(
      found.isToMany
        ? "SELECT count(*) FROM \(sql.relation(found.name, of: relationship.declarer)) AS c JOIN \(sql.relation(relationship.declarer)) AS o ON o._id = c.owner JOIN \(target) AS t ON t._id = c.target"
        : "SELECT count(*) FROM \(sql.relation(relationship.declarer)) AS o JOIN \(target) AS t ON t._id = o.\(sqlName(found.name.text))"
    )
  }
}
