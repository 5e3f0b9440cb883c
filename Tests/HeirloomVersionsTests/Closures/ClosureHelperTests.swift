import HeirloomKit
import Testing

/// Functions, computed properties and initialisers of the sources that closures call.
struct ClosureHelperTests {
  @Test func `static functions of the plan, with labels and defaults`() throws {
    let labels = try ClosureTrial.answer(
      "for item in try context.fetch(FetchDescriptor<V2.Item>()) { item.label = tag(item, suffix: \"!\") + Self.tag(item) }",
      sources: """
        extension Plan {
          static func tag(_ item: V2.Item, prefix: String = "#", suffix: String = "") -> String {
            let number = item.quantity / 3
            return "\\(prefix)\\(number)\\(suffix)"
          }
        }
        """, "SELECT label FROM Item ORDER BY _id LIMIT 2")
    #expect(labels == ["#1!#1", "#2!#2"])
  }

  @Test func `functions outside of all types, which call one another, and constants beside them`() throws {
    let labels = try ClosureTrial.answer(
      "for item in try context.fetch(FetchDescriptor<V2.Item>()) { item.label = cleaned(item.name) }",
      sources: """
        let separator = "-"
        func cleaned(_ text: String) -> String { words(of: text).joined(separator: separator) }
        private func words(of text: String) -> [String] {
          text.split(separator: " ").map { $0.uppercased() }
        }
        """, "SELECT label FROM Item ORDER BY _id LIMIT 2")
    #expect(labels == ["NAME-1", "NAME-2"])
  }

  @Test func `methods and computed properties of models, their own and those of extensions`() throws {
    let rows = try ClosureTrial.answer(
      """
      for item in try context.fetch(FetchDescriptor<V2.Item>()) {
        item.mark(with: "seen")
        if item.isCheap { item.rank = item.position }
      }
      """,
      sources: """
        extension V2.Item {
          var isCheap: Bool { price < 3 }
          var position: Int { (shelf?.code ?? "").count + quantity }
          func mark(with word: String) {
            label = word
            note = nil
            self.label += isCheap ? " cheap" : ""
          }
        }
        """, "SELECT label || ' ' || rank || ' ' || count(note) FROM Item WHERE _id < 4 GROUP BY _id ORDER BY _id")
    // Prices 1.5 and 2.5 are below 3. Shelf 2's code is "code 2": six characters and three pieces.
    #expect(rows == ["seen cheap 9 0", "seen cheap 12 0", "seen 0 0"])
  }

  @Test func `extensions of the library's types`() throws {
    let rows = try ClosureTrial.answer(
      "for item in try context.fetch(FetchDescriptor<V2.Item>()) { item.label = item.name.initials; item.rank = item.quantity.squared() }",
      sources: """
        extension String { var initials: String { split(separator: " ").compactMap(\\.first).map { String($0) }.joined() } }
        extension Int { func squared() -> Int { self * self } }
        """, "SELECT label || rank FROM Item ORDER BY _id LIMIT 2")
    #expect(rows == ["n19", "n236"])
  }

  @Test func `a generic function that fetches, on the context`() throws {
    let count = try ClosureTrial.answer(
      "for shelf in try context.all(V2.Shelf.self) where shelf.items.isEmpty { shelf.code = \"empty\" }",
      sources:
        "extension ModelContext { func all<T: PersistentModel>(_ type: T.Type) throws -> [T] { try fetch(FetchDescriptor<T>()) } }",
      "SELECT _id FROM Shelf WHERE code = 'empty'")
    // Item 7 stands on no shelf, and it would be shelf 8.
    #expect(count == ["8"])
  }

  @Test func `an initialiser does what it says, not only what its labels are`() throws {
    let rows = try ClosureTrial.answer(
      "let item = V2.Item(name: \"new\", price: 2.25)\ncontext.insert(item)\nitem.shelf = try context.fetch(FetchDescriptor<V2.Shelf>()).first",
      "SELECT name || ' ' || price || ' ' || quantity || ' ' || status || ' ' || created || ' ' || shelf FROM Item WHERE _id > 10"
    )
    #expect(rows == ["NEW 2.25 1 open 0 1"])
  }

  @Test func `structs and enums of the sources`() throws {
    let rows = try ClosureTrial.answer(
      """
      var tally = Tally(limit: 10)
      for item in try context.fetch(FetchDescriptor<V2.Item>(sortBy: [SortDescriptor(\\.quantity)])) {
        tally.add(item.quantity)
        item.rank = tally.sum
        item.label = Size.of(item.quantity).title
      }
      """,
      sources: """
        struct Tally {
          let limit: Int
          var sum = 0
          mutating func add(_ number: Int) { sum = min(limit, sum + number) }
        }
        enum Size: Int {
          case small = 1, large
          static func of(_ number: Int) -> Size { number > 6 ? .large : .small }
          var title: String {
            switch self {
            case .small: return "S"
            case .large: return "L"
            }
          }
        }
        """, "SELECT rank || label FROM Item ORDER BY _id LIMIT 4")
    // 3, 9, and then the limit.
    #expect(rows == ["3S", "9S", "10L", "10L"])
  }

  @Test func `a parameter that is handed over to be changed`() throws {
    let rows = try ClosureTrial.answer(
      """
      var seen: [String: Int] = [:]
      for item in try context.fetch(FetchDescriptor<V2.Item>()) { count(item.status.rawValue, in: &seen) }
      for item in try context.fetch(FetchDescriptor<V2.Item>()) { item.rank = seen[item.status.rawValue] ?? 0 }
      """,
      sources: "func count(_ word: String, in words: inout [String: Int]) { words[word, default: 0] += 1 }",
      "SELECT status || max(rank) FROM Item GROUP BY status ORDER BY status")
    // Of 1 to 10: 2, 5 and 8 are closed, 3, 6 and 9 drafts, the other four open.
    #expect(rows == ["closed3", "draft3", "open4"])
  }

  @Test func `what a called function does beyond the subset is named with its own line, before the run`() throws {
    let report = try ClosureTrial.run(
      did: "{ context in for item in try context.fetch(FetchDescriptor<V2.Item>()) { item.label = localised(item.name) } }",
      sources: """
        func localised(_ text: String) -> String {
          let table = Bundle.main.path(forResource: text, ofType: nil)
          return table ?? NSLocalizedString(text, comment: "")
        }
        """
    ).report
    #expect(
      report.findings.filter { $0.id == "closure-beyond" }.map(\.message) == [
        "'path(…)' is not interpreted", "'NSLocalizedString(…)' is not interpreted",
      ])
    guard case .text(let place)? = report.findings.last(where: { $0.id == "closure-beyond" })?.place else {
      Issue.record("the finding has no line")
      return
    }
    #expect(place.lineText == "  return table ?? NSLocalizedString(text, comment: \"\")")
    #expect(report.migration?.hops.isEmpty ?? false)
  }

  @Test func `an object of the app is not made`() throws {
    let report = try ClosureTrial.run(
      did: "{ context in let service = Service(); service.run(); try context.save() }",
      sources: "final class Service { func run() {} }"
    ).report
    #expect(
      report.findings.last?.message == "'Service' is an object of the app, and those are not interpreted", "\(report.findings)")
  }
}
