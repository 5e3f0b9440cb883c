internal import HeirloomFindings
internal import SwiftSyntax

/// A type that the sources declare, with what its extensions add.
struct TypeDeclaration: Sendable {
  enum Kind: String, Sendable {
    case structure = "struct", classType = "class", enumeration = "enum", actor, protocolType = "protocol"
  }

  var kind: Kind
  /// The names from the outermost type inwards: `["NotesSchemaV1", "Note"]`.
  var path: [String]
  var name: TokenSyntax
  var file: ParsedFile
  var attributes: AttributeListSyntax
  /// Superclass and protocols, those of extensions too.
  var inherited: [InheritedType]
  /// The members of the declaration itself.
  var members: [DeclSyntax]
  /// Members that extensions add, each with its file.
  var additions: [(member: DeclSyntax, file: ParsedFile)] = []

  struct InheritedType: Sendable {
    var type: TypeReference
    var file: ParsedFile
    var node: TypeSyntax
  }

  var key: String { path.joined(separator: ".") }
  var simpleName: String { path.last ?? "" }
  /// The types around it, where its own names are looked up next.
  var place: TextPlace { file.place(of: name) }
  var isModel: Bool { kind == .classType && attributes.first(named: "Model") != nil }

  /// The members of declaration and extensions, each with its file.
  var everyMember: [(member: DeclSyntax, file: ParsedFile)] { members.map { ($0, file) } + additions }

  func inherits(_ name: String) -> Bool {
    inherited.contains { inherited in
      if case .named(let path, _) = inherited.type { return path.last == name }
      return false
    }
  }
}

/// Another name for a type.
struct AliasDeclaration: Sendable {
  var path: [String]
  var target: TypeReference
}
