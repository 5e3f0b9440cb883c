/// A random store of boxes, crates (which are boxes), owners and tags, and a random right mapping of what becomes of them.
///
/// What records are left out, merged or moved is at stake here; values are simple.
struct World {
  struct Box { var isCrate: Bool, name: String?, rank: Int?, owner: Int?, tags: [Int] }
  struct Owner { var code: String?, chief: Int? }
  enum Exit: String, CaseIterable { case skip, reject, delete }
  enum Nils: String, CaseIterable { case keep, reject }
  struct Unique {
    var target: String
    var keep: String
    var fills: Bool
    var nils: Nils
    var folds: Bool
  }

  var boxes: [Int: Box] = [:]
  var owners: [Int: Owner] = [:]
  var tags: [Int: String?] = [:]
  var boxesRule: String
  var staffRule: String
  /// The exit of owners whose code is the text, and of boxes of this rank.
  var ownerExit: (exit: Exit, code: String)?
  var boxExit: (exit: Exit, rank: Int)?
  /// Crates have a rule of their own, and a model of their own.
  var mapsCrates: Bool
  /// Boxes of a rank above this become copies as well.
  var copiesAbove: Int?
  var uniques: [Unique] = []
  var orphans: (owner: String, policy: String)?

  init(seed: UInt64) {
    var dice = Dice(seed &* 31 &+ 7)
    let texts: [String?] = ["a", "A", "b", "é", nil, "c", "B"]
    boxesRule = dice.pick(["nullify", "cascade", "deny", "cascade"])
    staffRule = dice.pick(["nullify", "cascade", "nullify"])
    mapsCrates = dice.chance(50)
    for key in 0..<dice.below(5) { owners[key + 1] = Owner(code: dice.pick(texts), chief: nil) }
    let count = owners.count
    for key in owners.keys.sorted() where dice.chance(60) { owners[key]?.chief = 1 + dice.below(count) }
    for key in 0..<dice.below(5) { tags[key + 1] = dice.pick(texts) }
    for key in 0..<dice.below(9) {
      var box = Box(
        isCrate: dice.chance(35), name: dice.pick(texts), rank: dice.chance(15) ? nil : dice.below(6), owner: nil, tags: [])
      // Now and then an owner who does not exist.
      if dice.chance(75) { box.owner = dice.chance(6) ? 99 : owners.isEmpty ? nil : 1 + dice.below(owners.count) }
      for tag in tags.keys.sorted() where dice.chance(40) { box.tags.append(tag) }
      boxes[key + 1] = box
    }
    if dice.chance(50) { ownerExit = (dice.pick(Exit.allCases), dice.pick(["a", "b", "A"])) }
    if dice.chance(50) { boxExit = (dice.pick(Exit.allCases), dice.below(4)) }
    if dice.chance(40) { copiesAbove = dice.below(5) }
    for target in ["Box", "Owner", "Tag"] where dice.chance(40) {
      // `weight` is different for all, so that no tie has to be broken.
      let keep = dice.pick([".first", ".last", ".first(by: \\.weight)", ".max(by: \\.weight)"])
      uniques.append(
        Unique(target: target, keep: keep, fills: dice.chance(50), nils: dice.pick(Nils.allCases), folds: dice.chance(50)))
    }
    if dice.chance(40) { orphans = (dice.pick(["Box.owner", "Owner.chief"]), dice.pick(["drop", "keep", "drop"])) }
  }

  /// Different for all records of an entity, and in another order than the keys.
  static func weight(_ key: Int) -> Int { (key * 7) % 11 }

  var legacy: String {
    """
    @Model class Box { var name: String?; var rank: Int?; var weight: Int; var owner: Owner?; var tags: [Tag]; init() {} }
    @Model final class Crate: Box { var size: Int; init() {} }
    @Model final class Owner { var code: String?; var weight: Int
      @Relationship(deleteRule: .\(boxesRule), inverse: \\Box.owner) var boxes: [Box]
      var chief: Owner?; @Relationship(deleteRule: .\(staffRule), inverse: \\Owner.chief) var staff: [Owner]; init() {} }
    @Model final class Tag { var label: String?; var weight: Int; @Relationship(inverse: \\Box.tags) var boxes: [Box]; init() {} }
    """
  }

