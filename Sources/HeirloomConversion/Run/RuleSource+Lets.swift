internal import HeirloomMapping
internal import HeirloomSQLite
internal import HeirloomSchema

extension RuleSource {
  /// Computes the `let`s that are too long to stand wherever they are used, once for each row.
  ///
  /// A rule without such `let`s reads nothing. Cost: a pass over the rows for each stage, and a look-up for each use.
  func storeLets(_ conversion: Conversion) throws {
    for (stage, numbers) in LetStages(rule.locals, forced: conversion.addedLets[rule.number] ?? []).stages.enumerated() {
      let table = "lets_\(rule.number)_\(stage)"
      var columns = ["_id INTEGER PRIMARY KEY"], values = [key]
      var known: [Int: StoredLet] = [:]
      func add(_ column: String, _ value: String) -> String {
        columns.append(column)
        values.append(value)
        return "(SELECT t.\(column) FROM temp.\(sqlName(table)) AS t WHERE t._id = \(key))"
      }
      for number in numbers {
        let value = add("v\(number)", sql.sql(rule.locals[number]))
        conversion.register.met = []
        let refusal = sql.refusal(rule.locals[number], rule: rule.number, property: nil, &conversion.register)
        known[number] = StoredLet(
          value: value, refusal: refusal.map { add("s\(number)", $0) }, sites: conversion.register.met.sorted())
      }
      try conversion.connection.run("CREATE TEMP TABLE \(sqlName(table))(\(columns.joined(separator: ", ")))")
      try conversion.execute(
        "compute \(numbers.count) 'let's of \(rule.sourceEntity?.text ?? rule.target.text)",
        "INSERT INTO temp.\(sqlName(table)) SELECT \(values.joined(separator: ",\n       "))\nFROM \(from)\(filter())",
        at: numbers.first.flatMap { rule.locals[$0].place } ?? rule.place)
      sql.stored.merge(known) { $1 }
    }
  }
}
