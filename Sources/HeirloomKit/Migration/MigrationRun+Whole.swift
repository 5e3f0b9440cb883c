internal import HeirloomConversion
internal import HeirloomFindings
internal import HeirloomReading
internal import HeirloomReporting
internal import HeirloomSQLite
internal import HeirloomSchema
internal import HeirloomVerification

extension MigrationRun {
  /// Opens the first store once more, for the proof of the whole; nil where no proof is wanted or only one conversion is made.
  ///
  /// Records that are merged into a template can no longer be told from those that were there, and only SwiftData's own layout is
  /// read by a reader that knows nothing of the conversion.
  func beginWhole(_ version: Schema, conversions: Int) throws -> WholeProof? {
    let wishes = options.conversion
    guard conversions > 1, wishes.verifies, !wishes.merges, wishes.layout == .swiftData, wishes.onlyRejectsPath == nil else {
      return nil
    }
    let connection = try Connection.inMemory()
    let store = try wishes.source.open(path, as: version).legacy
    try store.present(on: connection, prefix: WholeProof.prefix)
    firstStore = store
    return try WholeProof(on: connection)
  }

  /// Takes in what a conversion claims, and with the last one holds its draft against the first store, before it is published.
  func confirm(_ proven: ProvenConversion, from source: Schema, isLast: Bool) throws -> [Finding] {
    guard var proof = wholeProof else { return [] }
    try proof.join(proven.claims, from: source, on: proven.connection)
    wholeProof = proof
    guard isLast, let firstStore, let schema = proven.schema else { return [] }
    progress("verify the whole")
    try firstStore.present(on: proven.connection, prefix: WholeProof.prefix)
    let (comparison, validator) = try proof.prove(on: proven.connection, after: ConversionRun.after, schema)
    wholeComparison = comparison
    return validator.findings
  }
}

/// What a conversion claims once it is proven, while its connection is still there.
struct ProvenConversion {
  let claims: Claims
  let connection: Connection
  /// The target's schema as its own reader tells it; nil for a target of another layout.
  let schema: Schema?
}
