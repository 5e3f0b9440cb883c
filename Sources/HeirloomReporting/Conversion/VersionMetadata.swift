/// Where the target's version metadata comes from, and so how sure it is that the app opens the store as it is.
public struct VersionMetadata: Sendable, Hashable {
  public enum Origin: String, Sendable, Hashable {
    /// Hashes computed from the schema's Swift source.
    case computed
    /// Hashes of the app's compiled model (`--model`).
    case model
    /// Metadata of a store that the app itself created (`--template`).
    case template
    /// The target is no versioned store and carries none.
    case none
  }

  public var origin: Origin
  /// The model or template as the user named it.
  public var path: String?
  /// Entities whose computed hash was compared with the model's or template's; nil when nothing was compared.
  public var compared: Int?
  /// Entities whose two hashes differ, by name.
  public var different: [String]
  /// Facets of the schema whose part in the hash is not established, such as `Trip.price: Decimal`.
  public var uncertain: [String]

  public init(
    _ origin: Origin, path: String? = nil, compared: Int? = nil, different: [String] = [], uncertain: [String] = []
  ) {
    self.origin = origin
    self.path = path
    self.compared = compared
    self.different = different
    self.uncertain = uncertain
  }

  /// One sentence for the user: what will happen when the app opens the store.
  public var meaning: String {
    switch origin {
    case .template: return "metadata taken from a store of the app itself: the app should open it without migration"
    case .model where !different.isEmpty:
      return
        "version hashes taken from the model, which differs from the source in \(different.joined(separator: ", ")): the app would take the "
        + "store for its own and not find there what its model says; give the model of this very version"
    case .model where !uncertain.isEmpty:
      return
        "version hashes computed from the model, uncertain for \(uncertain.joined(separator: ", ")); pass the .momd of the built app, which "
        + "records them, or --template to be sure"
    case .model: return "version hashes taken from the compiled model: the app should open it without migration"
    case .computed where uncertain.isEmpty:
      return
        "version hashes computed by rules confirmed on real stores: the app should open it without migration (Apple's framework was not at hand to try)"
    case .computed:
      return
        "version hashes computed from the schema, uncertain for \(uncertain.joined(separator: ", ")); pass --model or --template to be sure"
    case .none: return "the target carries no version metadata: it is not a store that SwiftData or Core Data opens"
    }
  }

  var json: JSONValue {
    [
      "origin": .string(origin.rawValue), "path": .string(orNull: path), "compared": .integer(orNull: compared.map(Int64.init)),
      "different": .strings(different), "uncertain": .strings(uncertain), "meaning": .string(meaning),
    ]
  }
}
