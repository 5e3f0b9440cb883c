internal import HeirloomFindings
internal import SwiftSyntax

/// Every type that the files declare, under its full name, and the way from a name in the text to its type.
struct Catalog {
  private(set) var types: [String: TypeDeclaration] = [:]
  /// Full names in the order of declaration.
  private(set) var order: [String] = []
  private var aliases: [String: AliasDeclaration] = [:]
  let files: [ParsedFile]

  init(files: [ParsedFile], findings: inout [Finding]) {
    self.files = files
    var extensions: [(ExtensionDeclSyntax, ParsedFile)] = []
    for file in files {
      for declaration in file.tree.statements.declarations {
        collect(declaration, within: [], file: file, extensions: &extensions, findings: &findings)
      }
    }
    // An extension may add types that another one extends, so go on until nothing new is found.
    var waiting = extensions
    while !waiting.isEmpty {
      var later: [(ExtensionDeclSyntax, ParsedFile)] = [], nested: [(ExtensionDeclSyntax, ParsedFile)] = []
      for (node, file) in waiting {
        guard case .named(let written, _) = TypeReference(node.extendedType) else { continue }
        guard let key = resolve(written, in: []) else {
          later.append((node, file))
          continue
        }
        extend(key, by: node, file: file, nested: &nested, findings: &findings)
      }
      if later.count == waiting.count { break }
      waiting = later + nested
    }
    // What is left extends types of other modules; types nested there still count.
    for (node, file) in waiting {
      guard case .named(let written, _) = TypeReference(node.extendedType) else { continue }
      var nested: [(ExtensionDeclSyntax, ParsedFile)] = []
      for member in node.memberBlock.members.all {
        collect(member, within: written, file: file, extensions: &nested, findings: &findings)
      }
    }
  }

  // MARK: - Collecting

  private mutating func collect(
    _ declaration: DeclSyntax, within scope: [String], file: ParsedFile,
    extensions: inout [(ExtensionDeclSyntax, ParsedFile)], findings: inout [Finding]
  ) {
    if let node = declaration.as(ExtensionDeclSyntax.self) {
      extensions.append((node, file))
    } else if let node = declaration.as(TypeAliasDeclSyntax.self) {
      let path = scope + [node.name.plainName]
      let alias = AliasDeclaration(path: path, target: TypeReference(node.initializer.value))
      aliases[path.joined(separator: ".")] = aliases[path.joined(separator: ".")] ?? alias
    } else if let type = typeDeclaration(declaration, within: scope, file: file) {
      if let first = types[type.key] {
        if type.isModel || first.isModel {
          findings.append(
            Finding(
              .declaredTwice, "'\(type.key)' is declared twice; the first declaration counts", at: .text(type.place),
              help: "the first one is at \(Place.text(first.place))"))
        }
        return
      }
      types[type.key] = type
      order.append(type.key)
      for member in type.members { collect(member, within: type.path, file: file, extensions: &extensions, findings: &findings) }
    }
  }

  private mutating func extend(
    _ key: String, by node: ExtensionDeclSyntax, file: ParsedFile,
    nested: inout [(ExtensionDeclSyntax, ParsedFile)], findings: inout [Finding]
  ) {
    guard var type = types[key] else { return }
    let members = node.memberBlock.members.all
    type.additions += members.map { ($0, file) }
    type.inherited += inheritedTypes(node.inheritanceClause, file: file)
    types[key] = type
    for member in members { collect(member, within: type.path, file: file, extensions: &nested, findings: &findings) }
  }

  private func inheritedTypes(_ clause: InheritanceClauseSyntax?, file: ParsedFile) -> [TypeDeclaration.InheritedType] {
    clause?.inheritedTypes.map { .init(type: TypeReference($0.type), file: file, node: $0.type) } ?? []
  }

