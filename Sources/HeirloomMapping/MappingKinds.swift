package import HeirloomFindings

extension FindingKind {
  /// What can be said of a mapping before a row is read.
  package static let mapping: [FindingKind] = [
    mappingSyntax, unknownEntity, unknownAttribute, unknownName, unknownFunction, wrongType, mayBeNil, optionalToRequired,
    missingValue, unmappedEntity, unmappedProperty, doubleAssignment, doubleInverse, unmappedDestination, wrongArguments,
    wrongSourceKind, unusedDrop, neverNil, losesPrecision, missingSchema, unreadableDefault, unusedName,
    orderLost, mappedTwice, unusedPolicy, copiesRepeatKey, copiesInCircle, mixedAsJSON,
  ]

  package static let mappingSyntax = FindingKind(
    "mapping-syntax", .error, exit: .mappingFaulty, meaning: "The mapping is not written in the mapping language.",
    advice: "Mend the marked spot; docs/mapping-language.md has the whole language.")
  package static let unknownEntity = FindingKind(
    "unknown-entity", .error, exit: .mappingFaulty, meaning: "A mapping names an entity that the schema does not have.",
    advice: "Check the spelling against `heirloom inspect STORE` or the schema's source.")
  package static let unknownAttribute = FindingKind(
    "unknown-attribute", .error, exit: .mappingFaulty,
    meaning: "A mapping names an attribute or relationship that the entity does not have.",
    advice: "Check the spelling against `heirloom inspect STORE` or the schema's source.")
  package static let unknownName = FindingKind(
    "unknown-name", .error, exit: .mappingFaulty, meaning: "A name stands for nothing that is known there.",
    advice: "Names come from the block's parameters (`old`) and from `let`.")
  package static let unknownFunction = FindingKind(
    "unknown-function", .error, exit: .mappingFaulty, meaning: "A function or method is not part of the mapping language.",
    advice: "docs/mapping-language.md lists all functions; the caller of the library can add more.")
  package static let wrongType = FindingKind(
    "wrong-type", .error, exit: .mappingFaulty, meaning: "A value has another type than the place where it stands needs.",
    advice: "Convert it by name, as in Swift: `String(old.number)`, `Int(old.text)`.")
  package static let mayBeNil = FindingKind(
    "may-be-nil", .error, exit: .mappingFaulty, meaning: "A value that may be nil stands where Swift would not allow it.",
    advice: "Use `?.`, `?? value`, `?? reject(\"why\")` or `!`.")
  package static let optionalToRequired = FindingKind(
    "optional-to-required", .warning, exit: .mappingFaulty,
    meaning:
      "An optional value is carried to a required attribute that has no default: a single nil stops the run before it starts.",
    advice: "Add `?? value` or `?? reject(\"why\")`, or give the attribute a default in the schema.")
  package static let missingValue = FindingKind(
    "missing-value", .error, exit: .mappingFaulty, meaning: "A required attribute of the target gets no value.",
    advice: "Assign it in the rule, or give it a default in the schema.")
  package static let unmappedEntity = FindingKind(
    "unmapped-entity", .error, exit: .mappingFaulty,
    meaning: "A source entity is neither mapped nor dropped: its records would be lost silently.",
    advice: "Add a `Map`, or `Drop(\"Name\", because: \"…\")`; `--allow-unmapped` turns this into a warning.")
  package static let unmappedProperty = FindingKind(
    "unmapped-property", .error, exit: .mappingFaulty,
    meaning: "An attribute or relationship of a mapped entity is neither carried nor dropped: its values would be lost silently.",
    advice: "Use it in a rule, or `Drop(\"Entity.name\", because: \"…\")`; `--allow-unmapped` turns this into a warning.")
  package static let doubleAssignment = FindingKind(
    "double-assignment", .error, exit: .mappingFaulty, meaning: "An attribute is assigned twice in one rule.",
    advice: "Keep one of the assignments.")
  package static let doubleInverse = FindingKind(
    "double-inverse", .error, exit: .mappingFaulty, meaning: "Both ends of a relationship are assigned, from different sources.",
    advice: "Assign one end; the other follows.")
  package static let unmappedDestination = FindingKind(
    "unmapped-destination", .error, exit: .mappingFaulty,
    meaning: "A relationship leads to records that no rule carries to the entity that the target wants there.",
    advice: "Map the destination's entity too, or drop the relationship.")
  package static let wrongArguments = FindingKind(
    "wrong-arguments", .error, exit: .mappingFaulty, meaning: "A call has other arguments than it takes.",
    advice: "docs/mapping-language.md shows each call with its arguments.")
  package static let wrongSourceKind = FindingKind(
    "wrong-source-kind", .error, exit: .mappingFaulty, meaning: "The mapping was written for another kind of store.",
    advice: "Check that this is the store you mean; `Store()` accepts any kind.")
  package static let unusedDrop = FindingKind(
    "unused-drop", .warning, meaning: "A `Drop` names something that the mapping carries all the same.",
    advice: "Remove the `Drop`, or the use.")
  package static let neverNil = FindingKind(
    "never-nil", .note, meaning: "The left side of `??` is never nil by the model.",
    advice: "The right side can go, unless the store breaks its own model.")
  package static let losesPrecision = FindingKind(
    "loses-precision", .warning, meaning: "A conversion can lose digits.",
    advice: "Check that the values allow it; `Int(exactly:)` gives nil where something would be lost.")
  package static let missingSchema = FindingKind(
    "missing-schema", .error, exit: .mappingFaulty, meaning: "The mapping's target schema cannot be found.",
    advice: "Write `let target = Schema(\"File.swift\", version: SomeSchema.self)`; paths start at the mapping's own folder.")
  package static let unreadableDefault = FindingKind(
    "default-unknown", .error, exit: .mappingFaulty,
    meaning: "A default of the schema calls code that only the app can run, and nothing else gives the attribute a value.",
    advice: "Assign the attribute in the rule, for instance `id = UUID(stableFor: old)`.")
  package static let mappedTwice = FindingKind(
    "mapped-twice", .error, exit: .mappingFaulty, meaning: "Two rules without a condition make the same records.",
    advice: "Remove one of them, or tell their records apart with `guard … else { skip(\"…\") }`.")
  package static let orderLost = FindingKind(
    "order-lost", .warning,
    meaning:
      "The links of an ordered relationship are carried, but not their order: SwiftData's to-many relationships have none.",
    advice: "Keep the order in an attribute with `position(of: old, in: old.parent?.children)`, or drop it knowingly.")
  package static let mixedAsJSON = FindingKind(
    "mixed-as-json", .note,
    meaning:
      "Values of any type (Mixed, AnyRealmValue) become texts: JSON, and MongoDB's extended JSON for what JSON has no form for. A link is the class and the key that its object had in the old store.",
    advice: "Take the values of one type with `intValue`, `stringValue` and their like, where only these are wanted.")
  package static let unusedPolicy = FindingKind(
    "unused-policy", .warning,
    meaning: "A `SharedChildren` names a relationship that no rule carries to where the target allows one owner only.",
    advice: "Remove it: the target lets several owners share these records, or they are not carried.")
  package static let copiesRepeatKey = FindingKind(
    "copies-repeat-key", .warning,
    meaning: "The copies that a `SharedChildren` makes have the same value where the target wants it to be unique.",
    advice: "Make the value with `UUID(stableFor: old)`, which differs for each copy, or carry the relationship as many-to-many.")
  package static let copiesInCircle = FindingKind(
    "copies-in-circle", .error, exit: .mappingFaulty,
    meaning:
      "Relationships whose shared records are copied lead back to the entity where they began: there would be no end of copies.",
    advice: "Let one of them fail, choose the owner in the mapping, or carry it as many-to-many.")
  package static let unusedName = FindingKind(
    "unused-name", .note, meaning: "A `let` is never used.", advice: "Remove it.")
}
