/// Every command, in the order help lists them.
package enum CommandTable {
  package static let all: [CommandDefinition] = [
    inspect, schema, query,
    check, explain, convert, verify, export, bulk,
    explainFinding, completions, reference,
  ]
}