  var target: String {
    """
    @Model class Box { var uid: Int; var name: String?; var rank: Int?; var weight: Int; var owner: Owner?; var tags: [Tag]
      var found: Tag?; var founds: [Tag]; init() {} }
    \(mapsCrates ? "@Model final class Crate: Box { var size: Int; init() {} }" : "")
    @Model final class Owner { var uid: Int; var code: String?; var weight: Int; @Relationship(inverse: \\Box.owner) var boxes: [Box]
      var chief: Owner?; @Relationship(inverse: \\Owner.chief) var staff: [Owner]; init() {} }
    @Model final class Tag { var uid: Int; var label: String?; var weight: Int; @Relationship(inverse: \\Box.tags) var boxes: [Box]
      @Relationship(inverse: \\Box.found) var finders: [Box]; @Relationship(inverse: \\Box.founds) var seekers: [Box]; init() {} }
    @Model final class Copy { var uid: Int; var of: Box?; init() {} }
    """
  }

  var mapping: String {
    func guarding(_ condition: String, _ exit: Exit?) -> String {
      exit.map { "  guard \(condition) else { \($0.rawValue)(\"out\") }\n" } ?? ""
    }
    let body = "  uid = legacyKey(old)\n"
    let box =
      guarding("old.rank != \(boxExit?.rank ?? 0)", boxExit?.exit) + body
      + "  found = Tag(where: \\.label == old.name)\n  founds = Tag(where: \\.label, in: [\"a\", old.name ?? \"b\"])\n"
    var lines = [
      "Map(\"Owner\", to: Owner.self) { old in\n\(guarding("old.code != \"\(ownerExit?.code ?? "")\"", ownerExit?.exit))\(body)}",
      "Map(\"Box\", to: Box.self) { old in\n\(box)}", "Map(\"Tag\", to: Tag.self) { old in\n\(body)}",
    ]
    if mapsCrates { lines.append("Map(\"Crate\", to: Crate.self) { old in\n\(box)  size = old.size\n}") }
    if let copiesAbove {
      lines.append(
        "Map(\"Box\", to: Copy.self) { old in\n  guard let rank = old.rank, rank > \(copiesAbove) else { skip(\"low\") }\n\(body)  of = old\n}"
      )
      if mapsCrates {
        lines.append(
          "Map(\"Crate\", to: Copy.self) { old in\n  guard old.size > \(copiesAbove) else { skip(\"low\") }\n\(body)  of = old\n}"
        )
      }
    }
    for unique in uniques {
      lines.append(
        "Unique(\(unique.target).self, by: \\.\(World.keyName(unique.target)), keep: \(unique.keep)\(unique.fills ? ", fill: true" : ""), nils: .\(unique.nils.rawValue)\(unique.folds ? ", ignoringCase: true" : ""))"
      )
    }
    if let orphans { lines.append("Orphans(\"\(orphans.owner)\", .\(orphans.policy))") }
    return lines.joined(separator: "\n")
  }

  static func keyName(_ target: String) -> String { target == "Box" ? "name" : target == "Owner" ? "code" : "label" }

  var rows: [(String, [String])] {
    func text(_ value: String?) -> String { value.map { "'\($0)'" } ?? "NULL" }
    func number(_ value: Int?) -> String { value.map { String($0) } ?? "NULL" }
    func line(_ key: Int) -> String {
      guard let box = boxes[key] else { return "" }
      let own = "\(key), \(text(box.name)), \(number(box.rank)), \(World.weight(key)), \(number(box.owner))"
      return box.isCrate ? "\(own), \(key % 6)" : own
    }
    let keys = boxes.keys.sorted()
    return [
      (
        "Owner(_id, code, weight, chief)",
        owners.keys.sorted().map { "\($0), \(text(owners[$0]?.code)), \(World.weight($0)), \(number(owners[$0]?.chief))" }
      ),
      ("Tag(_id, label, weight)", tags.keys.sorted().map { "\($0), \(text(tags[$0] ?? nil)), \(World.weight($0))" }),
      ("Box(_id, name, rank, weight, owner)", keys.filter { boxes[$0]?.isCrate == false }.map(line)),
      ("Crate(_id, name, rank, weight, owner, size)", keys.filter { boxes[$0]?.isCrate == true }.map(line)),
      ("Box.tags", keys.flatMap { key in (boxes[key]?.tags ?? []).map { "\(key), \($0)" } }),
    ]
  }
}
