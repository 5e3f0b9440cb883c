import Testing

/// The encoded form is Foundation's own: texts and dictionaries of attributes in turn. The numbers are those of
/// `InlinePresentationIntent`: 1 emphasised, 2 strongly emphasised, 4 code, 32 strikethrough.
@Suite struct `Attributed text` {
  @Test(arguments: [
    ("plain", #"["plain",{}]"#),
    ("a **b** *c*", #"["a ",{},"b",{"NSInlinePresentationIntent":2}," ",{},"c",{"NSInlinePresentationIntent":1}]"#),
    ("***x***", #"["x",{"NSInlinePresentationIntent":3}]"#),
    ("`code` ~~gone~~", #"["code",{"NSInlinePresentationIntent":4}," ",{},"gone",{"NSInlinePresentationIntent":32}]"#),
    ("[link](https://a.example)", #"["link",{"NSLink":"https://a.example"}]"#),
    (#"\\*not\\* snake_case_name"#, #"["*not* snake_case_name",{}]"#),
    ("open **mark", #"["open **mark",{}]"#),
    ("", "[]"),
  ])
  func `is made of Markdown`(_ markdown: String, _ expected: String) throws {
    let trial = try Trial(
      legacy: "@Model final class In { var text: String; init() {} }",
      target: "@Model final class Out { var body: AttributedString; var plain: AttributedString; var back: String; init() {} }",
      rows: ["In(_id, text)": ["1, '\(markdown.replacing("\\\\", with: "\\"))'"]],
      mapping: """
        Map("In", to: Out.self) { old in
          body = AttributedString(markdown: old.text)
          plain = AttributedString(old.text)
          back = AttributedString(markdown: old.text).plainText()
        }
        """)
    #expect(try trial["SELECT CAST(ZBODY AS TEXT) FROM ZOUT"] == ["'\(expected)'"])
    let text = markdown.replacing("\\\\", with: "\\")
    #expect(
      try trial["SELECT CAST(ZPLAIN AS TEXT) FROM ZOUT"] == [
        text.isEmpty ? "'[]'" : "'[\"\(text.replacing("\\", with: "\\\\"))\",{}]'"
      ])
    let plain = [
      "plain": "plain", "a **b** *c*": "a b c", "***x***": "x", "`code` ~~gone~~": "code gone",
      "[link](https://a.example)": "link",
      #"\\*not\\* snake_case_name"#: "*not* snake_case_name", "open **mark": "open **mark", "": "",
    ]
    #expect(try trial["SELECT ZBACK FROM ZOUT"] == ["'\(plain[markdown] ?? "?")'"])
  }
}
