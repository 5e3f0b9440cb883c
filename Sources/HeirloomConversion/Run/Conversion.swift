package import HeirloomFindings
package import HeirloomMapping
package import HeirloomSQLite
package import HeirloomSchema

/// Runs a plan: fills the tables of a new store from the canonical relations of a legacy one.
///
/// The connection has the target's empty tables in `main` and the legacy relations in `temp`, under `prefix`. All work is
/// SQL: one `INSERT … SELECT` for each rule, and one statement for each relationship that is not a column. Nothing is
/// committed or published here; a run that throws leaves a draft to be thrown away.
package final class Conversion {
  package let plan: Plan
  let connection: Connection
  let layout: StorageLayout
  let prefix: String
  var register: SiteRegister
  var sources: [RuleSource] = []
  /// Links of the source that each assignment carries, by its place in the plan.
  var linkCounts: [Int: (before: Int64, dangling: Int64)] = [:]
  /// Links of survivors that came from those that were merged into them, by the assignment's place in the plan.
  var filledLinks: [Int: Int64] = [:]
  /// The links that went by in the statement that writes them.
  var tally = LinkTally()
  /// Attributes whose nils are counted as they are written, by their places in `fillCounts`.
  var filled: [FilledAttribute: Int] = [:]
  var fillCounts: [Int64] = []
  /// The keys of entities whose keys have no gap, nil for those that have; by entity, as far as it was asked.
  var gaplessRanges: [EntityName: ClosedRange<Int64>?] = [:]
  /// The highest key in use, by target table.
  var highestKeys: [String: Int64] = [:]

  /// Relationships whose shared records are copied, owners before what they own.
  var copied: [CopiedRelationship] = []
  /// The rules whose records were copied, with the table of source rows and copies, in the order of the ledger's lines.
  var copyOutcomes: [(rule: Int, table: String)] = []
  /// How many links the copies add to each end of a relationship: `Home.city`.
  var copiedLinks: [String: Int64] = [:]

  /// The `let`s that were added to rules so that no expression is too deep, by the rules' numbers.
  let addedLets: [Int: Set<Int>]

  private(set) lazy var absentTypes = findAbsentTypes()

  /// Only these records of the source are converted, by entity; all when nil.
  package var only: [EntityName: Set<Int64>]?

  /// Records that are refused before the mapping is asked, with the reason, by the entity that they are of or an ancestor of it.
  package var refused: [(entity: EntityName, key: Int64, reason: String)] = []

  package internal(set) var ledger = Ledger()
  package internal(set) var findings: [Finding] = []
  /// Every statement that moved rows, in order, for `explain`.
  package internal(set) var statements: [ExplainedStatement] = []

  package init(_ plan: Plan, on connection: Connection, layout: StorageLayout, prefix: String) {
    (self.plan, addedLets) = plan.takenApart()
    self.connection = connection
    self.layout = layout
    self.prefix = prefix
    register = SiteRegister(plan.sites)
  }

  /// Why a record was left out, for the number that the fates hold.
  package var sites: [Site] { register.sites }

  /// Converts everything.
  /// - Throws: a `Finding` when required values are missing or keys collide, `SQLiteError` when the engine refuses.
  ///
  /// - Parameter checksUniqueness: false when whoever creates the unique indexes asks `checkUniqueness` why one failed, which saves
  ///   a sort of every unique attribute.
  package func run(checksUniqueness: Bool = true) throws {
    try tellingDepth { try runAll(checksUniqueness) }
  }

  func tellingDepth<Result>(_ body: () throws -> Result) throws -> Result {
    do { return try body() } catch let error as SQLiteError
      where error.message.contains("parser stack overflow") || error.message.contains("tree is too large")
    {
      // SQLite's parser holds a hundred symbols; what stands inside closures cannot be taken apart.
      throw Finding(
        .mappingSyntax, "an expression is nested too deeply for SQLite", at: statements.last?.place.map { .text($0) },
        help: "name what needs no closure's element with 'let', or give it to a function of the caller's")
    }
  }

  private func runAll(_ checksUniqueness: Bool) throws {
    try ConversionFunctions.register(on: connection)
    try registerTally()
    try registerFills()
    try numberRelationships()
    try loadOnly()
    for rule in plan.rules { sources.append(try RuleSource(rule, self)) }
    for source in sources { try decideFates(of: source) }
    try settleFates()
    try treatNilKeys()
    for source in sources { try assignKeys(to: source) }
    try mergeAll()
    try allotCopies()
    tellCopies(as: .copiesMade)
    try countLinks()
    for source in sources { try insertRecords(of: source) }
    for rule in plan.uniques where rule.fills { try fillSurvivors(rule) }
    for index in plan.links.indices { try connect(index) }
    for index in plan.links.indices { try fillOnes(index) }
    try writeCopies()
    try orderLinks()
    for source in sources { try settleLedger(of: source) }
    try addOtherEnds()
    settleLinksOfCopies()
    if checksUniqueness { try checkUniqueness() }
  }

  private func loadOnly() throws {
    guard let only else { return }
    try connection.run("CREATE TEMP TABLE only_records(entity TEXT, key INTEGER, PRIMARY KEY (entity, key)) WITHOUT ROWID")
    for (entity, keys) in only.sorted(by: { $0.key < $1.key }) {
      for key in keys.sorted() {
        try connection.run("INSERT INTO temp.only_records VALUES (?, ?)", [.text(entity.text), .integer(key)])
      }
    }
  }

  // MARK: - Running SQL

  /// Runs a statement that moves rows, and keeps it for `explain`.
  @discardableResult
  func execute(_ title: String, _ sql: String, at place: TextPlace? = nil) throws -> Int64 {
    statements.append(ExplainedStatement(title: title, sql: sql, place: place))
    try connection.run(sql)
    return connection.changes
  }

  func compiler(for rule: RecordRule) -> ExpressionSQL {
    var sql = ExpressionSQL(source: plan.source, prefix: prefix, locals: rule.locals)
    if case .elements = rule.origin { sql.value = "r.value" }
    sql.absent = absentTypes
    return sql
  }

  /// The types of values of any type that the source does not tell.
  private func findAbsentTypes() -> Set<String> {
    var result: Set<String> = []
    for entity in plan.source.entities {
      for attribute in plan.source.attributes(of: entity.name) where attribute.type == .mixed {
        let declarer = plan.source.declarer(of: attribute.name, in: entity.name) ?? entity.name
        let relation =
          attribute.collection == nil
          ? CanonicalRelation.entity(entity.name, prefix: prefix)
          : CanonicalRelation.collection(attribute.name, of: declarer, prefix: prefix)
        let column = attribute.collection == nil ? "\(attribute.name).type" : "type"
        let found = try? connection.count(
          "SELECT count(*) FROM pragma_table_info(\(sqlText(relation))) WHERE name = \(sqlText(column))")
        if found == 0 { result.insert("\(attribute.collection == nil ? entity.name : declarer).\(attribute.name).type") }
      }
    }
    return result
  }

  func placement(of entity: EntityName) throws -> EntityPlacement {
    guard let placement = layout.entities[entity] else {
      throw Finding(.internalFault, "the layout has no place for '\(entity)'")
    }
    return placement
  }
}

/// A statement of a conversion, as `explain` shows it.
package struct ExplainedStatement: Sendable {
  /// What it does, in the terms of the mapping.
  package let title: String
  package let sql: String
  /// The line of the mapping that asked for it.
  package let place: TextPlace?
}
