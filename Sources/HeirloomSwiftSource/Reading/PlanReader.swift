internal import HeirloomFindings
internal import HeirloomSchema
internal import SwiftSyntax

/// Reads `SchemaMigrationPlan`s: the versions in order, and the stages between them.
struct PlanReader {
  let catalog: Catalog
  let versions: [TypeDeclaration]
  private(set) var findings: [Finding] = []
  private let facts: ClosureFactsReader

  init(catalog: Catalog, versions: [TypeDeclaration]) {
    self.catalog = catalog
    self.versions = versions
    facts = ClosureFactsReader(catalog: catalog)
  }

  mutating func read(_ plan: TypeDeclaration) -> MigrationPlan {
    var result = MigrationPlan(name: plan.simpleName)
    result.place = plan.place
    for (element, file) in elements("schemas", of: plan) {
      if let name = versionName(element, in: plan, file: file) { result.schemas.append(name) }
    }
    for (element, file) in elements("stages", of: plan) {
      if let stage = stage(element, in: plan, file: file, depth: 0) { result.stages.append(stage) }
    }
    return result
  }

  private mutating func elements(_ name: String, of plan: TypeDeclaration) -> [(ExprSyntax, ParsedFile)] {
    guard let (value, file) = plan.staticValue(name) else {
      findings.append(Finding(.unreadablePlan, "'\(plan.simpleName)' has no '\(name)'", at: .text(plan.place)))
      return []
    }
    guard let array = value?.as(ArrayExprSyntax.self) else {
      findings.append(
        Finding(
          .unreadablePlan, "the \(name) of '\(plan.simpleName)' are not a list",
          at: .text(value.map { file.place(of: $0) } ?? plan.place)))
      return []
    }
    return array.elements.map { ($0.expression, file) }
  }

  private mutating func versionName(_ element: ExprSyntax, in plan: TypeDeclaration, file: ParsedFile) -> String? {
    var named = element
    if let member = element.as(MemberAccessExprSyntax.self), member.declName.baseName.text == "self", let base = member.base {
      named = base
    }
    guard case .named(let path, _)? = TypeReference(expression: named) else {
      findings.append(
        Finding(.unreadablePlan, "'\(element.trimmedDescription)' is not a version", at: .text(file.place(of: element))))
      return nil
    }
    if let key = catalog.resolve(path, in: plan.path), let type = catalog.types[key], versions.contains(where: { $0.key == key })
    {
      return type.simpleName
    }
    let written = path.joined(separator: ".")
    let near = closestName(to: written, among: versions.map(\.simpleName)).map { "did you mean '\($0)'?" }
    findings.append(
      Finding(
        .unknownVersion, "'\(plan.simpleName)' names the version '\(written)', which the sources do not declare",
        at: .text(file.place(of: element)), help: near))
    return written
  }

  // MARK: - Stages

  private mutating func stage(_ element: ExprSyntax, in plan: TypeDeclaration, file: ParsedFile, depth: Int) -> MigrationStage? {
    if let call = element.as(FunctionCallExprSyntax.self),
      let kind = call.calledExpression.as(MemberAccessExprSyntax.self)?.declName.baseName.text,
      let kind = MigrationStage.Kind(rawValue: kind)
    {
      return stage(kind, call, in: plan, file: file)
    }
    // A static constant of the plan, or of another type.
    var name: String?, owner: TypeDeclaration? = plan
    if let reference = element.as(DeclReferenceExprSyntax.self) { name = reference.baseName.plainName }
    if let member = element.as(MemberAccessExprSyntax.self), let base = member.base {
      name = member.declName.baseName.plainName
      if base.trimmedDescription != "Self", case .named(let path, _)? = TypeReference(expression: base) {
        owner = catalog.resolve(path, in: plan.path).flatMap { catalog.types[$0] }
      }
    }
    if let name, let owner, depth < 16, let (value, valueFile) = owner.staticValue(name) ?? global(name), let value {
      return stage(value, in: plan, file: valueFile, depth: depth + 1)
    }
    findings.append(
      Finding(
        .unreadablePlan, "the stage '\(element.trimmedDescription.prefix { !$0.isNewline })' is neither lightweight nor custom",
        at: .text(file.place(of: element))))
    return nil
  }

