internal import HeirloomMapping
internal import HeirloomSQLite
internal import HeirloomSchema

extension Interpreter {
  /// The rows that a rule is about, each with the key under which it is numbered.
  func scopes(of rule: RecordRule) -> [(row: Int64, scope: Scope)] {
    switch rule.origin {
    case .entity(let entity):
      return (records[entity] ?? [:]).keys.sorted().map { ($0, Scope(key: $0, locals: rule.locals)) }
    case .links(let entity, let property):
      guard let destination = plan.source.relationship(property, of: entity)?.destination else { return [] }
      let sound = (links["\(entity).\(property)"] ?? []).filter {
        records[entity]?[$0.owner] != nil && records[destination]?[$0.target] != nil
      }.sorted { ($0.owner, $0.target) < ($1.owner, $1.target) }
      return sound.enumerated().map { index, link in
        var scope = Scope(key: link.owner, locals: rule.locals)
        scope.target = link.target
        scope.position = Int64(sound[..<index].count { $0.owner == link.owner })
        return (Int64(index + 1), scope)
      }
    case .values(let entity, let expression):
      var words: Set<SQLiteValue> = []
      for key in (records[entity] ?? [:]).keys {
        guard case .list(let list)? = try? value(expression, Scope(key: key, locals: [])) else { continue }
        words.formUnion(list.filter { !$0.isNull })
      }
      return words.sorted { compare($0, $1) < 0 }.enumerated().map { index, word in
        var scope = Scope(key: 0, locals: rule.locals)
        scope.value = word
        return (Int64(index + 1), scope)
      }
    case .elements, .constant: return []
    }
  }
}
