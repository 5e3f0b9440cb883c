/// A record of one run that every format can show: the JSON scripts rely on, and a document for people.
public protocol Report: Sendable {
  /// The object of the command's contract; keys are added over time and never renamed.
  var json: JSONValue { get }
  /// The same facts for a person, from which text, Markdown and HTML are made.
  var document: Document { get }
}

/// The forms in which a report can be written.
public enum ReportFormat: String, Sendable, CaseIterable {
  case text, json, markdown, html

  /// The format that a report file's name asks for, or nil when its extension is none of ours.
  public init?(fileNamed name: String) {
    let fileName = name.split(separator: "/").last ?? ""
    guard let dot = fileName.lastIndex(of: ".") else { return nil }
    switch fileName[fileName.index(after: dot)...].lowercased() {
    case "txt": self = .text
    case "json": self = .json
    case "md", "markdown": self = .markdown
    case "html", "htm": self = .html
    default: return nil
    }
  }
}

extension Report {
  /// The whole report in one format, with a line break at its end.
  public func rendered(as format: ReportFormat, style: TextStyle = .plain) -> String {
    switch format {
    case .text: document.text(style: style)
    case .json: json.text(indented: true) + "\n"
    case .markdown: document.markdown()
    case .html: document.html()
    }
  }
}
