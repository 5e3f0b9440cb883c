package import HeirloomFindings
package import HeirloomSchema

/// A checked mapping: what becomes of every entity, attribute and relationship.
///
/// Print one with `heirloom explain`.
package struct Plan: Sendable {
  package var source: Schema
  package var target: Schema
  /// In the order of the mapping; those that follow by themselves come after the written ones.
  package var rules: [RecordRule] = []
  package var links: [LinkAssignment] = []
  package var uniques: [UniqueRule] = []
  package var orphans: [OrphanRule] = []
  package var sharedChildren: [SharedChildrenRule] = []
  package var drops: [Drop] = []
  /// To-many relationships of the source in which positions are asked for.
  package var numbered: Set<SourceRelationship> = []
  /// Every reason for which a record may be refused or skipped, by its number.
  package var sites: [Site] = []

  package init(source: Schema, target: Schema) {
    self.source = source
    self.target = target
  }
}

/// Why a record is left out.
package struct Site: Hashable, Sendable {
  package enum Kind: String, Hashable, Sendable {
    /// A rule of the mapping leaves the record out on purpose.
    case skip
    /// A rule of the mapping removes the record as the app would: the delete rules of its relationships hold.
    case delete
    /// The mapping refuses the record.
    case reject
    /// A nil where the target needs a value, and nothing said what to do: the run must not start.
    case missingValue
    /// A number or text that the target cannot hold.
    case unrepresentable
  }
  package var kind: Kind
  package var reason: String
  package var rule: Int
  /// The target attribute, when one is concerned.
  package var property: String?
  package var place: TextPlace?

  package init(kind: Kind, reason: String, rule: Int, property: String? = nil, place: TextPlace? = nil) {
    self.kind = kind
    self.reason = reason
    self.rule = rule
    self.property = property
    self.place = place
  }
}

/// How the records of one target entity come about.
package struct RecordRule: Sendable {
  package enum Origin: Hashable, Sendable {
    /// One record for each record of the entity, its sub-entities' included unless they have rules of their own.
    case entity(EntityName)
    /// One record for each link of a to-many relationship that the entity declares or inherits.
    case links(EntityName, PropertyName)
    /// One record for each element of the list, set or dictionary of values that the expression gives for each record.
    case elements(EntityName, Expression)
    /// One record for each distinct value that the expression gives over the entity's records.
    case values(EntityName, Expression)
    /// A single record.
    case constant
  }

  package var number: Int
  package var origin: Origin
  package var target: EntityName
  /// Concrete source entities whose records have rules of their own, and are none of this rule's business.
  package var excluded: Set<EntityName> = []
  /// `let` values, in order.
  package var locals: [Expression] = []
  /// Conditions under which a record is left out, in order.
  package var exits: [Exit] = []
  package var attributes: [AttributeAssignment] = []
  package var place: TextPlace?

  /// When `condition` holds, the record is left out for the reason of `site`.
  package struct Exit: Hashable, Sendable {
    package var condition: Expression
    package var site: Int
  }

  /// The source entity, for ledgers and reports; nil for a single record.
  package var sourceEntity: EntityName? {
    switch origin {
    case .entity(let entity), .links(let entity, _), .elements(let entity, _), .values(let entity, _): entity
    case .constant: nil
    }
  }
}

/// The value of one column of a target record.
package struct AttributeAssignment: Hashable, Sendable {
  package enum Origin: Hashable, Sendable {
    /// The same value as the source's column of this path.
    case carried(String)
    case computed
    /// The target's own default.
    case defaulted
    case empty
  }
  /// The target's attribute and the path of the column: `title`, `author.person`.
  package var attribute: PropertyName
  package var path: String
  package var leaf: Attribute
  package var value: Expression
  package var origin: Origin
  /// The value before a default took the place of its nils; nil when there is no such default.
  package var beforeDefault: Expression?
  /// The value whose nils a `??` of the mapping replaces, for counting; nil when there is none.
  package var beforeFallback: Expression?
  /// A statement of the mapping gives the value.
  package var isWritten = false
  /// Nils of the source became something else, so that only the values that were there can be compared.
  package var fillsNils: Bool { beforeDefault != nil || value.carriedColumn?.fillsNils ?? false }
}

/// How the links of one target relationship come about.
package struct LinkAssignment: Sendable {
  package indirect enum Value: Hashable, Sendable {
    /// The expression gives the identity of a source record, or nil.
    case record(Expression)
    /// Each expression gives the identity of a source record, or nil.
    case several([Expression])
    case records(Collection)
    /// The record that the expression gives for each element, or nil.
    case mapped(Collection, Expression)
    /// The target record whose attribute equals the value.
    case lookup(EntityName, PropertyName, Expression)
    /// The target records whose attribute is in the list.
    case lookups(EntityName, PropertyName, Expression)
    /// The first of several ways to a record that leads to one.
    case either([Value])
    /// One way or another by a condition, each to one record.
    case chosen(Expression, Value, Value)
    /// A record that must be there: where the way leads to none, the owner is refused.
    case required(Value, Int)
    /// The owner is refused.
    case reject(Int)
    /// The other end of a relationship that another assignment fills.
    case inverse
    case empty
  }
  package var rule: Int
  package var relationship: Relationship
  /// The target entity that declares the relationship.
  package var declarer: EntityName
  package var value: Value
  /// The source relationship that it carries as it is, for the ledger: its declarer and name.
  package var carries: SourceRelationship?
  /// The one relationship of the source at the end of its way, where the target allows one owner.
  package var leads: SourceRelationship?
  package var place: TextPlace?
  /// Records that several owners would share are copied for each but the first.
  package var copies: SharedCopies?
}

/// A relationship of the source, by the entity that declares it.
package struct SourceRelationship: Hashable, Sendable {
  package var declarer: EntityName
  package var name: PropertyName
  package init(_ declarer: EntityName, _ name: PropertyName) {
    self.declarer = declarer
    self.name = name
  }
}

/// Records with equal keys become one.
package struct UniqueRule: Sendable {
  package enum Survivor: Hashable, Sendable { case first, last }
  package enum NilKeys: String, Hashable, Sendable { case keep, reject, fail }
  package var target: EntityName
  package var keys: [PropertyName]
  package var survivor: Survivor
  /// The order in which the survivor is first or last; the source's order when nil.
  package var order: PropertyName?
  /// Nils of the survivor are filled from the losers, the nearest first.
  package var fills: Bool
  package var nilKeys: NilKeys
  package var ignoresCase: Bool
  package var place: TextPlace?
}

/// What becomes of records whose owner is left out, or that never had one.
package struct OrphanRule: Sendable {
  package enum Policy: String, Hashable, Sendable, CaseIterable {
    /// The record is carried, its link nil.
    case keep
    /// The record is left out too.
    case drop
    /// The run ends before anything is written.
    case fail
  }
  package var entity: EntityName
  /// The to-one relationship to the owner; nil when any relationship that leads to the entity makes an owner.
  package var owner: PropertyName?
  package var policy: Policy
  package var place: TextPlace?
}

/// A part of the source that is left behind on purpose.
package struct Drop: Hashable, Sendable {
  package var entity: EntityName
  package var property: PropertyName?
  package var reason: String
  package var place: TextPlace?
}

extension Plan {
  /// Whether the mapping leaves an attribute behind, by itself or with the entity that declares it.
  package func drops(attribute: PropertyName, of entity: EntityName) -> Bool {
    drops.contains { $0.entity == entity && ($0.property ?? attribute) == attribute }
  }
}
