import HeirloomCommand
import HeirloomFindings
import Testing

struct FindingCatalogueTests {
  @Test func `ids are words joined by hyphens`() {
    for kind in FindingCatalogue.all { #expect(kind.id.allSatisfy { $0.isLowercase || $0.isNumber || $0 == "-" }, "\(kind.id)") }
  }

  @Test func `two rooms mean the same by one id`() {
    for (id, kinds) in Dictionary(grouping: FindingCatalogue.everyRoom, by: \.id) {
      #expect(Set(kinds.map(\.severity)).count == 1, "\(id)")
      #expect(Set(kinds.map(\.exitStatus)).count == 1, "\(id)")
    }
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
