internal import HeirloomFindings
internal import HeirloomReporting
internal import HeirloomSchema
internal import HeirloomVersions

/// A closure of a custom stage that can be interpreted.
struct StageClosure {
  static func both(
    of stage: MigrationStage, from: Schema, to: Schema, _ findings: inout [Finding]
  ) -> (will: StageClosure?, did: StageClosure?) {
    if stage.willMigrate != nil || stage.didMigrate != nil {
      findings.append(
        Finding(.stageWithoutMapping, "the stage from '\(stage.from)' to '\(stage.to)' is custom, and no mapping is given for it", at: stage.place.map { .text($0) }))
    }
    return (nil, nil)
  }
}

extension MigrationRun {
  func interpret(
    _ closure: StageClosure, _ name: String, _ schema: Schema, in path: String, _ line: inout MigrationHop, _ report: inout ConversionReport
  ) throws {}

  func refuseLosses(_ route: MigrationRoute, _ version: Schema) throws {}
}
