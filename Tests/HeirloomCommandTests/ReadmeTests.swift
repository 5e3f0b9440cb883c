import Foundation
import HeirloomTestSupport
import Testing

@Suite struct ReadmeTests {
  @Test func `the run that README shows is what the command prints`() throws {
    let readme = try String(contentsOf: Project.folder.appending(path: "README.md"), encoding: .utf8)
    let command = try #require(readme.firstMatch(of: /```sh\n(heirloom convert [^\n]+)\n```/))
    let shown = try #require(readme.firstMatch(of: /```text\n(Conversion of [^`]+)```/))
    let words = command.1.split(separator: " ").dropFirst().map { String($0) }
    try withTemporaryFolder { folder in
      // The paths of README start at the checkout, wherever this test runs.
      let root = Project.folder.path + "/"
      let arguments = words.map { word in
        word.hasPrefix(".build/") ? folder.path + "/" + word.dropFirst(7) : word.contains("/") ? root + word : word
      }
      let run = heirloom(arguments)
      #expect(run.status == 0)
      let printed = run.output.replacing(folder.path + "/", with: ".build/").replacing(root, with: "")
      #expect(withoutTime(printed) == withoutTime(String(shown.1)))
    }
  }

  /// Wall time is the one figure that differs between two equal runs.
  private func withoutTime(_ text: String) -> String { text.replacing(/\d+\.\d+ s\n/, with: "- s\n") }

  @Test func `README stays short`() throws {
    let readme = try String(contentsOf: Project.folder.appending(path: "README.md"), encoding: .utf8)
    #expect(readme.split(separator: "\n", omittingEmptySubsequences: false).count <= 150)
  }
}
