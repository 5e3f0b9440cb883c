internal import HeirloomFindings
internal import HeirloomSchema

/// Reads every value of a file once, to say what presenting it cannot carry over, and what is damaged.
///
/// Cost: one pass over the file; a few hundredths of a microsecond for each value. Memory: none but the tallies.
struct RealmSurvey {
  private(set) var findings: [Finding] = []

  init(_ classes: [RealmClass], _ file: RealmFile) {
    for realmClass in classes {
      let reader = RowReader(realmClass.table)
      for property in realmClass.properties {
        var tally = ValueTally()
        if property.column.collection == nil {
          for row in 0..<realmClass.table.rowCount {
            do throws(RealmDamage) {
              let value = try reader.value(of: property.column, row: row)
              try realmClass.table.bytes.require(value)
              tally.add(value)
            } catch { tally.add(error) }
          }
        } else {
          RealmSurvey.addElements(of: property.column, reader, to: &tally)
        }
        findings += tally.findings(of: property, in: realmClass, file)
      }
    }
  }

  private static func addElements(of column: RealmColumn, _ reader: RowReader, to tally: inout ValueTally) {
    var walk = CollectionWalk(column, reader.table.bytes)
    for row in 0..<reader.table.rowCount {
      do throws(RealmDamage) {
        guard case .integer(let reference) = try reader.value(of: column, row: row), reference != 0 else { continue }
        try walk.open(reference)
        while try walk.next() {
          try reader.table.bytes.require(walk.value)
          if column.isLink, walk.value.isNull { tally.addKeyWithoutObject() } else { tally.add(walk.value) }
        }
      } catch {
        tally.add(error)
        if error.isEndless { return }
      }
    }
  }
}

/// What there is to say of the values of one property.
struct ValueTally {
  private var notNumbers = 0, roundedDates = 0, unresolvedLinks = 0, keysWithoutObject = 0, brokenTexts = 0, damaged = 0
  private var firstDamage: RealmDamage?

  mutating func add(_ damage: RealmDamage) {
    damaged += 1
    if firstDamage == nil { firstDamage = damage }
  }

  /// An entry of a dictionary of objects that holds none.
  mutating func addKeyWithoutObject() { keysWithoutObject += 1 }

  @inline(__always)
  mutating func add(_ value: RealmValue) {
    switch value {
    case .double(let value): if value.isNaN { notNumbers += 1 }
    case .float(let value): if value.isNaN { notNumbers += 1 }
    case .date(let date): if date.losesPrecision { roundedDates += 1 }
    case .link(let key), .typedLink(_, let key): if key < 0 { unresolvedLinks += 1 }
    case .text(let span): if !isValid(span) { brokenTexts += 1 }
    default: break
    }
  }

  /// Most texts are ASCII, which needs no decoding to be known as valid.
  private func isValid(_ span: UnsafeRawBufferPointer) -> Bool {
    var highest: UInt8 = 0
    for byte in span { highest |= byte }
    return highest < 0x80 || String(validating: span, as: UTF8.self) != nil
  }

  func findings(of property: RealmClass.Property, in realmClass: RealmClass, _ file: RealmFile) -> [Finding] {
    let place = Place.store(StorePlace(file: file.path, entity: realmClass.name.text, property: property.name.text))
    let name = "'\(realmClass.name).\(property.name)'"
    var result: [Finding] = []
    if let firstDamage {
      let values = damaged == 1 ? "one value" : "\(damaged) values"
      result.append(Finding(file.damageKind, "\(values) of \(name) cannot be read: \(firstDamage)", at: place, count: damaged))
    }
    if notNumbers > 0 {
      result.append(Finding(.realmNaN, "\(name) is not a number in \(plural(notNumbers, "value"))", at: place, count: notNumbers))
    }
    if roundedDates > 0 {
      let text = "\(name) has \(plural(roundedDates, "date")) with more nanoseconds than a double can hold"
      result.append(Finding(.realmDateRounded, text, at: place, count: roundedDates))
    }
    if unresolvedLinks > 0 {
      let text = "\(name) has \(plural(unresolvedLinks, "link")) to objects that are not there"
      result.append(Finding(.realmUnresolvedLinks, text, at: place, count: unresolvedLinks))
    }
    if keysWithoutObject > 0 {
      let text = "\(name) has \(plural(keysWithoutObject, "key")) without an object"
      result.append(Finding(.realmKeyWithoutObject, text, at: place, count: keysWithoutObject))
    }
    if brokenTexts > 0 {
      let text = "\(name) has \(plural(brokenTexts, "text")) that \(brokenTexts == 1 ? "is" : "are") not valid UTF-8"
      result.append(Finding(.realmInvalidText, text, at: place, count: brokenTexts))
    }
    return result
  }

  private func plural(_ count: Int, _ noun: String) -> String { count == 1 ? "one \(noun)" : "\(count) \(noun)s" }
}
