internal import HeirloomFindings
internal import HeirloomSchema
internal import SwiftSyntax

extension TypeDeclaration {
  /// The cases of an enum and their raw values, as Swift gives them where none is written.
  func enumeration(in catalog: Catalog) -> (Enumeration, findings: [Finding]) {
    var findings: [Finding] = []
    let rawType = inherited.lazy.compactMap { ScalarTypes.type(of: catalog.canonical($0.type, in: self.path)) }.first
    var result = Enumeration(name: simpleName, rawType: rawType, cases: [])
    var next: Int64 = 0
    for member in members {
      guard let declaration = member.as(EnumCaseDeclSyntax.self) else { continue }
      for element in declaration.elements {
        let name = element.name.plainName
        if let parameters = element.parameterClause {
          findings.append(
            Finding(
              .unprovenStorage,
              "the case '\(name)' of '\(simpleName)' has values of its own; how SwiftData keeps them is not known",
              at: .text(file.place(of: parameters)), severity: .warning))
        }
        var raw = name
        if rawType?.isInteger == true {
          if let value = element.rawValue?.value {
            if let number = Literals.integer(value) {
              next = number
            } else {
              findings.append(
                Finding(
                  .unreadableDefault, "the raw value of '\(name)' is not a literal", at: .text(file.place(of: value)),
                  severity: .warning))
            }
          }
          raw = String(next)
          next = next &+ 1
        } else if let value = element.rawValue?.value {
          raw = Literals.string(value) ?? value.trimmedDescription
        }
        result.cases.append(.init(name: name, rawValue: raw))
      }
    }
    return (result, findings)
  }
}
