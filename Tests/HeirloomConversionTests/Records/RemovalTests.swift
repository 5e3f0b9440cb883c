internal import HeirloomSQLite
import Testing

/// What goes with a record that is left out, and what stays.
@Suite struct `What is removed` {
  func shop(_ rule: String) -> String {
    """
    @Model final class Order { var n: Int; @Relationship(deleteRule: \(rule), inverse: \\Item.order) var items: [Item]; init() {} }
    @Model final class Item { var name: String; var order: Order?
      @Relationship(deleteRule: .cascade, inverse: \\Part.item) var parts: [Part]; init() {} }
    @Model final class Part { var name: String; var item: Item?; init() {} }
    """
  }
  let rows: KeyValuePairs<String, [String]> = [
    "Order(_id, n)": ["1, 1", "2, 2"], "Item(_id, name, \"order\")": ["1, 'a', 1", "2, 'b', 1", "3, 'c', 2", "4, 'd', NULL"],
    "Part(_id, name, item)": ["1, 'x', 1", "2, 'y', 3"],
  ]

  func run(_ rule: String, _ mapping: String) throws -> Trial {
    try Trial(legacy: shop(rule), target: shop(".nullify"), rows: rows, mapping: mapping)
  }

  @Test func `a deleted record takes along what its delete rule cascades to, to any depth`() throws {
    let trial = try run(".cascade", "Map(\"Order\", to: Order.self) { old in guard old.n != 1 else { delete(\"old\") } }")
    #expect(
      trial.ledger == [
        "Order → Order: 2 read, 1 written, 1 skipped", "Item → Item: 4 read, 2 written, 2 skipped",
        "Part → Part: 2 read, 1 written, 1 skipped",
      ])
    #expect(try trial.related("Item.order") == ["3: 2"])
    #expect(try trial.related("Part.item") == ["2: 3"])
  }

  @Test func `a deleted record leaves what its delete rule nullifies, without its link`() throws {
    let trial = try run(".nullify", "Map(\"Order\", to: Order.self) { old in guard old.n != 1 else { delete(\"old\") } }")
    #expect(trial.ledger.contains("Item → Item: 4 read, 4 written"))
    #expect(try trial.related("Item.order") == ["3: 2"])
    #expect(trial.links.contains("Item.order → Item.order: 3 before, 1 after, 2 skipped"))
  }

  @Test func `a deleted record whose delete rule denies it ends the run, unless the others go too`() throws {
    let message = try mistake {
      _ = try run(".deny", "Map(\"Order\", to: Order.self) { old in\n  guard old.n != 1 else { delete(\"old\") }\n}")
    }
    #expect(
      message == """
        test.mapping.swift:1:1: error[delete-denied]: 'Order.items' denies the deletion: 2 records of 'Item' still belong to what is deleted
        1 | Map("Order", to: Order.self) { old in
          | ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
        """)
    let allowed = try run(
      ".deny",
      """
      Map("Order", to: Order.self) { old in guard old.n != 1 else { delete("old") } }
      Map("Item", to: Item.self) { old in guard old.order?.n != 1 else { skip("of an old order") } }
      """)
    #expect(allowed.ledger.contains("Item → Item: 4 read, 2 written, 2 skipped"))
  }

  @Test func `a skipped record takes nothing along, whatever its delete rule`() throws {
    let trial = try run(".cascade", "Map(\"Order\", to: Order.self) { old in guard old.n != 1 else { skip(\"old\") } }")
    #expect(trial.ledger.contains("Item → Item: 4 read, 4 written"))
  }

  let skipping = "Map(\"Order\", to: Order.self) { old in guard old.n != 1 else { skip(\"old\") } }\n"

  @Test func `orphans are kept, or dropped with those that depend on them, or end the run`() throws {
    let kept = try run(".nullify", skipping + "Orphans(\"Item.order\", .keep)")
    #expect(kept.ledger.contains("Item → Item: 4 read, 4 written"))
    // The item that never had an order is an orphan as well.
    let dropped = try run(".nullify", skipping + "Orphans(\"Item.order\", .drop)")
    #expect(dropped.ledger.contains("Item → Item: 4 read, 1 written, 3 skipped"))
    #expect(dropped.ledger.contains("Part → Part: 2 read, 2 written"))
    #expect(try dropped.related("Part.item") == ["2: 3"])
    let chain = try run(".nullify", skipping + "Orphans(\"Part.item\", .drop)\nOrphans(\"Item.order\", .drop)")
    #expect(chain.ledger.contains("Part → Part: 2 read, 1 written, 1 skipped"))
    let message = try mistake { _ = try run(".nullify", skipping + "Orphans(\"Item.order\", .fail)") }
    #expect(
      message == """
        test.mapping.swift:2:1: error[orphans]: 3 records of 'Item.order' have no owner
        2 | Orphans("Item.order", .fail)
          | ^~~~~~~~~~~~~~~~~~~~~~~~~~~~
        """)
  }

  @Test func `an entity's orphans are those that no relationship leads to`() throws {
    let legacy = """
      @Model final class Person { var name: String; var home: Address?; var work: Address?; init() {} }
      @Model final class Address { var city: String; init() {} }
      """
    let trial = try Trial(
      legacy: legacy, target: legacy,
      rows: [
        "Address(_id, city)": ["1, 'A'", "2, 'B'", "3, 'C'"],
        "Person(_id, name, home, work)": ["1, 'p', 1, NULL", "2, 'q', NULL, 2"],
      ],
      mapping:
        "Map(\"Person\", to: Person.self) { old in guard old.name == \"p\" else { skip(\"q\") } }\nOrphans(\"Address\", .drop)")
    #expect(try trial["SELECT ZCITY FROM ZADDRESS"] == ["'A'"])
  }

  @Test func `what belongs to a record without a key is an orphan when the key is wanted`() throws {
    let trial = try Trial(
      legacy: shop(".nullify").replacing("var n: Int;", with: "var n: Int?;"),
      target: shop(".nullify").replacing("var n: Int;", with: "var n: Int?;"),
      rows: [
        "Order(_id, n)": ["1, 1", "2, NULL"], "Item(_id, name, \"order\")": ["1, 'a', 1", "2, 'b', 2"],
        "Part(_id, name, item)": ["1, 'x', 2"],
      ],
      mapping: "Unique(Order.self, by: \\.n, nils: .reject)\nOrphans(\"Item.order\", .drop)\nOrphans(\"Part.item\", .drop)")
    #expect(
      trial.ledger == [
        "Order → Order: 2 read, 1 written, 1 rejected", "Item → Item: 2 read, 1 written, 1 skipped",
        "Part → Part: 1 read, 1 skipped",
      ])
  }

  @Test func `a deletion goes on through records that are left out for another reason`() throws {
    let trial = try run(
      ".cascade",
      """
      Map("Order", to: Order.self) { old in guard old.n != 1 else { delete("old") } }
      Map("Item", to: Item.self) { old in guard old.name != "a" else { reject("faulty") } }
      """)
    // Part 1 belongs to item 1, which is refused and belonged to the deleted order 1.
    #expect(
      trial.ledger == [
        "Order → Order: 2 read, 1 written, 1 skipped", "Item → Item: 4 read, 2 written, 1 skipped, 1 rejected",
        "Part → Part: 2 read, 1 written, 1 skipped",
      ])
    #expect(try trial.related("Part.item") == ["2: 3"])
  }
}
