/// Names as relations and columns of SQLite, where case does not tell two names apart.
struct RealmNames {
  private var taken: Set<String> = []

  /// Takes a name, or one that is free: with the position appended, as Realm's library does it, or the next number.
  mutating func take(_ name: String, at position: Int, unnamed: String) -> String {
    var wanted = name.isEmpty ? "\(unnamed)_\(position)" : name.replacing("\0", with: "_")
    if wanted.lowercased().hasPrefix("sqlite_") { wanted = "_" + wanted }
    var result = wanted, number = position
    while !taken.insert(result.lowercased()).inserted {
      result = "\(wanted)_\(number)"
      number += 1
    }
    return result
  }

  mutating func reserve(_ name: String) { taken.insert(name.lowercased()) }
}
