/// What ought to come out of a world, record by record, by the words of docs/mapping-language.md and nothing else.
extension World {
  struct Outcome: Equatable {
    /// `Box 3: name=a rank=1 owner=2 tags=1,2 found=1 founds=1`
    var lines: [String] = []
  }

  private enum Fate: Equatable { case kept, left, deleted, rejected, merged(Int) }

  /// Nil when a delete rule denies what the mapping deletes.
  func outcome() -> Outcome? {
    var boxFates: [Int: Fate] = [:], ownerFates: [Int: Fate] = [:], tagFates: [Int: Fate] = [:]
    func fate(_ exit: Exit) -> Fate { exit == .skip ? .left : exit == .reject ? .rejected : .deleted }
    for (key, owner) in owners {
      ownerFates[key] = ownerExit.flatMap { $0.code == owner.code ? fate($0.exit) : nil } ?? .kept
    }
    for (key, box) in boxes { boxFates[key] = boxExit.flatMap { $0.rank == box.rank ? fate($0.exit) : nil } ?? .kept }
    for key in tags.keys { tagFates[key] = .kept }

    /// Delete rules and orphans, until nothing more goes.
    func spread() {
      var isDone = false
      while !isDone {
        isDone = true
        for (key, box) in boxes where boxFates[key] == .kept {
          if boxesRule == "cascade", let owner = box.owner, ownerFates[owner] == .deleted {
            (boxFates[key], isDone) = (.deleted, false)
          }
          if isDropping("Box.owner"), !isThere(box.owner, ownerFates) { (boxFates[key], isDone) = (.left, false) }
        }
        for (key, owner) in owners where ownerFates[key] == .kept {
          if staffRule == "cascade", let chief = owner.chief, ownerFates[chief] == .deleted {
            (ownerFates[key], isDone) = (.deleted, false)
          }
          if isDropping("Owner.chief"), !isThere(owner.chief, ownerFates) { (ownerFates[key], isDone) = (.left, false) }
        }
      }
    }
    spread()
    if boxesRule == "deny",
      boxes.contains(where: { key, box in boxFates[key] == .kept && box.owner.map { ownerFates[$0] == .deleted } ?? false })
    {
      return nil
    }

    var names = boxes.mapValues(\.name), codes = owners.mapValues(\.code), labels = tags
    var ranks = boxes.mapValues(\.rank), boxOwners = boxes.mapValues(\.owner), chiefs = owners.mapValues(\.chief)
    // Boxes come before crates, whose rule stands after theirs.
    let boxOrder = boxes.keys.sorted { a, b in
      let x = mapsCrates && boxes[a]?.isCrate == true, y = mapsCrates && boxes[b]?.isCrate == true
      return x == y ? a < b : !x
    }
    // A record without the key that it needs leaves orphans as well.
    for unique in uniques where unique.nils == .reject {
      switch unique.target {
      case "Box": for key in boxes.keys where boxFates[key] == .kept && (names[key] ?? nil) == nil { boxFates[key] = .rejected }
      case "Owner":
        for key in owners.keys where ownerFates[key] == .kept && (codes[key] ?? nil) == nil { ownerFates[key] = .rejected }
      default: for key in tags.keys where (labels[key] ?? nil) == nil { tagFates[key] = .rejected }
      }
    }
    spread()
    let settled = ownerFates
    var fills: [(target: String, survivor: Int, loser: Int)] = []
    for unique in uniques {
      let merged: [(Int, Int)] =
        switch unique.target {
        case "Box": merge(unique, boxOrder, &boxFates, names)
        case "Owner": merge(unique, owners.keys.sorted(), &ownerFates, codes)
        default: merge(unique, tags.keys.sorted(), &tagFates, labels)
        }
      if unique.fills { fills += merged.map { (unique.target, $0.0, $0.1) } }
    }
    for (target, survivor, loser) in fills {
      switch target {
      case "Box":
        names[survivor] = first((names[survivor] ?? nil), (names[loser] ?? nil))
        ranks[survivor] = first((ranks[survivor] ?? nil), (ranks[loser] ?? nil))
        if !isReachable((boxOwners[survivor] ?? nil), ownerFates) { boxOwners[survivor] = (boxOwners[loser] ?? nil) }
      case "Owner":
        codes[survivor] = first((codes[survivor] ?? nil), (codes[loser] ?? nil))
        if !isReachable((chiefs[survivor] ?? nil), ownerFates) { chiefs[survivor] = (chiefs[loser] ?? nil) }
      default: labels[survivor] = first((labels[survivor] ?? nil), (labels[loser] ?? nil))
      }
    }

    /// The record that another became; nil when it is none.
    func found(_ key: Int?, _ fates: [Int: Fate]) -> Int? {
      guard let key, let fate = fates[key] else { return nil }
      switch fate {
      case .kept: return key
      case .merged(let survivor): return found(survivor, fates)
      default: return nil
      }
    }
    func lookUp(_ label: String?) -> Int? {
      label.flatMap { wanted in tags.keys.sorted().first { tagFates[$0] == .kept && (labels[$0] ?? nil) == wanted } }
    }
    func text(_ values: some Sequence<Int>) -> String { Set(values).sorted().map { String($0) }.joined(separator: ",") }
    func number(_ value: Int?) -> String { value.map { String($0) } ?? "-" }
    // What goes along with others goes from all rules.
    func goesAlong(_ box: Box) -> Bool {
      isDropping("Box.owner") && !(box.owner.map { settled[$0] == .kept } ?? false)
        || boxesRule == "cascade" && box.owner.map { settled[$0] == .deleted } ?? false
    }
    var result = Outcome()
    for (key, box) in boxes where boxFates[key] == .kept {
      let group = boxes.keys.filter { found($0, boxFates) == key }
      let kind = box.isCrate && mapsCrates ? "Crate" : "Box"
      let sought = group.map { boxes[$0]?.name }
      result.lines.append(
        "\(kind) \(key): name=\((names[key] ?? nil) ?? "-") rank=\(number((ranks[key] ?? nil))) owner=\(number(found((boxOwners[key] ?? nil), ownerFates))) tags=\(text(group.flatMap { boxes[$0]?.tags ?? [] }.compactMap { found($0, tagFates) })) founds=\(text(sought.flatMap { [lookUp("a"), lookUp($0 ?? "b")] }.compactMap { $0 }))"
          + " found=\(number(([key] + fills.filter { $0.target == "Box" && $0.survivor == key }.map(\.loser)).compactMap { lookUp(boxes[$0]?.name) }.first))"
      )
    }
    for key in owners.keys where ownerFates[key] == .kept {
      result.lines.append(
        "Owner \(key): code=\((codes[key] ?? nil) ?? "-") chief=\(number(found((chiefs[key] ?? nil), ownerFates)))")
    }
    for key in tags.keys where tagFates[key] == .kept { result.lines.append("Tag \(key): label=\((labels[key] ?? nil) ?? "-")") }
    if let copiesAbove {
      for (key, box) in boxes where !goesAlong(box) && (box.isCrate && mapsCrates ? key % 6 : box.rank ?? -1) > copiesAbove {
        result.lines.append("Copy \(key): of=\(number(found(key, boxFates)))")
      }
    }
    result.lines.sort()
    return result
  }

