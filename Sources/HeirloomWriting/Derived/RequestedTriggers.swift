internal import HeirloomSchema

/// The triggers that a model asks for in the user info of an attribute, under `NSTriggerKey`: the attribute counts the records at the end of a
/// relationship that meet a condition, `(detectedFaces.hidden == NO) && (detectedFaces.assetVisible == YES)`.
///
/// Statements are those of real stores (Photos, frameworks 977 to 1347: ten attributes over a to-many or a to-one).
struct RequestedTriggers {
  let schema: Schema
  let layout: StorageLayout

  static let key = "NSTriggerKey"

  /// The seven triggers of an attribute; nil when its condition, or the relationship, is of a kind that no store shows.
  func statements(_ attribute: Attribute, of entity: EntityName) -> [String]? {
    guard let text = attribute.userInfo[Self.key], let here = layout.entities[entity], here.entityNumber != nil,
      let column = here.columns[attribute.name.text], let condition = Condition(parsing: text),
      let relationship = schema.relationship(condition.relationship, of: entity),
      let there = layout.entities[relationship.destination]
    else { return nil }
    let tests = condition.tests.compactMap { test in there.columns[test.attribute].map { (column: $0, test.operation) } }
    guard tests.count == condition.tests.count else { return nil }
    var form = Form(table: here.table, column: column, other: there.table, tests: tests)
    switch here.relationships[condition.relationship] {
    case .column(let link, _, _)?: (form.link, form.isToMany) = (link, false)
    case .inverse(let inverse)?:
      guard case .column(let link, _, _)? = there.relationships[inverse] else { return nil }
      form.link = link
    default: return nil
    }
    return form.statements
  }

  /// Comparisons of attributes of one relationship's destination with numbers and booleans, all of which must hold.
  struct Condition: Hashable {
    var relationship: PropertyName
    var tests: [Test]

    struct Test: Hashable {
      var attribute: String
      /// `== 0`
      var operation: String
    }

    /// - Returns: nil for a text that is anything else.
    init?(parsing text: String) {
      var relationships: Set<String> = []
      tests = []
      for part in text.replacing("&&", with: "&").split(separator: "&") {
        let words = part.filter { $0 != "(" && $0 != ")" }.split(separator: " ")
        guard words.count == 3, words[1] == "==" || words[1] == "!=" else { return nil }
        let path = words[0].split(separator: ".")
        let value = words[2] == "NO" ? "0" : words[2] == "YES" ? "1" : String(words[2])
        guard path.count == 2, Int(value) != nil else { return nil }
        relationships.insert(String(path[0]))
        tests.append(Test(attribute: String(path[1]), operation: "\(words[1]) \(value)"))
      }
      guard relationships.count == 1, let only = relationships.first else { return nil }
      relationship = PropertyName(only)
    }
  }
}

/// The statements themselves, over the counting table and the other, whose records are counted.
private struct Form {
  var table: String, column: String, other: String
  var tests: [(column: String, operation: String)]
  /// The column of the link: in the other table for a to-many, in the counting one for a to-one.
  var link = ""
  var isToMany = true

  private func condition(_ prefix: String) -> String {
    tests.map { "\(prefix)\($0.column) \($0.operation)" }.joined(separator: " AND ")
  }
  private var name: String { "ZT_\(table)_\(column)_\(other)" }
  private var more: String { "UPDATE \(table) SET \(column) = IFNULL(\(column),0) + 1" }
  private var less: String { "UPDATE \(table) SET \(column) = MAX(0,IFNULL(\(column),0) - 1)" }

  /// Which of the counting table's rows a row of the other is counted in.
  private func counted(_ row: String) -> String { isToMany ? "\(row).\(link) = Z_PK" : "\(row).Z_PK = \(link)" }

  /// Tells the framework of the rows that changed, and ends.
  private func notice(_ rows: String) -> String {
    "SELECT NSCoreDataTriggerUpdateAffectedObjectValue('\(table)', Z_ENT, Z_PK, '\(column)', \(column)) FROM \(table) WHERE \(rows); END"
  }
  private func notice(of row: String) -> String { notice(isToMany ? "Z_PK = \(row).\(link)" : "\(link) = \(row).Z_PK") }

