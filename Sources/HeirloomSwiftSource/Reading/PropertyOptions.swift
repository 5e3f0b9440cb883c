internal import HeirloomFindings
internal import HeirloomSchema
internal import SwiftSyntax

/// What `@Attribute(…)` and `@Relationship(…)` say about a property.
struct PropertyOptions {
  private(set) var isUnique = false
  private(set) var isEphemeral = false
  private(set) var transformer: String?
  private(set) var inverse: (path: [String], place: TextPlace)?
  private var originalName: String?
  private var hashModifier: String?
  private var allowsExternalStorage = false
  private var preservesValueOnDeletion = false
  private var allowsCloudEncryption = false
  private var isSpotlightIndexed = false
  private var deleteRule = DeleteRule.nullify
  private var minimumCount: Int?
  private var maximumCount: Int?

  init(_ property: StoredProperty, findings: inout [Finding]) {
    for attribute in property.attributes.all where ["Attribute", "Relationship"].contains(attribute.baseName) {
      for argument in attribute.argumentList { read(argument, file: property.file, findings: &findings) }
    }
  }

  private mutating func read(_ argument: LabeledExprSyntax, file: ParsedFile, findings: inout [Finding]) {
    let value = argument.expression
    func passOver(_ what: String) {
      findings.append(Finding(.unreadableOption, what, at: .text(file.place(of: argument))))
    }
    switch argument.label?.text {
    case nil: readOption(value, passOver: passOver)
    case "originalName"?:
      originalName = Literals.string(value)
      if originalName == nil { passOver("the original name is not a text literal") }
    case "hashModifier"?:
      hashModifier = Literals.string(value)
      if hashModifier == nil, !value.is(NilLiteralExprSyntax.self) { passOver("the hash modifier is not a text literal") }
    case "deleteRule"?:
      switch value.as(MemberAccessExprSyntax.self)?.declName.baseName.text {
      case "cascade"?: deleteRule = .cascade
      case "nullify"?: deleteRule = .nullify
      case "deny"?: deleteRule = .deny
      case "noAction"?: deleteRule = .noAction
      default: passOver("'\(value.trimmedDescription)' is not a delete rule")
      }
    case "inverse"?:
      if let path = value.as(KeyPathExprSyntax.self)?.propertyNames, !path.isEmpty {
        inverse = (path, file.place(of: value))
      } else if !value.is(NilLiteralExprSyntax.self) {
        passOver("the inverse is not a key path")
      }
    case "minimumModelCount"?: minimumCount = Literals.integer(value).flatMap { Int(exactly: $0) }
    case "maximumModelCount"?: maximumCount = Literals.integer(value).flatMap { Int(exactly: $0) }
    case let label?: passOver("'\(label):' is not an option that SwiftData has")
    }
  }

  private mutating func readOption(_ value: ExprSyntax, passOver: (String) -> Void) {
    if let call = value.as(FunctionCallExprSyntax.self), let argument = call.arguments.first,
      call.calledExpression.as(MemberAccessExprSyntax.self)?.declName.baseName.text == "transformable"
    {
      let by = argument.expression
      if let name = Literals.string(by) {
        transformer = name
      } else if let member = by.as(MemberAccessExprSyntax.self), member.declName.baseName.text == "self", let base = member.base {
        transformer = base.trimmedDescription
      } else {
        transformer = by.trimmedDescription
      }
      return
    }
    switch value.as(MemberAccessExprSyntax.self)?.declName.baseName.text {
    case "unique"?: isUnique = true
    case "externalStorage"?: allowsExternalStorage = true
    case "spotlight"?: isSpotlightIndexed = true
    case "preserveValueOnDeletion"?: preservesValueOnDeletion = true
    case "allowsCloudEncryption"?: allowsCloudEncryption = true
    case "ephemeral"?: isEphemeral = true
    default: passOver("'\(value.trimmedDescription)' is not an option that SwiftData has")
    }
  }

  func apply(to attribute: inout Attribute) {
    if let originalName, originalName != attribute.name.text { attribute.renamingIdentifier = originalName }
    attribute.hashModifier = hashModifier
    attribute.allowsExternalStorage = allowsExternalStorage
    attribute.preservesValueOnDeletion = preservesValueOnDeletion
    attribute.allowsCloudEncryption = allowsCloudEncryption
    attribute.isSpotlightIndexed = isSpotlightIndexed
  }

  func apply(to relationship: inout Relationship) {
    if let originalName, originalName != relationship.name.text { relationship.renamingIdentifier = originalName }
    relationship.hashModifier = hashModifier
    relationship.deleteRule = deleteRule
    if let minimumCount { relationship.minimumCount = minimumCount }
    // A limit of one does not make an array a to-one.
    if let maximumCount, relationship.isToMany, maximumCount != 1 { relationship.maximumCount = maximumCount }
  }
}