  private func typeDeclaration(_ node: DeclSyntax, within scope: [String], file: ParsedFile) -> TypeDeclaration? {
    func make(
      _ kind: TypeDeclaration.Kind, _ name: TokenSyntax, _ attributes: AttributeListSyntax, _ clause: InheritanceClauseSyntax?,
      _ members: MemberBlockSyntax
    ) -> TypeDeclaration {
      TypeDeclaration(
        kind: kind, path: scope + [name.plainName], name: name, file: file, attributes: attributes,
        inherited: inheritedTypes(clause, file: file), members: members.members.all)
    }
    if let node = node.as(ClassDeclSyntax.self) {
      return make(.classType, node.name, node.attributes, node.inheritanceClause, node.memberBlock)
    }
    if let node = node.as(StructDeclSyntax.self) {
      return make(.structure, node.name, node.attributes, node.inheritanceClause, node.memberBlock)
    }
    if let node = node.as(EnumDeclSyntax.self) {
      return make(.enumeration, node.name, node.attributes, node.inheritanceClause, node.memberBlock)
    }
    if let node = node.as(ActorDeclSyntax.self) {
      return make(.actor, node.name, node.attributes, node.inheritanceClause, node.memberBlock)
    }
    if let node = node.as(ProtocolDeclSyntax.self) {
      return make(.protocolType, node.name, node.attributes, node.inheritanceClause, node.memberBlock)
    }
    return nil
  }

  // MARK: - Looking up

  /// The full name of the declared type that `name` means inside `scope`, aliases followed.
  ///
  /// A leading module name is passed over when nothing is declared under it.
  func resolve(_ name: [String], in scope: [String]) -> String? {
    var budget = Self.budget
    if case .named(let path, _)? = follow(name, in: scope, &budget), types[path.joined(separator: ".")] != nil {
      return path.joined(separator: ".")
    }
    return name.count > 1 ? resolve(Array(name.dropFirst()), in: []) : nil
  }

  /// The type with aliases replaced by what they stand for, and declared names made full.
  func canonical(_ type: TypeReference, in scope: [String]) -> TypeReference {
    var budget = Self.budget
    return canonical(type, in: scope, &budget)
  }

  /// How many names one look-up may follow: aliases can go round in circles, or double at each step.
  private static let budget = 200

  private func canonical(_ type: TypeReference, in scope: [String], _ budget: inout Int) -> TypeReference {
    budget -= 1
    guard budget > 0 else { return type }
    switch type {
    case .optional(let wrapped): return .optional(canonical(wrapped, in: scope, &budget))
    case .array(let element): return .array(canonical(element, in: scope, &budget))
    case .dictionary(let key, let value):
      return .dictionary(canonical(key, in: scope, &budget), canonical(value, in: scope, &budget))
    case .named(let path, let arguments):
      if let found = follow(path, in: scope, &budget) { return found }
      if path.count > 1, let found = follow(Array(path.dropFirst()), in: [], &budget) { return found }
      return .named(path, arguments: arguments.map { canonical($0, in: scope, &budget) })
    case .other: return type
    }
  }

  private func follow(_ name: [String], in scope: [String], _ budget: inout Int) -> TypeReference? {
    guard budget > 0, let first = name.first else { return nil }
    for length in stride(from: scope.count, through: 0, by: -1) {
      let candidate = Array(scope.prefix(length)) + [first]
      let key = candidate.joined(separator: ".")
      if types[key] != nil || aliases[key] != nil { return descend(to: candidate, then: Array(name.dropFirst()), &budget) }
    }
    return nil
  }

  /// The type at `path`, or inside it the one that the further names lead to.
  private func descend(to path: [String], then names: [String], _ budget: inout Int) -> TypeReference? {
    budget -= 1
    guard budget > 0 else { return nil }
    var reached = path
    let key = path.joined(separator: ".")
    if types[key] == nil {
      guard let alias = aliases[key] else { return nil }
      let target = canonical(alias.target, in: Array(alias.path.dropLast()), &budget)
      guard !names.isEmpty else { return target }
      guard case .named(let resolved, _) = target else { return nil }
      reached = resolved
    }
    guard let next = names.first else { return .named(reached, arguments: []) }
    return descend(to: reached + [next], then: Array(names.dropFirst()), &budget)
  }

  /// Whether the type conforms to `Codable`, by itself or through a protocol that the sources declare.
  func isCodable(_ key: String) -> Bool {
    var seen: Set<String> = []
    return isCodable(key, &seen)
  }

  private func isCodable(_ key: String, _ seen: inout Set<String>) -> Bool {
    guard seen.insert(key).inserted, let type = types[key] else { return false }
    for inherited in type.inherited {
      guard case .named(let path, _) = inherited.type, let last = path.last else { continue }
      if last.contains("Codable") || last == "Decodable" { return true }
      if let next = resolve(path, in: Array(type.path.dropLast())), isCodable(next, &seen) { return true }
    }
    return false
  }
}
