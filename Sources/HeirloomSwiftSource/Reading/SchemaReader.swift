internal import HeirloomFindings
internal import HeirloomSchema
internal import SwiftSyntax

/// Reads versions and plans out of the collected declarations.
struct SchemaReader {
  let catalog: Catalog
  var findings: [Finding]
  /// Each model is read once, though several versions may list it.
  private var readings: [String: EntityReading] = [:]

  /// How many lists of models were followed by name: they can go round in circles, or double at each step.
  var listSteps = 0

  init(catalog: Catalog, findings: [Finding]) {
    self.catalog = catalog
    self.findings = findings
  }

  mutating func read() -> VersionedSource {
    let types = catalog.order.compactMap { catalog.types[$0] }
    for type in types where type.kind != .classType && type.attributes.first(named: "Model") != nil {
      findings.append(
        Finding(.modelNotAClass, "@Model stands on the \(type.kind.rawValue) '\(type.simpleName)'", at: .text(type.place)))
    }
    let versions = types.filter { $0.inherits("VersionedSchema") }
    var source = VersionedSource()
    var listed: Set<String> = []
    for version in versions {
      let models = self.models(of: version)
      source.versions.append(schema(version, models: models, listed: &listed))
    }
    let models = types.filter(\.isModel)
    if versions.isEmpty, let first = models.first {
      let keys = models.map { ListedModel(key: $0.key, place: $0.place) }
      source.versions = [schema(named: first.file.name, identifier: "1.0.0", models: keys, at: nil, listed: &listed)]
    } else {
      for model in models where !listed.contains(model.key) {
        findings.append(Finding(.modelInNoVersion, "no version lists the model '\(model.key)'", at: .text(model.place)))
      }
    }
    if versions.isEmpty, models.isEmpty, !findings.contains(where: { $0.severity == .error }) {
      let files = catalog.files
      let place =
        files.count == 1
        ? "'\(files[0].path)'" : files.isEmpty ? "the folder: it holds no Swift file" : "the \(files.count) files"
      findings.append(Finding(.noModels, "there is no model in \(place)", at: files.first.map { .file($0.path) }))
    }
    var plans = PlanReader(catalog: catalog, versions: versions)
    source.plans = types.filter { $0.inherits("SchemaMigrationPlan") }.map { plans.read($0) }
    findings += plans.findings
    var seen: Set<Finding> = []
    source.findings = findings.filter { seen.insert($0).inserted }
    return source
  }

  // MARK: - One version

  private mutating func schema(_ version: TypeDeclaration, models: [ListedModel], listed: inout Set<String>) -> Schema {
    var identifier = "1.0.0"
    if let (value, file) = version.staticValue("versionIdentifier") {
      if let found = value.flatMap({ versionNumber($0) }) {
        identifier = found
      } else {
        findings.append(
          Finding(
            .unreadableVersion, "the version identifier of '\(version.simpleName)' is not three numbers",
            at: .text(value.map { file.place(of: $0) } ?? version.place)))
      }
    } else {
      findings.append(Finding(.unreadableVersion, "'\(version.simpleName)' has no versionIdentifier", at: .text(version.place)))
    }
    return schema(named: version.simpleName, identifier: identifier, models: models, at: version.place, listed: &listed)
  }

  /// `Schema.Version(1, 0, 0)`, `.init(1, 0, 0)`.
  private func versionNumber(_ value: ExprSyntax) -> String? {
    guard let call = value.as(FunctionCallExprSyntax.self) else { return nil }
    let name = call.calledExpression.trimmedDescription
    guard name == ".init" || name.hasSuffix("Version") || name.hasSuffix("Version.init") else { return nil }
    let numbers = call.arguments.compactMap { Literals.integer($0.expression) }
    guard numbers.count == call.arguments.count, numbers.count == 3 else { return nil }
    return numbers.map(String.init).joined(separator: ".")
  }

  private mutating func schema(
    named name: String, identifier: String, models: [ListedModel], at place: TextPlace?, listed: inout Set<String>
  ) -> Schema {
    var schema = Schema(name: name, identifiers: [identifier])
    schema.place = place
    var chosen: [EntityName: EntityReading] = [:], keys: [EntityName: String] = [:]
    var waiting = models, next = 0
    while next < waiting.count {
      let model = waiting[next]
      next += 1
      listed.insert(model.key)
      guard let reading = reading(of: model.key) else { continue }
      let entity = reading.entity.name
      if let other = keys[entity] {
        if other != model.key {
          findings.append(
            Finding(
              .declaredTwice, "'\(name)' has two models called '\(entity)': '\(other)' and '\(model.key)'", at: .text(model.place)
            ))
        }
        continue
      }
      keys[entity] = model.key
      chosen[entity] = reading
      schema[entity] = reading.entity
    }
    // Models that are only reached: SwiftData takes them in, so the schema does as well.
    next = 0
    var reached = schema.entities.map(\.name)
    while next < reached.count {
      let owner = reached[next]
      next += 1
      guard let reading = chosen[owner] else { continue }
      var links = reading.entity.relationships.map { (reading.destinations[$0.name], $0.place, "'\(owner).\($0.name)' leads to") }
      if let parent = reading.parentKey { links.append((parent, reading.entity.place, "'\(owner)' inherits from")) }
      for (key, place, what) in links {
        guard let key, let target = catalog.types[key] else { continue }
        let entity = EntityName(target.simpleName)
        if let present = keys[entity] {
          if present != key {
            findings.append(
              Finding(
                .modelOfAnotherVersion, "\(what) '\(key)', but '\(name)' has '\(present)'", at: place.map { .text($0) }))
          }
          continue
        }
        findings.append(
          Finding(
            .missingModel, "\(what) '\(target.simpleName)', which '\(name)' does not list", at: place.map { .text($0) },
            help: "add \(target.simpleName).self to the models of '\(name)'"))
        guard let added = self.reading(of: key) else { continue }
        keys[entity] = key
        chosen[entity] = added
        schema[entity] = added.entity
        reached.append(entity)
        listed.insert(key)
      }
    }
    let settled = Inverses(schema, explicit: chosen)
    findings += settled.findings
    return settled.schema
  }

  private mutating func reading(of key: String) -> EntityReading? {
    if let known = readings[key] { return known }
    guard let model = catalog.types[key] else { return nil }
    var reader = EntityReader(catalog: catalog)
    let reading = reader.read(model)
    findings += reader.findings
    readings[key] = reading
    return reading
  }
}
