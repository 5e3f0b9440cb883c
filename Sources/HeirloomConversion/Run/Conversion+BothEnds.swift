internal import HeirloomFindings
internal import HeirloomMapping
internal import HeirloomSQLite
internal import HeirloomSchema

/// The other end of a link that the store holds at both: of a one-to-one relationship, and of one that is its own inverse, such as
/// that between spouses or friends.
extension Conversion {
  /// A one-to-one relationship stands in both tables: fills the other end from this one.
  func mirror(_ link: LinkAssignment, _ target: EntityName) throws {
    guard !link.relationship.isToMany, let inverse = plan.target.inverse(of: link.relationship), !inverse.isToMany,
      !isOwnInverse(link.relationship)
    else { return }
    let here = try placement(of: target), there = try placement(of: link.relationship.destination)
    guard case .column(let near, _, _)? = here.relationships[link.relationship.name],
      case .column(let far, let entityColumn, _)? = there.relationships[inverse.name]
    else { return }
    let pairs =
      "SELECT \(sqlName(here.keyColumn)) AS a, \(sqlName(near)) AS b, NULL AS n, 0 AS p FROM main.\(sqlName(here.table)) WHERE \(sqlName(near)) IS NOT NULL"
    _ = try adopt(pairs, link, target, far, entityColumn, "link \(link.relationship.destination).\(inverse.name)")
  }

  // MARK: - A relationship that is its own inverse

  func isOwnInverse(_ relationship: Relationship) -> Bool {
    guard let inverse = plan.target.inverse(of: relationship) else { return false }
    return inverse.name == relationship.name && inverse.destination == relationship.destination
  }

  /// Adds the directions that no link of the source stands for.
  ///
  /// They count as links that were there: whoever is somebody's friend has a friend.
  /// - Throws: a `Finding` where a to-one would have to lead to two records.
  func completeOwnInverse(of link: LinkAssignment, _ target: EntityName, _ row: inout Ledger.Links) throws {
    guard isOwnInverse(link.relationship) else { return }
    let here = try placement(of: target), title = "link \(target).\(link.relationship.name) the other way"
    let added: Int64
    switch here.relationships[link.relationship.name] {
    case .joinTable(let table, let ownerColumn, let targetColumn, let orderColumn):
      let (a, b) = (sqlName(ownerColumn), sqlName(targetColumn))
      let order = orderColumn.map { (", \(sqlName($0))", ", 0") } ?? ("", "")
      added = try execute(
        title,
        "INSERT OR IGNORE INTO main.\(sqlName(table)) (\(a), \(b)\(order.0)) SELECT \(b), \(a)\(order.1) FROM main.\(sqlName(table))",
        at: link.place)
    case .column(let column, let entityColumn, _):
      let (key, one) = (sqlName(here.keyColumn), sqlName(column))
      let pairs = "SELECT \(key) AS a, \(one) AS b FROM main.\(sqlName(here.table)) WHERE \(one) IS NOT NULL"
      let torn = try connection.count(
        "SELECT count(*) FROM (SELECT k FROM (SELECT a AS k, b AS x FROM (\(pairs)) UNION SELECT b, a FROM (\(pairs))) GROUP BY k HAVING count(*) > 1)"
      )
      guard torn == 0 else {
        throw Finding(
          .sharedChild,
          "\(torn) record\(torn == 1 ? "" : "s") of '\(target)' would have several '\(link.relationship.name)', which is its own inverse",
          at: link.place.map { .text($0) }, count: Int(torn))
      }
      let entity = entityColumn.flatMap { name in here.entityNumber.map { ", \(sqlName(name)) = \($0)" } } ?? ""
      added = try execute(
        title,
        "UPDATE main.\(sqlName(here.table)) SET \(one) = s.a\(entity) FROM (\(pairs)) AS s WHERE \(key) = s.b AND \(one) IS NULL",
        at: link.place)
    default: return
    }
    row.before += added
    row.after += added
  }
}
