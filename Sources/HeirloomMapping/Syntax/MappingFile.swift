package import HeirloomFindings

/// A mapping file as it was written: its declarations in order.
package struct MappingFile: Sendable {
  package var path: String
  /// The declarations that were understood.
  package var declarations: [Declaration] = []
  /// Mistakes of syntax, and what is not part of the language.
  package var findings: [Finding] = []

  package init(path: String, declarations: [Declaration] = [], findings: [Finding] = []) {
    self.path = path
    self.declarations = declarations
    self.findings = findings
  }

  /// The stages that the file has declarations for, with the place of each.
  package var stages: [(stage: Stage, place: TextPlace)] {
    declarations.compactMap { if case .stage(let stage) = $0.kind { (stage, $0.place) } else { nil } }
  }

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
      /// `Stage(NotesSchemaV1.self, to: NotesSchemaV2.self) { Map(…) … }`: the mapping of one stage of a migration plan.
      case stage(Stage)
    }
  }

  /// The declarations for one hop of a migration plan.
  package struct Stage: Sendable {
    /// A version by its type's name, or by any text that names it.
    package let from: Named
    package let to: Named
    package let declarations: [Declaration]
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
