/// The parts of a path as text. Foundation's own end the process at some short paths on Linux (seen: `.` and `d/`).
public enum PathText {
  /// What stands before the last name, without the slash: `a/b` for `a/b/c`, `/` for `/c`, nothing for `c`.
  public static func folder(of path: String) -> String {
    let trimmed = withoutTrailingSlashes(path)
    guard let slash = trimmed.lastIndex(of: "/") else { return "" }
    let folder = withoutTrailingSlashes(String(trimmed[..<slash]))
    return folder.isEmpty ? "/" : folder
  }

  /// The last name: `c` for `a/b/c` and for `c/`; `/` for the root.
  public static func name(of path: String) -> String {
    let trimmed = withoutTrailingSlashes(path)
    return trimmed.lastIndex(of: "/").map { trimmed == "/" ? "/" : String(trimmed[trimmed.index(after: $0)...]) } ?? trimmed
  }

  private static func withoutTrailingSlashes(_ path: String) -> String {
    var path = path[...]
    while path.count > 1, path.hasSuffix("/") { path.removeLast() }
    return String(path)
  }
}
