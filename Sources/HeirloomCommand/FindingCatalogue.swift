internal import HeirloomBulk
package import HeirloomFindings
internal import HeirloomKit

/// Every kind of finding there is, sorted by id: `docs/findings.md` and `explain-finding` are made from it.
package enum FindingCatalogue {
  /// A kind that two rooms record (a dangling link, found when reading or when converting) is listed once.
  package static let all: [FindingKind] = {
    var seen: Set<FindingKind> = []
    return everyRoom.filter { seen.insert($0).inserted }.sorted { $0.id < $1.id }
  }()

  package static let everyRoom: [FindingKind] = FindingKind.command + FindingKind.bulk + FindingKind.library
}
