extension Finding {
  /// The finding with another name for a file or folder, wherever it is told: for private copies, which the user never saw.
  public func renaming(_ path: String, to name: String) -> Finding {
    guard !path.isEmpty else { return self }
    func renamed(_ text: String) -> String { text.replacing(path, with: name) }
    var finding = self
    finding.message = renamed(message)
    finding.help = help.map(renamed)
    switch place {
    case .file(let path): finding.place = .file(renamed(path))
    case .store(var place):
      place.file = place.file.map(renamed)
      finding.place = .store(place)
    case .text(var place):
      place.file = renamed(place.file)
      finding.place = .text(place)
    case nil: break
    }
    return finding
  }
}
