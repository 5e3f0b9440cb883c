internal import Foundation

/// Moments as ISO 8601 text in UTC, to the second.
package enum ClockText {
  /// The moment in seconds since 2001; nil when the text is no date.
  package static func seconds(_ text: String) -> Double? {
    if let moment = try? Date(text, strategy: .iso8601) { return moment.timeIntervalSinceReferenceDate }
    return try? Date(text, strategy: .iso8601.year().month().day()).timeIntervalSinceReferenceDate
  }

  static func text(_ seconds: Double) -> String { Date(timeIntervalSinceReferenceDate: seconds).formatted(.iso8601) }

  /// The second that has begun.
  static var now: Double { Date().timeIntervalSinceReferenceDate.rounded(.down) }
}
