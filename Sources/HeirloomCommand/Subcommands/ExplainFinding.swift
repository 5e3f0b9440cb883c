internal import HeirloomFindings
internal import HeirloomReporting

extension CommandTable {
  static let explainFinding = CommandDefinition(
    "explain-finding", "say what a finding means and what to do about it",
    discussion: "The id stands in brackets in every message: error[no-such-input].",
    operands: [OperandDefinition("ID", "the id of a finding, such as dangling-link", completion: .none)],
    options: [.flag("json", "answer as JSON")]
  ) { invocation in
    let id = try invocation.required(0)
    let catalogue = FindingCatalogue.all
    guard let kind = catalogue.first(where: { $0.id == id }) else {
      let nearest = closestName(to: id, among: catalogue.map(\.id))
      throw UsageProblem(
        [
          Finding(
            .badValue, "there is no finding '\(id)'",
            help: nearest.map { "did you mean '\($0)'?" } ?? "docs/findings.md lists them all")
        ],
        command: nil)
    }
    try invocation.console.write(invocation.isJSON ? kind.json.text(indented: true) + "\n" : kind.explanation)
    return .done
  }
}

extension FindingKind {
  fileprivate var json: JSONValue {
    [
      "id": .string(id), "severity": .string(severity.rawValue), "meaning": .string(meaning), "advice": .string(advice),
      "exitCode": .integer(orNull: exitStatus.map { Int64($0.rawValue) }),
    ]
  }

  fileprivate var explanation: String {
    let ending = exitStatus.map { "\n\nA run that ends because of it has the exit status \($0.rawValue)." } ?? ""
    return "\(severity.rawValue)[\(id)]\n\n\(meaning)\n\(advice)\(ending)\n"
  }
}