  var statements: [String] {
    let columns = tests.map(\.column).joined(separator: ", ")
    let changed = tests.map { "NEW.\($0.column) != OLD.\($0.column)" }.joined(separator: " OR ")
    func stays(_ a: String, _ b: String) -> String { isToMany ? " AND (\(a).\(link) == \(b).\(link))" : "" }
    let key = "Z_PK = NEW.Z_PK"
    return [
      "CREATE TRIGGER \(name)_INSERT_INCREMENT AFTER INSERT ON \(other) FOR EACH ROW WHEN \(condition("NEW.")) "
        + "BEGIN \(more) WHERE \(counted("NEW")); \(notice(of: "NEW"))",
      "CREATE TRIGGER \(name)_UPDATE_INCREMENT AFTER UPDATE OF \(columns) ON \(other) FOR EACH ROW WHEN (\(condition("NEW."))) "
        + "AND (\(changed))\(stays("NEW", "OLD")) BEGIN \(more) WHERE \(counted("NEW")); \(notice(of: "NEW"))",
      "CREATE TRIGGER \(name)_UPDATE_DECREMENT AFTER UPDATE OF \(columns) ON \(other) FOR EACH ROW WHEN (\(condition("OLD."))) "
        + "AND (\(changed))\(stays("OLD", "NEW")) BEGIN \(less) WHERE \(counted("OLD")); \(notice(of: "NEW"))",
      "CREATE TRIGGER \(name)_DELETE_DECREMENT AFTER DELETE ON \(other) FOR EACH ROW WHEN \(condition("OLD.")) "
        + "BEGIN \(less) WHERE \(counted("OLD")); \(notice(of: "OLD"))",
      "CREATE TRIGGER \(name)_\(table)_INSERT_INCREMENT AFTER INSERT ON \(table) FOR EACH ROW BEGIN UPDATE \(table) SET \(column) = "
        + "(SELECT COUNT(Z_PK) FROM \(other) WHERE (\(isToMany ? "\(link) = NEW.Z_PK" : "Z_PK = NEW.\(link)")) AND (\(condition("")))) "
        + "WHERE \(key); \(notice(key))",
    ] + (isToMany ? toMany : toOne(key))
  }

  private var toMany: [String] {
    func moved(_ to: String, _ from: String) -> String {
      "((\(to).\(link) IS NOT NULL AND \(from).\(link) IS NULL) OR (NEW.\(link) != OLD.\(link)))"
    }
    let head = "AFTER UPDATE OF \(link) ON \(other) WHEN"
    return [
      "CREATE TRIGGER \(name)_\(link)_UPDATE_INCREMENT \(head) (\(condition("NEW."))) AND \(moved("NEW", "OLD")) "
        + "BEGIN \(more) WHERE Z_PK = NEW.\(link); \(notice(of: "NEW"))",
      "CREATE TRIGGER \(name)_\(link)_UPDATE_DECREMENT \(head) (\(condition("OLD."))) AND \(moved("OLD", "NEW")) "
        + "BEGIN \(less) WHERE Z_PK = OLD.\(link); \(notice(of: "OLD"))",
    ]
  }

  private func toOne(_ key: String) -> [String] {
    let head = "AFTER UPDATE OF \(link) ON \(table) WHEN"
    return [
      "CREATE TRIGGER \(name)_\(link)_UPDATE_TO_NULL \(head) (NEW.\(link) IS NULL AND OLD.\(link) IS NOT NULL) "
        + "BEGIN UPDATE \(table) SET \(column) = 0 WHERE \(key); \(notice(key))",
      "CREATE TRIGGER \(name)_\(link)_UPDATE_INCREMENT \(head) ((NEW.\(link) IS NOT NULL AND OLD.\(link) IS NULL) OR "
        + "(NEW.\(link) != OLD.\(link))) BEGIN UPDATE \(table) SET \(column) = (SELECT COUNT(Z_PK) FROM \(other) WHERE Z_PK = NEW.\(link) "
        + "AND (\(condition("")))) WHERE \(key); \(notice(key))",
    ]
  }
}
