package import HeirloomFindings

/// A mapping file as it was written: its declarations in order.
package struct MappingFile: Sendable {
  package var path: String
  /// The declarations that were understood.
  package var declarations: [Declaration] = []
  /// Mistakes of syntax, and what is not part of the language.
  package var findings: [Finding] = []

  package struct Declaration: Sendable {
    package let kind: Kind
    package let place: TextPlace

    package enum Kind: Sendable {
      /// `let source = CoreData()`: the word after the equals sign.
      case source(String)
      /// `let target = Schema("NotesSchema.swift", version: NotesSchemaV2.self)`
      case target(files: [Named], version: Named?)
      /// Any other call: `Map(…) { … }`, `Drop(…)`, `Unique(…)`.
      case call(Call)
    }
  }

  /// A call at the top level, with the block that follows it.
  package struct Call: Sendable {
    package let name: Named
    package let arguments: [Term.Argument]
    /// The names between `{` and `in`, and the statements; nil without a block.
    package let block: Block?
  }

  package struct Block: Sendable {
    package let parameters: [Named]
    package let statements: [RuleStatement]
  }

  /// A word and where it stands.
  package struct Named: Sendable, Hashable {
    package let text: String
    package let place: TextPlace
  }
}
