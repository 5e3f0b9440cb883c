/// The known name that a misspelt one most likely meant, or nil when none is near.
///
/// Case does not count; at most a third of the letters may differ. Of equally near names the first
/// by code point is taken, so that messages are the same at every run.
/// - Complexity: O(names × length²).
public func closestName(to name: String, among known: some Sequence<String>) -> String? {
  let wanted = Array(name.lowercased().utf8)
  let allowed = max(1, wanted.count / 3)
  var best: (distance: Int, name: String)?
  for candidate in known where candidate != name {
    let letters = Array(candidate.lowercased().utf8)
    guard abs(letters.count - wanted.count) <= allowed else { continue }
    let distance = editDistance(wanted, letters)
    guard distance <= allowed else { continue }
    if best.map({ (distance, candidate) < ($0.distance, $0.name) }) ?? true { best = (distance, candidate) }
  }
  return best?.name
}

/// Insertions, removals, replacements and swaps of neighbours that turn `a` into `b`.
private func editDistance(_ a: [UInt8], _ b: [UInt8]) -> Int {
  var before: [Int] = [], previous = Array(0...b.count)
  for i in a.indices {
    var row = [i + 1]
    for j in b.indices {
      var cost = min(previous[j] + (a[i] == b[j] ? 0 : 1), previous[j + 1] + 1, row[j] + 1)
      if i > 0, j > 0, a[i] == b[j - 1], a[i - 1] == b[j] { cost = min(cost, before[j - 1] + 1) }
      row.append(cost)
    }
    (before, previous) = (previous, row)
  }
  return previous[b.count]
}
