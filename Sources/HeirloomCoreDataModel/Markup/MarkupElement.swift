/// An element of an XML document: what Xcode's models, property lists and Core Data's XML stores are made of.
///
/// Foundation's own parser is not used: on Linux it ends the process on some damaged documents.
package struct MarkupElement: Sendable {
  package var name: String
  package var attributes: [String: String]
  package var children: [MarkupElement] = []
  /// The text directly inside, of all its pieces; white space is kept.
  package var text = ""

  package init(_ name: String, _ attributes: [String: String] = [:]) {
    self.name = name
    self.attributes = attributes
  }

  package func children(_ name: String) -> [MarkupElement] { children.filter { $0.name == name } }

  /// Xcode writes `YES`; hand-made files also `true`.
  package func flag(_ name: String) -> Bool { ["YES", "TRUE", "1"].contains(attributes[name]?.uppercased() ?? "") }
}
