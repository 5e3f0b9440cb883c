package import HeirloomFindings

/// A verb of the command line as data: help, completions and the parser are all made from it.
package struct CommandDefinition: Sendable {
  package var name: String
  /// One line for the list of commands; no full stop.
  package var summary: String
  /// Paragraphs for `--help`; may be empty.
  package var discussion: String
  package var operands: [OperandDefinition]
  package var options: [OptionDefinition]
  /// Hidden commands serve the build; they are neither listed nor completed.
  package var isHidden: Bool
  /// Does the work and says how it went. Throws a `Finding`, or `UsageProblem` for what the parser cannot know.
  package var run: @Sendable (Invocation) throws -> ExitStatus

  package init(
    _ name: String, _ summary: String, discussion: String = "", operands: [OperandDefinition] = [],
    options: [OptionDefinition] = [], hidden isHidden: Bool = false, run: @escaping @Sendable (Invocation) throws -> ExitStatus
  ) {
    self.name = name
    self.summary = summary
    self.discussion = discussion
    self.operands = operands
    self.options = options
    self.isHidden = isHidden
    self.run = run
  }
}

/// Something a command takes by position.
package struct OperandDefinition: Sendable, Hashable {
  package enum Count: Sendable, Hashable { case one, optional, oneOrMore, any }

  /// As help shows it, such as `STORE`.
  package var name: String
  package var summary: String
  package var count: Count
  package var completion: Completion

  package init(_ name: String, _ summary: String, count: Count = .one, completion: Completion = .file) {
    self.name = name
    self.summary = summary
    self.count = count
    self.completion = completion
  }
}

/// An option: a flag, or one that takes a value.
package struct OptionDefinition: Sendable, Hashable {
  /// Without the two hyphens.
  package var name: String
  /// A single letter that stands for it, where it has one.
  package var short: Character?
  /// What the value is, as help shows it, such as `FILE`; nil for a flag.
  package var placeholder: String?
  package var summary: String
  /// May be given more than once.
  package var repeats: Bool
  package var isRequired: Bool
  /// The flag that makes a required option needless.
  package var waiver: String?
  package var completion: Completion

  /// An option that takes a value.
  package init(
    _ name: String, _ placeholder: String, _ summary: String, short: Character? = nil, repeats: Bool = false,
    required isRequired: Bool = false, completion: Completion = .none
  ) {
    self.name = name
    self.short = short
    self.placeholder = placeholder
    self.summary = summary
    self.repeats = repeats
    self.isRequired = isRequired
    self.completion = completion
  }

  /// A flag.
  package static func flag(_ name: String, _ summary: String, short: Character? = nil) -> OptionDefinition {
    var option = OptionDefinition(name, "", summary, short: short)
    option.placeholder = nil
    return option
  }
}

/// What a shell should offer for a value.
package enum Completion: Sendable, Hashable {
  case none, file, folder
  case choice([String])
}
