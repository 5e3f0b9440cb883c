/// What is asked of a conversion.
public struct ConversionOptions: Sendable {
  /// How the source is to be opened.
  public var source: StoreOptions
  public var layout: Layout
  /// A store that the new app itself created: its metadata, tables and entity numbers are kept.
  public var templatePath: String?
  /// Records are merged into a copy of the template, which may hold some already, by their unique keys.
  public var merges: Bool
  /// Of two records of one identity that a merge finds, the one with the later value stays: `Note.modified`, a date or number, for each entity
  /// of which that is wanted. Of all others what is there already stays.
  public var newerBy: [String] = []
  /// The app's compiled model, whose version hashes the target gets.
  public var modelPath: String?
  /// Which version of the compiled model; the one whose entities fit, if not said.
  public var modelVersion: String?
  /// Everything is done on the real data, and nothing is written.
  public var isDryRun: Bool
  /// A target that exists is replaced, once the new one is complete.
  public var overwrites: Bool
  /// What the mapping neither carries nor drops is a warning instead of an error.
  public var allowsUnmapped: Bool
  /// A record is refused when the file of one of its values is missing; else such a file ends the run.
  public var rejectsMissingFiles = false
  /// The target is read again and compared with the source.
  public var verifies: Bool
  /// Where refused records go, one JSON object a line; nil when nobody wants them.
  public var rejectsPath: String?
  /// A file that `rejectsPath` named in an earlier run: only its records are converted.
  public var onlyRejectsPath: String?
  /// Findings and rejects may hold the values of records.
  public var showsValues: Bool
  /// Entries of the source's metadata that are the app's own go into the target's.
  public var keepsMetadata: Bool

  public enum Layout: String, Sendable, CaseIterable {
    /// SwiftData's and Core Data's.
    case swiftData = "swiftdata"
    /// Plain tables with foreign keys.
    case sqlite
    /// An open archive: JSON lines and a schema, as `Store.export` writes.
    case archive
  }

  public init(
    source: StoreOptions = StoreOptions(), layout: Layout = .swiftData, templatePath: String? = nil, merges: Bool = false,
    modelPath: String? = nil, modelVersion: String? = nil,
    isDryRun: Bool = false, overwrites: Bool = false, allowsUnmapped: Bool = false, verifies: Bool = true,
    rejectsPath: String? = nil, onlyRejectsPath: String? = nil,
    showsValues: Bool = false, keepsMetadata: Bool = false
  ) {
    self.source = source
    self.layout = layout
    self.templatePath = templatePath
    self.merges = merges
    self.modelPath = modelPath
    self.modelVersion = modelVersion
    self.isDryRun = isDryRun
    self.overwrites = overwrites
    self.allowsUnmapped = allowsUnmapped
    self.verifies = verifies
    self.rejectsPath = rejectsPath
    self.onlyRejectsPath = onlyRejectsPath
    self.showsValues = showsValues
    self.keepsMetadata = keepsMetadata
  }
}
