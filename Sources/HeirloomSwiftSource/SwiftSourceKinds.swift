package import HeirloomFindings

extension FindingKind {
  /// The kinds that reading and writing SwiftData source can find.
  package static let swiftSource: [FindingKind] = [
    .swiftSyntax, .declaredTwice, .unknownModel, .missingModel, .modelOfAnotherVersion, .modelNotAClass, .modelWithoutInit,
    .modelInNoVersion, .unreadableVersion, .unreadablePlan, .unknownVersion, .unreadableProperty, .unknownType, .notCodable,
    .unprovenStorage, .unreadableDefault, .unknownKeyPath, .inverseMismatch, .ambiguousInverse, .unreadableOption,
    .noEquivalent, .renamedForSwift, .noModels,
  ]

  package static let swiftSyntax = FindingKind(
    "swift-syntax", .error, exit: .mappingFaulty, meaning: "The Swift parser cannot make sense of the text.",
    advice: "Correct the source; what stands around the mark was read as far as possible.")
  package static let declaredTwice = FindingKind(
    "declared-twice", .warning, meaning: "Two models have the same name in the same place.",
    advice: "Name only the files of one app, or remove one declaration; the first one counts.")
  package static let unknownModel = FindingKind(
    "unknown-model", .error, exit: .mappingFaulty, meaning: "A version lists a class that the sources do not declare as a model.",
    advice: "Name the file that declares it as well, or correct the list.")
  package static let missingModel = FindingKind(
    "missing-model", .warning,
    meaning: "A model is reached through a relationship or a superclass but not listed by the version.",
    advice: "Each version lists all its models, the unchanged ones too; add it to 'models'.")
  package static let modelOfAnotherVersion = FindingKind(
    "model-of-another-version", .warning, meaning: "A relationship leads to a class that belongs to another version.",
    advice: "Spell the type so that it means the class of the same version; a typealias may point elsewhere.")
  package static let modelNotAClass = FindingKind(
    "model-not-a-class", .error, exit: .mappingFaulty, meaning: "@Model stands on a struct, an enum or an actor.",
    advice: "A model is a class: write '@Model final class'.")
  package static let modelWithoutInit = FindingKind(
    "model-without-init", .warning, meaning: "A model has no initialiser though a stored property has no initial value.",
    advice: "Write an init that sets every stored property; @Model makes none.")
  package static let modelInNoVersion = FindingKind(
    "model-in-no-version", .note, meaning: "A model is declared but no version lists it.",
    advice: "If it belongs to a version, add it to that version's 'models'.")
  package static let unreadableVersion = FindingKind(
    "unreadable-version", .error, exit: .mappingFaulty,
    meaning: "A version's identifier or list of models cannot be read without running the app.",
    advice: "Write the identifier as Schema.Version(1, 0, 0) and the models as a list of types.")
  package static let unreadablePlan = FindingKind(
    "unreadable-plan", .error, exit: .mappingFaulty,
    meaning: "A migration plan's schemas or stages cannot be read without running the app.",
    advice: "Write schemas and stages as lists; a stage may be a static constant of the plan.")
  package static let unknownVersion = FindingKind(
    "unknown-version", .error, exit: .mappingFaulty, meaning: "A plan names a version that the sources do not declare.",
    advice: "Name the file that declares it as well, or correct the name.")
  package static let unreadableProperty = FindingKind(
    "unreadable-property", .error, exit: .mappingFaulty, meaning: "The type of a stored property cannot be told from the text.",
    advice: "Write the type after a colon.")
  package static let unknownType = FindingKind(
    "unknown-type", .error, exit: .mappingFaulty,
    meaning: "A property has a type that the sources do not declare and SwiftData's own types do not include.",
    advice: "Name the file that declares the type as well, or keep the value with '.transformable(by:)'.")
  package static let notCodable = FindingKind(
    "not-codable", .error, exit: .mappingFaulty,
    meaning: "A property's type is a struct or enum that is not Codable, so SwiftData cannot keep it.",
    advice: "Let the type conform to Codable, or mark the property @Transient.")
  package static let unprovenStorage = FindingKind(
    "unproven-storage", .note, meaning: "How SwiftData keeps a value of this type was not seen in a real store.",
    advice: "Compare with a store the app itself wrote; pass it as a template where certainty is wanted.")
  package static let unreadableDefault = FindingKind(
    "unreadable-default", .note, meaning: "A default is an expression that only the app can evaluate.",
    advice: "Give the value in the mapping where records need it.")
  package static let unknownKeyPath = FindingKind(
    "unknown-key-path", .error, exit: .mappingFaulty, meaning: "A key path names a property that the model does not have.",
    advice: "Correct the key path.")
  package static let inverseMismatch = FindingKind(
    "inverse-mismatch", .error, exit: .mappingFaulty, meaning: "An inverse does not point back at the model that names it.",
    advice: "Name the relationship of the other model that leads back here.")
  package static let ambiguousInverse = FindingKind(
    "ambiguous-inverse", .note, meaning: "Several relationships could be each other's inverse, so none was inferred.",
    advice: "Write 'inverse:' on one side of each pair.")
  package static let unreadableOption = FindingKind(
    "unreadable-option", .warning, meaning: "An option of @Attribute, @Relationship, #Unique or #Index is not known.",
    advice: "Check its spelling; it was passed over.")
  package static let noEquivalent = FindingKind(
    "no-equivalent", .note, meaning: "Something of a model has no equivalent in SwiftData source.",
    advice: "A comment in the generated source marks the place; see whether the app relies on it.")
  package static let renamedForSwift = FindingKind(
    "renamed-for-swift", .note, meaning: "A property's name in the store is not one that Swift or SwiftData accepts.",
    advice: "The generated source uses another name and gives the old one with 'originalName:', so the values stay.")
  package static let noModels = FindingKind(
    "no-models", .error, exit: .mappingFaulty, meaning: "The sources declare no @Model class and no VersionedSchema.",
    advice: "Name the files that hold the app's models, or their folder.")
}
