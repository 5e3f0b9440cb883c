internal import Foundation
internal import HeirloomFindings
internal import HeirloomKit

/// The options by which every command opens a store.
extension OptionDefinition {
  static let json = OptionDefinition.flag("json", "answer as JSON")
  static let key = OptionDefinition(
    "key", "HEX", "the key of an encrypted Realm, 128 hex digits; or HEIRLOOM_KEY in the environment")
  static let keyFile = OptionDefinition("key-file", "FILE", "a file that holds the key", completion: .file)
  static let `internal` = OptionDefinition.flag("internal", "show tables that the framework keeps for itself, too")
  static let salvage = OptionDefinition.flag("salvage", "of a damaged Realm take what can be read; the losses are findings")
  static let sourceModel = OptionDefinition(
    "source-model", "MODEL", "read the store by this model file instead of its own model", completion: .file)
  /// For commands in which the store is the only thing that a model could be for.
  static let model = OptionDefinition(
    "model", "MODEL", "read the store by this model (file, bundle, Swift source) and say its version",
    completion: .file)
  static let member = OptionDefinition("member", "NAME", "which store or file of an archive or folder")
  static let passwordFile = OptionDefinition(
    "password-file", "FILE", "a file that holds the password of an encrypted archive", completion: .file)
  static let maximumRatio = OptionDefinition(
    "max-ratio", "N", "refuse an archive that unpacks to more than N times its size (1000)")
  static let maximumEntries = OptionDefinition("max-entries", "N", "refuse an archive of more than N members (1000000)")
  static let maximumUnpacked = OptionDefinition("max-unpacked", "BYTES", "refuse an archive that unpacks to more bytes (2^40)")
  static let delimiter = OptionDefinition(
    "delimiter", "SIGN", "what separates the values of tables: a sign, or tab, comma, semicolon, bar (detected)")
  static let allowDuplicateKeys = OptionDefinition.flag(
    "allow-duplicate-keys", "of equal keys in a JSON object the last counts, with a warning")
  static let dataSchema = OptionDefinition(
    "data-schema", "NAME", "which schema beside the data of an archive or folder; none infers its types")
  static let noProgress = OptionDefinition.flag("no-progress", "show no progress on a terminal")
  static let archive: [OptionDefinition] = [
    .member, .passwordFile, .maximumRatio, .maximumEntries, .maximumUnpacked, .delimiter, .allowDuplicateKeys, .dataSchema,
    .noProgress,
  ]
  static let opening: [OptionDefinition] = [.sourceModel, .key, .keyFile, .internal, .salvage] + archive
  static let looking: [OptionDefinition] = [.model, .key, .keyFile, .internal, .salvage] + archive
}

extension Invocation {
  /// How the user wants stores opened.
  func storeOptions() throws -> StoreOptions {
    var options = StoreOptions(
      modelPath: arguments.value(command.options.contains { $0.name == "source-model" } ? "source-model" : "model"),
      key: try key(), showsInternalTables: arguments.has("internal"))
    options.salvages = arguments.has("salvage")
    options.archive.member = arguments.value("member")
    options.archive.password = try password()
    options.archive.maximumRatio = try number("max-ratio")
    options.archive.maximumEntries = try number("max-entries")
    options.archive.maximumUnpackedBytes = try number("max-unpacked")
    options.archive.delimiter = try delimiter()
    options.archive.allowsDuplicateKeys = arguments.has("allow-duplicate-keys")
    options.archive.dataSchema = arguments.value("data-schema")
    if console.isErrorTerminal, !isJSON, !arguments.has("no-progress") {
      let bar = ProgressBar(on: console)
      options.progress = ProgressObserver { bar.show("read", bytes: $0, of: $1) }
    }
    return options
  }

  /// Says what is missing of a store that is read with `--salvage`.
  func tellLosses(of store: Store) throws -> ExitStatus {
    guard arguments.has("salvage") else { return .done }
    let losses = try store.losses()
    console.note(losses)
    return losses.isEmpty ? .done : .differences
  }

  /// - Throws: `UsageProblem` when the value is none that can separate values.
  private func delimiter() throws -> Character? {
    guard let word = arguments.value("delimiter") else { return nil }
    let names: [String: Character] = [
      "tab": "\t", "\\t": "\t", "comma": ",", "semicolon": ";", "bar": "|", "space": " ", "colon": ":",
    ]
    if let sign = names[word.lowercased()] { return sign }
    guard word.count == 1, let sign = word.first, sign.isASCII,
      sign.isPunctuation || sign.isSymbol || sign == "\t" || sign == " ",
      sign != "\""
    else {
      throw UsageProblem(
        [Finding(.badValue, "'\(word)' cannot separate values", help: "one sign such as ';', or tab, comma, semicolon, bar")],
        command: command.name)
    }
    return sign
  }

  /// The first line of the file; a password on the command line would be seen by every user of the machine.
  private func password() throws -> String? {
    guard let path = arguments.value("password-file") else { return nil }
    let data = try FilePlace.contents(of: path, as: "password file")
    return String(decoding: data, as: UTF8.self).split(whereSeparator: \.isNewline).first.map(String.init) ?? ""
  }

  /// The key from the command line, a file or the environment, in that order; it never appears in a message.
  ///
  /// - Throws: `UsageProblem` when both a key and a file with one are given.
  private func key() throws -> [UInt8]? {
    if arguments.value("key") != nil, arguments.value("key-file") != nil {
      throw UsageProblem([Finding(.badValue, "--key and --key-file name the key twice: leave one out")], command: command.name)
    }
    if let digits = arguments.value("key") { return try Self.key(digits, from: "--key") }
    if let path = arguments.value("key-file") {
      let data = try FilePlace.contents(of: path, as: "key file")
      if data.count == 64 { return Array(data) }
      return try Self.key(String(decoding: data, as: UTF8.self), from: "the key file '\(path)'")
    }
    if let digits = console.variables["HEIRLOOM_KEY"], !digits.isEmpty { return try Self.key(digits, from: "HEIRLOOM_KEY") }
    return nil
  }

  private static func key(_ digits: String, from place: String) throws -> [UInt8] {
    let digits = digits.filter { !$0.isWhitespace }
    let values = digits.compactMap(\.hexDigitValue)
    guard digits.count == 128, values.count == 128 else {
      throw Finding(.keyFaulty, "\(place) holds no key of 128 hex digits")
    }
    return stride(from: 0, to: 128, by: 2).map { UInt8(values[$0] * 16 + values[$0 + 1]) }
  }
}
