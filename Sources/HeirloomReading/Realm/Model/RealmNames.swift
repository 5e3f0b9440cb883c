/// Names as relations and columns of SQLite, where case does not tell two names apart.
struct RealmNames {
  private var taken: Set<String> = []

  /// Takes a name, or the nearest one that is free: `name`, `name_2`, `name_3`.
  mutating func take(_ name: String, fallback: String) -> String {
    var wanted = name.isEmpty ? fallback : name.replacing("\0", with: "_")
    if wanted.lowercased().hasPrefix("sqlite_") { wanted = "_" + wanted }
    var result = wanted, number = 2
    while !taken.insert(result.lowercased()).inserted {
      result = "\(wanted)_\(number)"
      number += 1
    }
    return result
  }

  mutating func reserve(_ name: String) { taken.insert(name.lowercased()) }
}
