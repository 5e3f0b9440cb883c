internal import HeirloomBulk
package import HeirloomFindings
internal import HeirloomKit

/// Every kind of finding there is, sorted by id: `docs/findings.md` and `explain-finding` are made from it.
package enum FindingCatalogue {
  package static let all: [FindingKind] =
    (FindingKind.command + FindingKind.bulk + FindingKind.library).sorted { ($0.id, $0.meaning) < ($1.id, $1.meaning) }
}
