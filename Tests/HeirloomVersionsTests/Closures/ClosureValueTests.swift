import HeirloomFindings
import HeirloomKit
import Testing

/// Numbers, dates, enums and collections, over the shop of `ClosureTrial`.
struct ClosureValueTests {
  /// Sets the first item's label to the value of an expression.
  private func label(_ expression: String, sources: String = "", clock: Double? = nil) throws -> String? {
    try ClosureTrial.answer(
      """
      let items = try context.fetch(FetchDescriptor<V2.Item>(sortBy: [SortDescriptor(\\.quantity)]))
      items[0].label = "\\(\(expression))"
      """, sources: sources, clock: clock, "SELECT label FROM Item WHERE _id = 1"
    ).first
  }

  @Test(arguments: [
    // As a Double the first is 0.30000000000000004, and the second loses its last digits.
    ("(Decimal(string: \"0.1\") ?? 0) + (Decimal(string: \"0.2\") ?? 0)", "0.3"),
    ("(Decimal(string: \"12345678901234567890.12\") ?? 0) * 2", "24691357802469135780.24"),
    ("items.map(\\.price).reduce(0, +)", "60"), ("items[0].price * Decimal(items[1].quantity)", "9"),
    ("items.reduce(Decimal(0)) { $0 + $1.price * Decimal($1.quantity) }", "1237.5"),
    ("items[2].price > items[1].price && items[0].price == 1.5", "true"),
    ("-items[0].price / 2", "-0.75"), ("items.map(\\.price).max() ?? 0", "10.5"),
    ("Int(NSDecimalNumber(decimal: items[1].price).doubleValue.rounded(.down))", "2"),
  ]) func `decimals are exact`(_ expression: String, _ expected: String) throws {
    // 1.5·3 + 2.5·6 + … + 10.5·30 = 3·(1·1.5 + 2·2.5 + … + 10·10.5) = 3·(385 + 27.5)
    #expect(try label(expression) == expected)
  }

  @Test func `a decimal is stored as its digits say`() throws {
    let totals = try ClosureTrial.answer(
      "for item in try context.fetch(FetchDescriptor<V2.Item>()) { item.total = item.price * Decimal(item.quantity) + Decimal(string: \"0.1\")! }",
      "SELECT total FROM Item ORDER BY _id LIMIT 3")
    // 1.5·3, 2.5·6, 3.5·9, each and a tenth.
    #expect(totals == ["4.6", "15.1", "31.6"])
  }

  @Test(arguments: [
    ("V2.Status(rawValue: \"closed\") == .closed", "true"), ("V2.Status(rawValue: \"lost\") == nil", "true"),
    ("V2.Status.allCases.count", "3"), ("V2.Status.allCases.map(\\.rawValue).joined()", "draftopenclosed"),
    ("items[0].status.rawValue", "open"), ("items.filter { $0.status == V2.Status.draft }.count", "3"),
    ("Dictionary(grouping: items, by: \\.status)[.closed]?.count ?? 0", "3"),
    ("Dictionary(grouping: items) { $0.status }[V2.Status.open]!.map(\\.quantity)", "[3, 12, 21, 30]"),
  ]) func `enums and their raw values`(_ expression: String, _ expected: String) throws {
    #expect(try label(expression) == expected)
  }

  @Test(arguments: [
    ("items.sorted(by: { $0.quantity > $1.quantity }).first?.name ?? \"\"", "name 10"),
    (
      "items.sorted { ($0.status.rawValue, $0.quantity) < ($1.status.rawValue, $1.quantity) }.map(\\.quantity)",
      "[6, 15, 24, 9, 18, 27, 3, 12, 21, 30]"
    ),
    ("items.reduce(into: [String: Int]()) { $0[$1.status.rawValue, default: 0] += $1.quantity }[\"draft\"] ?? 0", "54"),
    ("items.reduce(into: 0) { sum, item in if item.note != nil { sum += 1 } }", "8"),
    ("items.compactMap(\\.note).count", "8"), ("items.compactMap { $0.shelf?.code }.count", "9"),
    ("items.first(where: { $0.quantity > 10 })?.quantity ?? 0", "12"), ("items.contains(where: { $0.note == nil })", "true"),
    ("items.map(\\.quantity).filter { $0.isMultiple(of: 6) }", "[6, 12, 18, 24, 30]"),
    ("items.drop(while: { $0.quantity < 25 }).count", "2"), ("items.prefix(while: { $0.quantity < 10 }).count", "3"),
    ("items.map { $0.quantity }.max() ?? 0", "30"), ("items.min(by: { $0.price > $1.price })?.quantity ?? 0", "30"),
    ("Dictionary(items.map { ($0.status.rawValue, 1) }, uniquingKeysWith: +)[\"open\"] ?? 0", "4"),
    ("Dictionary(uniqueKeysWithValues: items.map { ($0.name, $0.quantity) }).mapValues { $0 * 2 }[\"name 2\"] ?? 0", "12"),
    (
      "Dictionary(grouping: items, by: \\.status).mapValues(\\.count).filter { $0.value > 3 }.keys.map(\\.rawValue)", "[\"open\"]"
    ),
    ("zip(items, items.dropFirst()).allSatisfy { $0.quantity < $1.quantity }", "true"),
    ("items.enumerated().map { index, item in index * item.quantity }.last ?? 0", "270"),
  ]) func `collections`(_ expression: String, _ expected: String) throws { #expect(try label(expression) == expected) }

  @Test func `the clock shows one moment throughout, which is said`() throws {
    let (report, answer) = try ClosureTrial.run(
      did: """
        { context in
          for item in try context.fetch(FetchDescriptor<V2.Item>()) {
            item.updated = item.quantity > 15 ? Date.now : Date()
            if item.created < .now { item.rank = 1 }
          }
          try context.save()
        }
        """, clock: 500_000_000, "SELECT updated || ' ' || rank FROM Item GROUP BY updated, rank")
    #expect(answer == ["500000000 1"], "\(report.findings)")
    let finding = report.findings.first { $0.id == "closure-clock" }
    // 5e8 seconds after 2001-01-01: 15.84 years.
    #expect(finding?.message == "didMigrate of the stage to 'V2' reads the clock, which shows 2016-11-05T00:53:20Z throughout")
    #expect(finding?.help == "'--clock 2016-11-05T00:53:20Z' gives the same store at another time")
    #expect(finding?.severity == .warning)
  }

  @Test func `a closure that does not look at the clock is not said to`() throws {
    let report = try ClosureTrial.run(did: "{ context in try context.save() }").report
    #expect(!report.findings.contains { $0.id == "closure-clock" })
  }
}
