package import HeirloomFindings
internal import HeirloomKit

/// Every kind of finding there is, sorted by id: `docs/findings.md` and `explain-finding` are made from it.
package enum FindingCatalogue {
  package static let all: [FindingKind] = Set(FindingKind.command + KitFindings.all).sorted { $0.id < $1.id }
}