  /// A constant at the top of a file.
  private func global(_ name: String) -> (value: ExprSyntax?, file: ParsedFile)? {
    for file in catalog.files {
      for declaration in file.tree.statements.declarations {
        guard let variable = declaration.as(VariableDeclSyntax.self) else { continue }
        for binding in variable.bindings where binding.pattern.as(IdentifierPatternSyntax.self)?.identifier.plainName == name {
          return (binding.value, file)
        }
      }
    }
    return nil
  }

  private mutating func stage(
    _ kind: MigrationStage.Kind, _ call: FunctionCallExprSyntax, in plan: TypeDeclaration, file: ParsedFile
  ) -> MigrationStage? {
    var stage = MigrationStage(kind: kind, from: "", to: "")
    stage.place = file.place(of: call)
    var closures: [String: ExprSyntax] = [:]
    for argument in call.arguments {
      switch argument.label?.text {
      case "fromVersion"?: stage.from = versionName(argument.expression, in: plan, file: file) ?? ""
      case "toVersion"?: stage.to = versionName(argument.expression, in: plan, file: file) ?? ""
      case let label?: closures[label] = argument.expression
      case nil: break
      }
    }
    // A trailing closure is the first closure parameter that has no value yet.
    if let trailing = call.trailingClosure {
      closures[closures["willMigrate"] == nil ? "willMigrate" : "didMigrate"] = ExprSyntax(trailing)
    }
    for extra in call.additionalTrailingClosures { closures[extra.label.text] = ExprSyntax(extra.closure) }
    if let (node, file) = source(of: closures["willMigrate"], in: plan, file: file) {
      (stage.willMigrate, stage.willMigratePlace) = (node.trimmedDescription, file.place(of: node))
      stage.willMigrateFacts = facts.facts(of: node, in: file)
    }
    if let (node, file) = source(of: closures["didMigrate"], in: plan, file: file) {
      (stage.didMigrate, stage.didMigratePlace) = (node.trimmedDescription, file.place(of: node))
      stage.didMigrateFacts = facts.facts(of: node, in: file)
    }
    guard !stage.from.isEmpty, !stage.to.isEmpty else {
      findings.append(
        Finding(.unreadablePlan, "a stage of '\(plan.simpleName)' lacks a version", at: stage.place.map { .text($0) }))
      return nil
    }
    return stage
  }

  /// The closure as written, or the function or closure that is named in its place.
  private func source(of closure: ExprSyntax?, in plan: TypeDeclaration, file: ParsedFile) -> (Syntax, ParsedFile)? {
    guard let closure, !closure.is(NilLiteralExprSyntax.self) else { return nil }
    if closure.is(ClosureExprSyntax.self) { return (Syntax(closure), file) }
    let name = closure.trimmedDescription.split(separator: ".").last.map(String.init) ?? ""
    for (member, memberFile) in plan.everyMember {
      if let function = member.as(FunctionDeclSyntax.self), function.name.plainName == name {
        return (Syntax(function), memberFile)
      }
      guard let variable = member.as(VariableDeclSyntax.self) else { continue }
      for binding in variable.bindings where binding.pattern.trimmedDescription == name {
        if let value = binding.value { return (Syntax(value), memberFile) }
      }
    }
    for other in catalog.files {
      for declaration in other.tree.statements.declarations {
        if let function = declaration.as(FunctionDeclSyntax.self), function.name.plainName == name {
          return (Syntax(function), other)
        }
      }
    }
    return (Syntax(closure), file)
  }
}
