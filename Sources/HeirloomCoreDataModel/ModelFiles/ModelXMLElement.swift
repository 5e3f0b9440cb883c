internal import Foundation
#if canImport(FoundationXML)
  internal import FoundationXML
#endif
internal import HeirloomFindings

/// An element of an XML document; text between elements is left out, for a model has none.
final class ModelXMLElement {
  let name: String
  let attributes: [String: String]
  fileprivate(set) var children: [ModelXMLElement] = []

  fileprivate init(_ name: String, _ attributes: [String: String]) {
    self.name = name
    self.attributes = attributes
  }

  func children(_ name: String) -> [ModelXMLElement] { children.filter { $0.name == name } }

  /// Xcode writes `YES`; hand-made files also `true`.
  func flag(_ name: String) -> Bool { ["YES", "TRUE", "1"].contains(attributes[name]?.uppercased() ?? "") }

  /// - Throws: a finding `model-damaged` that names the line where the document stops being XML.
  static func parse(_ bytes: [UInt8], path: String) throws -> ModelXMLElement {
    let builder = ModelXMLBuilder()
    let parser = XMLParser(data: Data(bytes))
    parser.delegate = builder
    parser.shouldResolveExternalEntities = false
    // Foundation's parser on Linux takes a document that ends early for a whole one.
    guard parser.parse(), !builder.isTooDeep, builder.isComplete, let root = builder.root else {
      let line = parser.lineNumber > 0 ? " at line \(parser.lineNumber)" : ""
      throw Finding(.modelDamaged, "'\(path)' is not a well-formed XML model\(line)", at: .file(path))
    }
    return root
  }
}

private final class ModelXMLBuilder: NSObject, XMLParserDelegate {
  var root: ModelXMLElement?
  var isTooDeep = false
  private var open: [ModelXMLElement] = []
  var isComplete: Bool { open.isEmpty }

  func parser(
    _ parser: XMLParser, didStartElement name: String, namespaceURI: String?, qualifiedName: String?, attributes: [String: String] = [:]
  ) {
    let element = ModelXMLElement(name, attributes)
    if let parent = open.last { parent.children.append(element) } else { root = element }
    open.append(element)
    // A model nests five deep; elements are freed one inside the other, so depth is limited for the stack's sake.
    if open.count > 100 {
      isTooDeep = true
      parser.abortParsing()
    }
  }

  func parser(_ parser: XMLParser, didEndElement name: String, namespaceURI: String?, qualifiedName: String?) { _ = open.popLast() }
}
