@testable import HeirloomCoreDataModel

/// Two archives of a model, walked together from their roots: every object, its classes, its keys, and what each key holds.
///
/// Dictionaries are matched by their keys and sets by what their members say; arrays in order. An object that is reached twice is compared
/// with each object that it stands beside.
struct ArchiveGraphs {
  /// Objects that stand beside one another.
  private struct Pair: Hashable {
    var theirs: KeyedArchive.Node, ours: KeyedArchive.Node
  }

  /// In what real caches differ among one another and mean the same.
  enum Reason: String, CaseIterable {
    case proxy = "an inherited property as a proxy of the ancestor's, up to framework 1044"
    case emptyList = "an empty list of indexes or constraints, instead of none"
    case mutability = "a collection or text of the mutable class instead of its twin, or the other way round"
    case noChildren = "nil instead of an empty dictionary of sub-entities, in models made in code"
    case booleanDefault = "the default of a Bool as a number"
  }

  private(set) var explained: [Reason: Int] = [:]
  private(set) var compared = 0
  /// What differs besides, as `NSEntityDescription.NSIsAbstract: missing`, and how often.
  private(set) var differences: [String: Int] = [:]
  /// An example of each difference.
  private(set) var places: [String: String] = [:]
  var same: Int { compared - differences.values.reduce(0, +) - explained.values.reduce(0, +) }
  private var seen: Set<Pair> = []
  private var pending: [(Pair, String)] = []

  init(_ theirs: KeyedArchive, _ ours: KeyedArchive) {
    guard let a = theirs.root, let b = ours.root else { return }
    pending.append((Pair(theirs: a, ours: b), "model"))
    // A list of work instead of recursion: the graph is as deep as it has objects.
    while let (pair, place) = pending.popLast() { compare(pair, place) }
  }

  private mutating func check(_ isSame: Bool, _ what: @autoclosure () -> String, _ place: String, _ reason: Reason? = nil) {
    compared += 1
    guard !isSame else { return }
    if let reason { return explained[reason, default: 0] += 1 }
    differences[what(), default: 0] += 1
    places[what()] = place
  }

  private mutating func compare(_ pair: Pair, _ place: String) {
    guard seen.insert(pair).inserted else { return }
    let (a, b) = (pair.theirs, pair.ours)
    let name = a.className ?? "value"
    // What it stands for is compared where the ancestor is.
    if name == "_NSPropertyDescriptionProxy" { return check(false, name, place, .proxy) }
    if a.string != nil, b.string != nil {
      return check(a.string == b.string && a.className == b.className, "text", place, a.string == b.string ? .mutability : nil)
    }
    guard a.className != nil || b.className != nil else {
      check(Self.text(of: a) == Self.text(of: b), "value \(Self.text(of: a)) became \(Self.text(of: b))", place)
      return
    }
    let areTwins = name.replacing("Mutable", with: "") == b.className?.replacing("Mutable", with: "")
    check(a.classNames == b.classNames, "\(name): class \(b.classNames.first ?? "none")", place, areTwins ? .mutability : nil)
    if let theirs = a.entries, let ours = b.entries {
      let found = Dictionary(ours.map { ($0.key.string ?? "", $0.value) }, uniquingKeysWith: { first, _ in first })
      check(theirs.count == ours.count, "\(name): \(theirs.count) entries became \(ours.count)", place)
      for (key, value) in theirs { meet(value, found[key.string ?? ""], "\(name) entry", "\(place).\(key.string ?? "")") }
    } else if let theirs = a.elements, let ours = b.elements {
      check(theirs.count == ours.count, "\(name): \(theirs.count) members became \(ours.count)", place)
      let isSet = name.hasSuffix("Set")
      let left = isSet ? theirs.sorted { Self.title($0) < Self.title($1) } : theirs
      let right = isSet ? ours.sorted { Self.title($0) < Self.title($1) } : ours
      for (index, (x, y)) in zip(left, right).enumerated() { meet(x, y, "\(name) member", "\(place)[\(index)]") }
    } else {
      let keys = Set(a.keys).union(b.keys).sorted()
      for key in keys {
        let (has, had) = (b.keys.contains(key), a.keys.contains(key))
        let isEmpty = Self.lists.contains(key) && (a[key] ?? b[key])?.elements?.isEmpty == true
        check(has && had, "\(name).\(key): \(has ? "added" : "missing")", place, isEmpty ? .emptyList : nil)
        if has && had { meet(a[key], b[key], "\(name).\(key)", "\(place).\(key)") }
      }
    }
  }

  private mutating func meet(_ a: KeyedArchive.Node?, _ b: KeyedArchive.Node?, _ what: String, _ place: String) {
    switch (a, b) {
    case (nil, nil): compared += 1
    case (let a?, let b?) where a.isNull && b.isNull: compared += 1
    case (let a?, let b?) where a.className == nil && b.className == nil && !a.isNull && !b.isNull:
      let isFlag = what.hasSuffix("NSDefaultValue") && b.isBool && a.integer == b.integer
      check(
        Self.text(of: a) == Self.text(of: b), "\(what): \(Self.text(of: a)) became \(Self.text(of: b))", place,
        isFlag ? .booleanDefault : nil)
    case (let a?, let b?) where !a.isNull && !b.isNull: pending.append((Pair(theirs: a, ours: b), place))
    case (nil, let b?) where what.hasSuffix("NSSubentities"):
      check(false, what, place, b.entries?.isEmpty == true ? .noChildren : nil)
    default: check(false, "\(what): \(a == nil ? "nil became something" : "became nil")", place)
    }
  }

  private static let lists: Set<String> = ["NSUniqueTuples", "NSFetchIndexDescriptions", "NSCompoundIndexes"]

  /// A plain value with its kind.
  private static func text(of node: KeyedArchive.Node) -> String { "\(node.object)" }

  /// By what a member of a set is told from others.
  private static func title(_ node: KeyedArchive.Node) -> String { node.string ?? node["NSEntityName"]?.string ?? "" }
}
