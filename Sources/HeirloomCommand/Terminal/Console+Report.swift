package import HeirloomReporting

extension Console {
  /// Writes a report to standard output: as JSON, or as text for a person.
  package func show(_ report: some Report, asJSON isJSON: Bool) throws {
    try write(isJSON ? report.rendered(as: .json) : report.rendered(as: .text, style: outputStyle))
  }
}