  /// The first of two values, as a value of a dictionary of optionals.
  private func first<T>(_ a: T?, _ b: T?) -> T?? { .some(a ?? b) }

  private func isDropping(_ owner: String) -> Bool { orphans?.owner == owner && orphans?.policy == "drop" }

  private func isThere(_ key: Int?, _ fates: [Int: Fate]) -> Bool { key.map { fates[$0] == .kept } ?? false }

  private func isReachable(_ key: Int?, _ fates: [Int: Fate]) -> Bool {
    guard let key, let fate = fates[key] else { return false }
    if case .merged = fate { return true }
    return fate == .kept
  }

  /// Lets those with equal keys become one; gives each survivor with its losers, the nearest first.
  private func merge(
    _ rule: Unique, _ order: [Int], _ fates: inout [Int: Fate], _ keys: [Int: String?]
  ) -> [(Int, Int)] {
    var result: [(Int, Int)] = []
    var groups: [String: [Int]] = [:]
    for record in order where fates[record] == .kept {
      guard let key = keys[record] ?? nil else { continue }
      groups[rule.folds ? key.lowercased() : key, default: []].append(record)
    }
    for group in groups.values {
      let ranked =
        switch rule.keep {
        case ".first": group
        case ".last": Array(group.reversed())
        case ".first(by: \\.weight)": group.sorted { World.weight($0) < World.weight($1) }
        default: group.sorted { World.weight($0) > World.weight($1) }
        }
      for loser in ranked.dropFirst() {
        fates[loser] = .merged(ranked[0])
        result.append((ranked[0], loser))
      }
    }
    return result
  }
}
