package import HeirloomFindings
package import HeirloomSchema
internal import HeirloomSwiftText

/// What the framework would refuse to do by itself between two versions.
package enum LightweightCheck {
  /// An error for each such change; none when the hop can be made.
  ///
  /// Duplicates under a new uniqueness constraint, and values that no case of an enum has, depend on the records: the run finds those.
  /// - Parameters:
  ///   - fillsNils: a closure before the hop may give values to optional attributes that become required.
  package static func findings(from old: Schema, to new: Schema, stage: TextPlace?, fillsNils: Bool = false) -> [Finding] {
    SchemaDifference(from: old, to: new).changes.filter { $0.need == .custom }.compactMap { change in
      switch change.kind {
      case .uniquenessAdded, .casesChanged: return nil
      // Without a default a closure must have filled the nils, and the run counts those that are left.
      case .becameRequired where fillsNils || isDoneByDefault(change, in: new): return nil
      default: break
      }
      let place = change.place ?? stage
      return Finding(
        .lightweightNotEnough, "the way from '\(old.name)' to '\(new.name)' cannot do this by itself: \(change.message)",
        at: place.map { .text($0) },
        help: "\(change.why); a mapping can take its place: '\(StageSpelling.of(old.name, new.name))'")
    }
  }

  /// A warning for each part that ends while one like it begins: perhaps a rename that nobody declared.
  package static func questions(from old: Schema, to new: Schema, stage: TextPlace?) -> [Finding] {
    SchemaDifference(from: old, to: new).changes.compactMap { change in
      change.question.map {
        Finding(.likelyRename, "\(change.message) in '\(new.name)'", at: (change.place ?? stage).map { .text($0) }, help: $0)
      }
    }
  }

  /// An optional attribute that becomes required with a default: nils take it, which a lightweight stage does by itself.
  package static func isDoneByDefault(_ change: SchemaChange, in new: Schema) -> Bool {
    change.kind == .becameRequired && change.property.flatMap { new.attribute($0, of: change.entity) }?.defaultValue != nil
  }
}

/// How a mapping names a stage.
package enum StageSpelling {
  /// `Stage(V1.self, to: V2.self) { … }`, or with texts where the names are none of Swift's.
  package static func of(_ from: String, _ to: String) -> String { "\(opening(from, to)) … }" }

  /// Its first line.
  static func opening(_ from: String, _ to: String) -> String {
    func spelled(_ name: String) -> String {
      SwiftWord.isIdentifier(name) ? "\(name).self" : SwiftWord.quoted(name)
    }
    return "Stage(\(spelled(from)), to: \(spelled(to))) {"
  }
}
