import Foundation
import HeirloomKit
import HeirloomReporting
import HeirloomSchema
import HeirloomSwiftSource
import HeirloomTestSupport
import Testing

/// Stores made at every version of three plans, taken to the last, against the same migration worked out row by row.
struct RowByRowTests {
  /// What the custom stages do, by the version that each leads to: before the change of the schema, and after it.
  struct Stage {
    var will: (inout Rows, inout [String: String]) -> Void = { _, _ in }
    var did: (inout Rows, [String: String]) -> Void = { _, _ in }
  }

  static var stages: [String: Stage] {
    [
      "NotesV3": Stage(will: { rows, _ in
        var kept: [String: Int64] = [:]
        let labels = rows["Label"].keys.sorted { a, b in
          let (x, y) = (rows.text("Label", a, "name"), rows.text("Label", b, "name"))
          if let x, let y { return x == y ? a < b : x < y }
          return x == nil && y == nil ? a < b : x == nil
        }
        for label in labels {
          guard let first = rows.text("Label", label, "name")?.split(separator: "-").first.map({ String($0) }) else { continue }
          guard let survivor = kept[first] else {
            rows.set("Label", label, "name", .text(first))
            kept[first] = label
            continue
          }
          for note in rows["Label"][label]?.links["notes"] ?? [] {
            rows.link("Label", survivor, "notes", note)
            rows.link("Note", note, "labels", survivor)
          }
          rows.delete(label, of: "Label", links: [("Note", "labels")])
        }
        for note in rows["Note"].keys where rows.text("Note", note, "title") == nil {
          rows.set("Note", note, "title", .text("Untitled"))
        }
      }),
      "NotesV4": Stage(did: { rows, _ in
        for (note, row) in rows["Note"] {
          guard case .integer(let flag)? = row.values["flag"] else { continue }
          rows.set("Note", note, "priority", .text(flag == 0 ? "none" : (1...2).contains(flag) ? "low" : "high"))
        }
        for (position, folder) in rows["Folder"].keys.sorted().enumerated() {
          let notes = rows["Folder"][folder]?.links["notes"] ?? []
          let high = notes.count { rows.text("Note", $0, "priority") == "high" }
          let key = Int64(position + 1)
          rows["Summary"][key] = Rows.Row(
            values: [
              "text": .text("\(rows.text("Folder", folder, "name") ?? "A folder"): \(high) of high priority"),
              "count": .integer(Int64(notes.count)),
            ], links: ["folder": [folder]])
          rows.link("Folder", folder, "summary", key)
        }
      }),
      "ShopV3": Stage(
        will: { rows, cities in
          for customer in rows["Customer"].keys {
            if let name = rows.text("Customer", customer, "name"), let city = rows.text("Customer", customer, "city") {
              cities[name] = String(city.suffix(1))
            }
          }
          for (order, row) in rows["Order"] where row.links["customer"] == [] { rows.delete(order, of: "Order", links: []) }
        },
        did: { rows, cities in
          for (order, row) in rows["Order"] {
            if case .real(let total)? = row.values["total"] {
              rows.set("Order", order, "cents", .integer(Int64((total * 100).rounded())))
            }
            if case .integer(let total)? = row.values["total"] { rows.set("Order", order, "cents", .integer(total * 100)) }
          }
          func cents(_ order: Int64) -> Int64 {
            if case .integer(let cents)? = rows["Order"][order]?.values["cents"] { cents } else { 0 }
          }
          var known: [String: Int64] = [:]
          let customers = rows["Customer"].keys.sorted {
            (rows.text("Customer", $0, "name") ?? "") < (rows.text("Customer", $1, "name") ?? "")
          }
          for customer in customers {
            guard let city = cities[rows.text("Customer", customer, "name") ?? ""] else { continue }
            let address = known[city] ?? Int64(known.count + 1)
            if known[city] == nil {
              rows["Address"][address] = Rows.Row(values: ["city": .text(city.uppercased())], links: ["residents": []])
            }
            known[city] = address
            rows.link("Customer", customer, "address", address)
            rows.link("Address", address, "residents", customer)
            let worth = (rows["Customer"][customer]?.links["orders"] ?? []).reduce(0) { $0 + cents($1) }
            rows.set("Customer", customer, "vip", .integer(worth > 10_000 ? 1 : 0))
          }
        }),
    ]
  }

  @Test(arguments: ["notes", "trips", "shop"], [0, 1, 2])
  func `a store of every version with generated records reaches the last as row by row`(_ plan: String, _ seed: Int) throws {
    let path = Project.fixture("plans/\(plan).swift").path
    let versions = try SwiftDataSource.read(paths: [path]).versions
    try withTemporaryFolder { folder in
      for (index, version) in versions.enumerated() {
        let store = folder.path + "/\(index).store", output = folder.path + "/\(index)-new.store"
        try MadeStore(version, count: 30 + 10 * seed, seed: seed).write(to: store)
        var rows = try Rows(store, version), kept: [String: String] = [:]
        for (old, new) in zip(versions.dropFirst(index), versions.dropFirst(index + 1)) {
          Self.stages[new.name]?.will(&rows, &kept)
          rows.migrate(from: old, to: new)
          Self.stages[new.name]?.did(&rows, kept)
        }
        let report = try migrate(store, path, to: output)
        #expect(report.exitStatus == .done, "\(version.name), seed \(seed): \(report.findings.filter { $0.severity != .note })")
        guard report.exitStatus == .done else { continue }
        let differences = try Rows(output, versions[versions.count - 1]).differences(from: rows)
        #expect(differences.prefix(3) == [], "\(version.name), seed \(seed): \(differences.count) rows differ")
      }
    }
  }

  @Test(arguments: ["notes", "trips", "shop"]) func `all stages at once and one at a time give the same records`(
    _ plan: String
  ) throws {
    let path = Project.fixture("plans/\(plan).swift").path
    let versions = try SwiftDataSource.read(paths: [path]).versions
    try withTemporaryFolder { folder in
      let start = folder.path + "/0.store", whole = folder.path + "/whole.store"
      try MadeStore(versions[0], seed: 1).write(to: start)
      #expect(try migrate(start, path, to: whole).exitStatus == .done)
      var current = start
      for version in versions.dropFirst() {
        let next = folder.path + "/\(version.name).store"
        #expect(try migrate(current, path, to: next, version: version.name).exitStatus == .done)
        current = next
      }
      #expect(try dump(whole) == dump(current))
    }
  }
}
