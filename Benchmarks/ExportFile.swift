internal import Foundation

/// Writes exported notes as one JSON array or one table, as many as fill so many bytes; the same number gives the same bytes.
///
/// Each has an integer key, a title, some 400 characters of text, an ISO 8601 date, a flag, two numbers, the key of a folder, and in JSON a
/// list of two texts.
struct ExportFile {
  enum Form: String, CaseIterable { case json, csv }

  let form: Form
  let bytes: Int

  private static let words =
    "alpha beta gamma delta epsilon zeta eta theta iota kappa lambda mu nu xi omicron pi rho sigma tau upsilon"
    .split(separator: " ").map(String.init)

  /// The name of the entity that the file's records are.
  static let entity = "Note"

  /// The schema of the notes, and the mapping to it.
  static let schema = """
    @Model final class Note {
      @Attribute(.unique) var id: Int
      var title: String
      var body: String
      var created: Date
      var pinned: Bool
      var priority: Int
      var score: Double
      var folder: Int
      init() {}
    }
    """
  func mapping(schema path: String) -> String {
    "let source = Archive()\nlet target = Schema(\"\(path)\")\n"
      + (form == .json ? "Drop(\"Note.tags\", because: \"not kept\")\n" : "")
  }

  /// - Returns: how many records were written.
  func write(to path: String) throws -> Int {
    guard FileManager.default.createFile(atPath: path, contents: nil), let file = FileHandle(forWritingAtPath: path) else {
      throw Failure(text: "'\(path)' cannot be written")
    }
    defer { try? file.close() }
    var text = form == .json ? "[\n" : "id,title,body,created,pinned,priority,score,folder\n", written = 0, count = 0
    while written + text.utf8.count < bytes {
      count += 1
      text += record(count)
      guard text.utf8.count > 1 << 20 else { continue }
      written += text.utf8.count
      try file.write(contentsOf: Data(text.utf8))
      text = ""
    }
    try file.write(contentsOf: Data((text + (form == .json ? "\n]\n" : "")).utf8))
    return count
  }

  private func record(_ number: Int) -> String {
    let body = (0..<60).map { Self.words[(number &* 7 &+ $0 &* $0) % Self.words.count] }.joined(separator: " ")
    func two(_ value: Int) -> String { value < 10 ? "0\(value)" : "\(value)" }
    let date =
      "20\(10 + number % 10)-\(two(1 + number % 12))-\(two(1 + number % 28))T\(two(number % 24)):\(two(number % 60)):\(two(number * 7 % 60))Z"
    let (isPinned, score) = (number % 3 == 0, Double(number % 1000) / 8)
    switch form {
    case .json:
      return (number == 1 ? "" : ",\n")
        + #"{"id":\#(number),"title":"Note \#(number)","body":"\#(body)","created":"\#(date)","pinned":\#(isPinned),"#
        + #""priority":\#(number % 5),"score":\#(score),"folder":\#(number % 100),"tags":["t\#(number % 10)","t\#(number % 7)"]}"#
    case .csv:
      return "\(number),Note \(number),\"\(body), \"\"quoted\"\"\",\(date),\(isPinned),\(number % 5),\(score),\(number % 100)\n"
    }
  }
}

/// How large exports are read and converted: in memory that does not grow with them.
struct ExportComparison {
  let heirloom: String
  let bytes: Int

  /// Prints one line for each way; false when more memory was held than the limit of all conversions.
  func run() throws -> Bool {
    let folder = FileManager.default.temporaryDirectory.appending(path: "heirloom-benchmark-\(getpid())").path
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(atPath: folder) }
    var isKept = true
    for form in ExportFile.Form.allCases {
      let export = ExportFile(form: form, bytes: bytes), file = "\(folder)/\(ExportFile.entity).\(form.rawValue)"
      let records = try export.write(to: file)
      try ExportFile.schema.write(toFile: folder + "/Schema.swift", atomically: true, encoding: .utf8)
      try export.mapping(schema: "Schema.swift").write(toFile: folder + "/m.mapping.swift", atomically: true, encoding: .utf8)
      print("\(form.rawValue), \(bytes / 1_000_000) MB, \(records) records")
      let ways = [
        ("inspect", ["inspect", file]), ("query", ["query", file, "SELECT count(*), sum(priority) FROM Note"]),
        (
          "convert",
          ["convert", file, "--mapping", folder + "/m.mapping.swift", "--output", folder + "/new.store", "--overwrite"]
        ),
      ]
      for (name, words) in ways {
        let measured = try Measured(heirloom, words)
        isKept = isKept && measured.peakMemory <= Comparison.limit.memory
        print(
          String(
            format: "  %@ %7.2f s  processor %7.2f s  %d MB", name.padding(toLength: 8, withPad: " ", startingAt: 0),
            measured.seconds,
            measured.processorSeconds, measured.peakMemory / 1_000_000))
      }
      for name in [file, folder + "/new.store"] { try? FileManager.default.removeItem(atPath: name) }
    }
    print()
    return isKept
  }
}
