import HeirloomFindings
import HeirloomKit
import Testing

/// Statements, conditions and fetches, over the shop of `ClosureTrial`.
struct ClosureFormTests {
  @Test func `do and catch around what may fail`() throws {
    let rows = try ClosureTrial.answer(
      """
      for item in try context.fetch(FetchDescriptor<V2.Item>()) {
        do {
          if item.quantity > 27 { throw Failure.tooMany }
          if item.status == .draft { throw Failure.notReady }
          item.label = "done"
        } catch Failure.tooMany {
          item.label = "many"
        } catch {
          item.label = "\\(error)"
        }
      }
      do { try context.save() } catch { print(error) }
      """, sources: "enum Failure: Error { case tooMany, notReady }", "SELECT label FROM Item ORDER BY _id")
    // 3, 6 and 9 are drafts; 10 has 30 pieces.
    #expect(
      rows == [
        "done", "done", "Failure.notReady", "done", "done", "Failure.notReady", "done", "done", "Failure.notReady", "many",
      ])
  }

  @Test func `an error that nothing catches, thrown on, ends the run`() throws {
    let report = try ClosureTrial.run(
      did: "{ context in do { throw Failure.broken } catch { print(\"x\"); throw error } }",
      sources: "enum Failure: Error { case broken }"
    ).report
    #expect(report.findings.last?.message == "didMigrate of the stage to 'V2': the closure throws 'Failure.broken'")
  }

  @Test func `what would crash on a device is caught by nothing`() throws {
    let report = try ClosureTrial.run(
      did:
        "{ context in do { let list: [Int] = []; print(list[0]); let first = list[0]; _ = first } catch {}; try context.save() }"
    ).report
    #expect(report.findings.last?.id == "closure-failed")
    #expect(report.findings.last?.message == "didMigrate of the stage to 'V2': an index is outside the array")
  }

  @Test func `defer runs at the end, the last one first`() throws {
    let rows = try ClosureTrial.answer(
      """
      var words: [String] = []
      func work(_ early: Bool) {
        defer { words.append("a") }
        defer { words.append("b") }
        if early { return }
        words.append("c")
      }
      work(true)
      work(false)
      try context.fetch(FetchDescriptor<V2.Item>()).first?.label = words.joined()
      """, "SELECT label FROM Item WHERE _id = 1")
    #expect(rows == ["bacba"])
  }

  @Test func `repeat, while let, and if case`() throws {
    let rows = try ClosureTrial.answer(
      """
      var rest = try context.fetch(FetchDescriptor<V2.Item>())
      var number = 0
      while let item = rest.popLast() { item.rank = number; number += 1 }
      repeat { number -= 3 } while number > 0
      for item in try context.fetch(FetchDescriptor<V2.Item>()) {
        if case .closed = item.status { item.label = "closed \\(number)" }
        if case let note? = item.note, note.hasSuffix("1") { item.label = note }
      }
      """, "SELECT rank || label FROM Item ORDER BY _id")
    // From ten down: 7, 4, 1, -2.
    #expect(
      rows == ["9note 1", "8closed -2", "7", "6", "5closed -2", "4", "3", "2closed -2", "1", "0"])
  }

  @Test func `for with a pattern passes over what does not fit`() throws {
    let rows = try ClosureTrial.answer(
      """
      var count = 0
      for case let note? in try context.fetch(FetchDescriptor<V2.Item>()).map(\\.note) where note != "note 1" { count += 1 }
      try context.fetch(FetchDescriptor<V2.Item>()).first?.rank = count
      """, "SELECT rank FROM Item WHERE _id = 1")
    // Ten less two nils less "note 1".
    #expect(rows == ["7"])
  }

  @Test func `switch over ranges, several values, tuples and bindings`() throws {
    let rows = try ClosureTrial.answer(
      """
      for item in try context.fetch(FetchDescriptor<V2.Item>()) {
        switch (item.status, item.quantity) {
        case (.draft, 3...9): item.label = "few drafts"
        case (.draft, _), (.closed, _): item.label = "other"
        case (_, let number) where number > 20: item.label = "open \\(number)"
        default: item.label = "open"
        }
        switch item.quantity {
        case ..<6: item.rank = 1
        case 6, 9: item.rank = 2
        case 27...: item.rank = 4
        default: item.rank = 3
        }
      }
      """, "SELECT label || ' ' || rank FROM Item ORDER BY _id")
    #expect(
      rows == [
        "open 1", "other 2", "few drafts 2", "open 3", "other 3", "other 3", "open 21 3", "other 3", "other 4", "open 30 4",
      ])
  }

  @Test func `an if that stands alone in a closure runs once`() throws {
    let rows = try ClosureTrial.answer(
      """
      var count = 0
      var names: [String] = []
      let items = try context.fetch(FetchDescriptor<V2.Item>())
      items.forEach { item in if item.quantity > 15 { count += 1 } }
      items.forEach { item in if item.quantity > 24 { names.append(item.name) } }
      items.first?.rank = count
      items.first?.label = names.joined(separator: "+")
      """, "SELECT rank || label FROM Item WHERE _id = 1")
    // 18, 21, 24, 27 and 30.
    #expect(rows == ["5name 9+name 10"])
  }

  @Test func `casts and tests of type`() throws {
    let rows = try ClosureTrial.answer(
      """
      let values: [Any] = ["text", 3, 2.5, true]
      var words: [String] = []
      for value in values {
        if let text = value as? String { words.append("S" + text) }
        if let number = value as? Int { words.append("I\\(number + 1)") }
        if value is Double { words.append("D") }
        switch value {
        case let flag as Bool: words.append(flag ? "yes" : "no")
        default: break
        }
      }
      guard let item = try context.fetch(FetchDescriptor<V2.Item>()).first as? V2.Item else { return }
      item.label = words.joined(separator: ",")
      item.rank = (item as? V2.Shelf) == nil ? 1 : 2
      """, "SELECT label || rank FROM Item WHERE _id = 1")
    #expect(rows == ["Stext,I4,D,yes1"])
  }

  @Test func `fetches with predicate, order, limit, offset and count, and enumerate`() throws {
    let rows = try ClosureTrial.answer(
      """
      let status = V2.Status.open
      var descriptor = FetchDescriptor<V2.Item>(
        predicate: #Predicate<V2.Item> { $0.status == status && $0.note != nil },
        sortBy: [SortDescriptor(\\.created, order: .reverse)])
      let all = try context.fetchCount(descriptor)
      descriptor.fetchLimit = 2
      descriptor.fetchOffset = 1
      for item in try context.fetch(descriptor) { item.rank = all }
      try context.enumerate(FetchDescriptor<V2.Item>(), batchSize: 3) { item in item.label = "\\(item.rank)" }
      """, "SELECT _id || ':' || label FROM Item WHERE rank > 0 ORDER BY _id")
    // Open: 1, 4, 7 and 10, which has no note. Of 7, 4 and 1 the second and the third.
    #expect(rows == ["1:3", "4:3"])
  }

  @Test func `links are assigned, appended and removed, and both ends agree`() throws {
    let rows = try ClosureTrial.answer(
      """
      let shelves = try context.fetch(FetchDescriptor<V2.Shelf>(sortBy: [SortDescriptor(\\.code)]))
      let items = try context.fetch(FetchDescriptor<V2.Item>())
      guard let first = shelves.first(where: { $0.code == "code 1" }), let second = shelves.first(where: { $0.code == "code 2" }) else { return }
      first.items.append(items[6])
      second.items.removeAll { $0.name == "name 1" }
      second.items = [items[2], items[3]]
      items[3].shelf = nil
      if let index = first.items.firstIndex(of: items[9]) { first.items.remove(at: index) }
      """, "SELECT _id || '-' || COALESCE(shelf, 'none') FROM Item ORDER BY _id")
    // 7 comes to shelf 1, which 10 leaves; 1 leaves shelf 2, 3 comes to it, and 4 comes and goes.
    #expect(rows == ["1-none", "2-3", "3-2", "4-none", "5-6", "6-7", "7-1", "8-9", "9-10", "10-none"])
    let links = try ClosureTrial.answer(
      "let shelf = try context.fetch(FetchDescriptor<V2.Shelf>())[0]\nshelf.items = try context.fetch(FetchDescriptor<V2.Item>())",
      "SELECT count(*) FROM \"Shelf.items\" WHERE owner = 1")
    #expect(links == ["10"])
  }

  @Test func `a key that a deleted record had is not given again`() throws {
    let rows = try ClosureTrial.answer(
      """
      let items = try context.fetch(FetchDescriptor<V2.Item>())
      context.delete(items[9])
      let made = V2.Item(name: "again", price: 1)
      context.insert(made)
      try context.save()
      context.delete(made)
      let other = V2.Item(name: "stays", price: 1)
      context.insert(other)
      """, "SELECT _id || name FROM Item WHERE _id > 8 ORDER BY _id")
    #expect(rows == ["9name 9", "12STAYS"])
  }
}
