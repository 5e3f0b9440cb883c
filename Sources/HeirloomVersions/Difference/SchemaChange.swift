package import HeirloomFindings
package import HeirloomSchema

/// One thing that differs between two versions of a schema.
package struct SchemaChange: Hashable, Sendable {
  package enum Kind: String, Hashable, Sendable, CaseIterable {
    case entityAdded = "entity-added"
    case entityRemoved = "entity-removed"
    case entityRenamed = "entity-renamed"
    case parentChanged = "parent-changed"
    case abstractionChanged = "abstraction-changed"
    case uniquenessAdded = "uniqueness-added"
    case uniquenessRemoved = "uniqueness-removed"
    case indexesChanged = "indexes-changed"
    case modifierChanged = "modifier-changed"
    case attributeAdded = "attribute-added"
    case attributeRemoved = "attribute-removed"
    case attributeRenamed = "attribute-renamed"
    case typeChanged = "type-changed"
    case casesChanged = "cases-changed"
    case becameRequired = "became-required"
    case becameOptional = "became-optional"
    case defaultChanged = "default-changed"
    case storageChanged = "storage-changed"
    case relationshipAdded = "relationship-added"
    case relationshipRemoved = "relationship-removed"
    case relationshipRenamed = "relationship-renamed"
    case destinationChanged = "destination-changed"
    case cardinalityChanged = "cardinality-changed"
    case orderingChanged = "ordering-changed"
    case inverseChanged = "inverse-changed"
    case deleteRuleChanged = "delete-rule-changed"
    case propertyKindChanged = "property-kind-changed"
  }

  package var kind: Kind
  /// The new version's entity, or the old one's when it is removed.
  package var entity: EntityName
  package var property: PropertyName?
  /// What was, and what is, as a person would say it; nil where only one side has something.
  package var before: String?
  package var after: String?
  package var need: MigrationNeed
  /// Why the change needs what it needs.
  package var why: String
  /// What only the app's author can tell: a rename that was not declared, values that may move.
  package var question: String?
  package var place: TextPlace?

  package init(
    _ kind: Kind, _ entity: EntityName, _ property: PropertyName? = nil, from before: String? = nil, to after: String? = nil,
    needs need: MigrationNeed, because why: String, question: String? = nil, at place: TextPlace? = nil
  ) {
    self.kind = kind
    self.entity = entity
    self.property = property
    self.before = before
    self.after = after
    self.need = need
    self.why = why
    self.question = question
    self.place = place
  }

  /// `Note.title` or `Note`.
  package var subject: String { property.map { "\(entity).\($0)" } ?? entity.text }

  /// One line without the reason: `'Note.title': type changed from Int to String`.
  package var message: String {
    let what = kind.rawValue.replacing("-", with: " ")
    switch (before, after) {
    case (let before?, let after?): return "'\(subject)': \(what) from \(before) to \(after)"
    case (let before?, nil): return "'\(subject)': \(what), was \(before)"
    case (nil, let after?): return "'\(subject)': \(what), is \(after)"
    case (nil, nil): return "'\(subject)': \(what)"
    }
  }
}
