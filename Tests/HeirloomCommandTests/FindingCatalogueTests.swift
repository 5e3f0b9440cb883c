import HeirloomCommand
import HeirloomFindings
import Testing

struct FindingCatalogueTests {
  @Test func `ids are words joined by hyphens, and none comes twice`() {
    let ids = FindingCatalogue.all.map(\.id)
    #expect(Set(ids).count == ids.count)
    for id in ids { #expect(id.allSatisfy { $0.isLowercase || $0.isNumber || $0 == "-" }, "\(id)") }
  }

  @Test func `every kind says what it means and what to do`() {
    for kind in FindingCatalogue.all {
      #expect(!kind.meaning.isEmpty && kind.meaning.hasSuffix("."), "\(kind.id)")
      #expect(!kind.advice.isEmpty, "\(kind.id)")
    }
  }

  @Test func `explain-finding tells all about one`() {
    #expect(
      heirloom("explain-finding", "target-exists").output == """
        error[target-exists]

        The output is there already.
        Choose another name, or pass --overwrite to replace it once the new one is complete.

        A run that ends because of it has the exit status 73.

        """)
    #expect(heirloom("explain-finding", "target-exist").error.contains("did you mean 'target-exists'?"))
  }
}
