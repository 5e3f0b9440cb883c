import Foundation
import HeirloomFindings
import HeirloomKit
import HeirloomReporting
import HeirloomTestSupport
import Testing

/// Closures over a shop's store of ten items and ten shelves.
///
/// Item n is named "name n", costs n + 0.5, has 3n pieces, is draft, open or closed as n % 3 is 0, 1 or 2, was made 60.5n seconds
/// after 4e8, has the note "note n" unless n is 5 or 10, and stands on shelf n + 1, item 10 on shelf 1, item 7 on none.
enum ClosureTrial {
  private static let models = """
    @Model final class Item {
      var name: String
      var price: Decimal
      var quantity: Int
      var status: Status
      var created: Date
      var note: String?
      var shelf: Shelf?
      init(name: String, price: Decimal, quantity: Int = 1) {
        self.name = name.uppercased()
        self.price = price
        self.quantity = quantity
        status = .open
        created = Date(timeIntervalSinceReferenceDate: 0)
      }
    }
    @Model final class Shelf {
      var code: String
      @Relationship(deleteRule: .nullify, inverse: \\Item.shelf) var items: [Item] = []
      init(code: String) { self.code = code }
    }
    enum Status: String, Codable, CaseIterable { case draft, open, closed }
    """
  /// What the second version has besides.
  private static let newModels = models.replacing(
    "      var note: String?",
    with: "      var note: String?; var total: Decimal = 0; var label: String = \"\"; var rank: Int = 0; var updated: Date?"
  ).replacing(
    "  var note: String?",
    with: "  var note: String?; var total: Decimal = 0; var label: String = \"\"; var rank: Int = 0; var updated: Date?")

  /// Runs the closures, and gives the report and what the query answers about the result, one line for each row.
  static func run(
    will: String = "nil", did: String = "nil", sources: String = "", runs: Bool = true, clock: Double? = nil,
    _ sql: String = "SELECT 0"
  ) throws -> (report: ConversionReport, answer: [String]) {
    try withTemporaryFolder { folder in
      let text =
        plan(
          models, newModels,
          stage: ".custom(fromVersion: V1.self, toVersion: V2.self, willMigrate: \(will), didMigrate: \(did))") + "\n" + sources
      let file = folder.path + "/Plan.swift", store = folder.path + "/old.store", output = folder.path + "/new.store"
      try text.write(toFile: file, atomically: true, encoding: .utf8)
      try MadeStore(read(text).versions[0], count: 10).write(to: store)
      let report = try migrate(store, file, to: output, runs: runs, clock: clock)
      return (report, report.exitStatus == .done ? try texts(sql, in: output) : [])
    }
  }

  /// The answer of a run that must succeed. `did` is the body between `{ context in` and the final save.
  static func answer(_ did: String, sources: String = "", clock: Double? = nil, _ sql: String) throws -> [String] {
    let (report, answer) = try run(did: "{ context in\n\(did)\ntry context.save()\n}", sources: sources, clock: clock, sql)
    #expect(report.exitStatus == .done, "\(report.findings)")
    return answer
  }
}
