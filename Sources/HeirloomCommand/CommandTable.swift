/// Every command, in the order help lists them.
package enum CommandTable {
  package static let all: [CommandDefinition] = [
    explainFinding, completions, reference,
  ]
}
