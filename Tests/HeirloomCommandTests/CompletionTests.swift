import Foundation
import HeirloomCommand
import HeirloomTestSupport
import Testing

struct CompletionTests {
  @Test(arguments: ["bash", "zsh", "fish"])
  func `each shell's script knows every command and option`(shell: String) {
    let script = heirloom("completions", shell).output
    for command in CommandTable.all where !command.isHidden {
      #expect(script.contains(command.name))
      for option in command.options { #expect(script.contains(option.name), "\(command.name) \(option.name)") }
    }
    #expect(!script.contains("reference"))
  }

  @Test func `bash accepts its script and completes a command`() throws {
    try withTemporaryFolder { folder in
      let script = folder.appending(path: "heirloom.bash")
      try heirloom("completions", "bash").output.write(to: script, atomically: true, encoding: .utf8)
      let bash = Process()
      bash.executableURL = URL(fileURLWithPath: "/bin/bash")
      bash.arguments = [
        "--norc", "-c",
        "source '\(script.path)'; COMP_WORDS=(heirloom expl); COMP_CWORD=1; _heirloom; printf '%s\\n' \"${COMPREPLY[@]}\"",
      ]
      let pipe = Pipe()
      bash.standardOutput = pipe
      try bash.run()
      let text = String(decoding: pipe.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
      bash.waitUntilExit()
      #expect(bash.terminationStatus == 0)
      #expect(text.split(separator: "\n").contains("explain-finding"))
    }
  }

  @Test func `an unknown shell is a usage problem`() {
    #expect(heirloom("completions", "tcsh").status == 64)
  }
}
