internal import HeirloomSchema

/// Prints a `SchemaMigrationPlan`.
struct PlanWriter {
  let name: String
  let versions: [String]
  let stages: [MigrationStage]
  let notes: [String: [String]]

  var text: String {
    var lines = [
      "enum \(name): SchemaMigrationPlan {",
      "  static var schemas: [any VersionedSchema.Type] { [\(versions.map { "\($0).self" }.joined(separator: ", "))] }",
    ]
    let names = stages.map { Self.constant($0) }
    lines.append("  static var stages: [MigrationStage] { [\(names.joined(separator: ", "))] }")
    for (stage, name) in zip(stages, names) { lines += ["", text(of: stage, name)] }
    return lines.joined(separator: "\n") + "\n}\n"
  }

  private static func constant(_ stage: MigrationStage) -> String {
    let first = stage.from.prefix(1).lowercased() + stage.from.dropFirst()
    return "\(first)To\(stage.to)"
  }

  private func text(of stage: MigrationStage, _ name: String) -> String {
    let versions = "fromVersion: \(stage.from).self, toVersion: \(stage.to).self"
    guard stage.kind == .custom else {
      return "  static var \(name): MigrationStage { .lightweight(\(versions)) }"
    }
    let will = stage.willMigrate ?? closure(notes[stage.to] ?? [])
    let did = stage.didMigrate ?? (stage.willMigrate == nil ? closure([]) : "nil")
    return """
        static var \(name): MigrationStage {
          .custom(
            \(versions),
            willMigrate: \(will),
            didMigrate: \(did))
        }
      """
  }

  private func closure(_ notes: [String]) -> String {
    let comments = notes.map { "        // \($0)\n" }.joined()
    return "{ context in\n\(comments)        try context.save()\n      }"
  }
}
