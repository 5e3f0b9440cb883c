import Testing

/// Expected values follow from Swift's own rules, worked out by hand.
@Suite struct `Numbers` {
  @Test func `whole numbers divide as in Swift`() throws {
    try expectValues([
      ValueCase("Int", "old.seven + 3", "10"),
      ValueCase("Int", "old.seven - 10", "-3"),
      ValueCase("Int", "old.seven * -2", "-14"),
      ValueCase("Int", "1 / 2", "0"),
      ValueCase("Int", "old.seven / 2", "3"),
      ValueCase("Int", "old.minusSeven / 2", "-3"),
      ValueCase("Int", "old.minusSeven % 3", "-1"),
      ValueCase("Int", "old.seven % -3", "1"),
      ValueCase("Int", "-old.seven", "-7"),
      // SQL takes two hyphens for the beginning of a comment.
      ValueCase("Int", "-(-3)", "3"),
      ValueCase("Int", "-(-(-3)) - -4", "1"),
      ValueCase("Double", "-(-0.5)", "0.5"),
      ValueCase("Int", "old.minusSeven.magnitude", "7"),
      ValueCase("Int", "-9223372036854775808", "(-9223372036854775807 - 1)"),
      ValueCase("Int", "0xFF", "255"),
      ValueCase("Int", "1_000", "1000"),
      ValueCase("Int", "2 + 3 * 4", "14"),
      ValueCase("Int", "(2 + 3) * 4", "20"),
      ValueCase("Int", "old.seven.clamped(from: 0, to: 5)", "5"),
      ValueCase("Int", "old.minusSeven.clamped(from: 0, to: 5)", "0"),
      ValueCase("Int", "min(old.seven, 3)", "3"),
      ValueCase("Int", "max(old.seven, 3)", "7"),
      ValueCase("Int", "old.big - 1 + 1", "9223372036854775807"),
    ])
  }

  @Test func `what does not fit an Int refuses the record`() throws {
    let overflow = "the result does not fit an Int", division = "division by zero, or a result that does not fit an Int"
    try expectRefusals([
      ValueCase("Int", "old.big + 1", overflow),
      ValueCase("Int", "old.small - 1", overflow),
      ValueCase("Int", "old.big * 2", overflow),
      ValueCase("Int", "old.small * -1", overflow),
      ValueCase("Int", "old.small + old.small", overflow),
      ValueCase("Int", "old.seven - old.small", overflow),
      ValueCase("Int", "[old.big, 1].sum()", "the sum does not fit an Int"),
      ValueCase("Int", "-old.small", overflow),
      ValueCase("Int", "old.small.magnitude", overflow),
      ValueCase("Int", "old.seven / old.zero", division),
      ValueCase("Int", "old.seven % old.zero", division),
      ValueCase("Int", "old.small / -1", division),
      ValueCase("Int", "old.small % -1", division),
      ValueCase("Int", "Int(old.huge)", "the number does not fit an Int"),
      ValueCase("Int", "(old.big + 1) - 1", overflow),
      ValueCase("Int16", "old.big", "the number does not fit 'v', which is Int16"),
      ValueCase("Int32", "old.big", "the number does not fit 'v', which is Int32"),
      ValueCase("Int", "old.none! + 1", "'old.none' is nil"),
      ValueCase("Int", "old.seven > 3 ? old.big + 1 : 0", overflow),
      ValueCase("Int", "old.seven < 3 ? old.big + 1 : 0", "written"),
      ValueCase("Bool", "old.seven < 3 && old.seven / old.zero > 0", "written"),
      ValueCase("Bool", "old.seven > 3 || old.seven / old.zero > 0", "written"),
      ValueCase("Bool", "old.seven > 3 && old.seven / old.zero > 0", division),
      ValueCase("Int", "old.none ?? old.big + 1", overflow),
    ])
  }

  @Test func `floating point computes as in Swift`() throws {
    try expectValues([
      ValueCase("Double", "old.half + 1", "1.5"),
      ValueCase("Double", "1 - old.half", "0.5"),
      ValueCase("Double", "old.half * 3", "1.5"),
      ValueCase("Double", "old.half / 4", "0.125"),
      ValueCase("Double", "1.0 / 2", "0.5"),
      ValueCase("Double", "1 / 2", "0.5"),
      ValueCase("Double", "Double(old.seven) / 2", "3.5"),
      ValueCase("Double", "old.half / 0", "9e999"),
      ValueCase("Double", "-old.half / 0", "-9e999"),
      ValueCase("Double", "old.huge * 10", "9e999"),
      ValueCase("Double", "old.huge", "1e+308"),
      ValueCase("Double", "-old.half", "-0.5"),
      ValueCase("Double", "old.minusHalf.magnitude", "0.5"),
      ValueCase("Double", "old.half.rounded()", "1.0"),
      ValueCase("Double", "old.minusHalf.rounded()", "-1.0"),
      ValueCase("Double", "old.pi.rounded()", "3.0"),
      ValueCase("Double", "old.pi.roundedUp()", "4.0"),
      ValueCase("Double", "old.minusHalf.roundedDown()", "-1.0"),
      ValueCase("Double", "old.pi.roundedTowardZero()", "3.0"),
      ValueCase("Double", "Double(16).squareRoot()", "4.0"),
      ValueCase("Double", "old.pi.clamped(from: 0, to: 3)", "3.0"),
      ValueCase("String", "old.pi.formatted(decimals: 2)", "'3.14'"),
      ValueCase("String", "old.half.formatted(decimals: 0)", "'0'"),
      // 1.005 is a little less in binary.
      ValueCase("String", "Double(\"1.005\")!.formatted(decimals: 2)", "'1.00'"),
      // A one and 308 zeros.
      ValueCase("Int", "old.huge.formatted(decimals: 0).count", "309"),
      ValueCase("String", "String(old.huge * 10)", "'inf'"),
      ValueCase("Double", "Double(\"1e308\")", "1e+308"),
      ValueCase("Int", "Int(exactly: old.huge)", "NULL"),
      ValueCase("Double", "old.minusHalf.clamped(from: -1, to: 1)", "-0.5"),
      ValueCase("Float", "old.single.clamped(from: 0.5, to: 1)", "0.5"),
      ValueCase("Double", "min(old.half, old.pi)", "0.5"),
      ValueCase("Bool", "old.half < old.pi", "1"),
    ])
  }

  @Test func `a Float has the digits of a Float`() throws {
    try expectValues([
      ValueCase("String", "String(old.single)", "'0.1'"),
      ValueCase("String", "\"\\(old.single)\"", "'0.1'"),
      ValueCase("Float", "old.single", "0.10000000149011612"),
      // 0.1f + 0.1f is 0.2f, which is 0.20000000298023224.
      ValueCase("Float", "old.single + old.single", "0.20000000298023224"),
      // The nearest Float to 0.3.
      ValueCase("Float", "0.3", "0.30000001192092896"),
      ValueCase("Float", "Float(old.pi)", "3.141590118408203"),
      ValueCase("Double", "Double(old.single)", "0.10000000149011612"),
      ValueCase("Double", "old.single", "0.10000000149011612"),
    ])
    try expectRefusals([ValueCase("Float", "Float(old.huge)", "the number does not fit a Float")])
  }

  @Test func `decimals are exact, and compared by their numbers`() throws {
    try expectValues([
      ValueCase("String", "String(old.price)", "'2.50'"),
      ValueCase("Bool", "old.price == 2.5", "1"),
      ValueCase("Bool", "old.nine < old.ten", "1"),
      ValueCase("String", "String(min(old.nine, old.ten))", "'9'"),
      ValueCase("String", "String(max(old.nine, old.ten))", "'10'"),
      ValueCase("String", "String(old.price + 0.1)", "'2.6'"),
      ValueCase("String", "String(old.price - 3)", "'-0.5'"),
      ValueCase("String", "String(old.price * old.price)", "'6.25'"),
      ValueCase("String", "String(old.ten / 4)", "'2.5'"),
      ValueCase("String", "String(-old.ten)", "'-10'"),
      ValueCase("Int", "switch old.price { case 2.5: 1 default: 2 }", "1"),
      ValueCase("Int", "switch old.ten { case 5...20: 1 default: 2 }", "1"),
      ValueCase("Int", "Int(old.ten)", "10"),
      ValueCase("Int", "Int(old.price)", "NULL"),
      ValueCase("Int", "Int(old.price * 2)", "5"),
      ValueCase("Double", "Double(old.price)", "2.5"),
      ValueCase("String", "String(Decimal(old.seven))", "'7'"),
      ValueCase("String", "String(Decimal(0.1))", "'0.1'"),
      ValueCase("Decimal", "Decimal(old.text)", "NULL"),
    ])
    try expectRefusals([
      ValueCase("Decimal", "old.price / 0", "the result does not fit a Decimal"),
      ValueCase("Decimal", "Decimal(old.huge)", "the number does not fit a Decimal"),
      ValueCase("Decimal", "Decimal(old.huge * 10)", "the number does not fit a Decimal"),
      ValueCase("String", "String(Decimal(old.half))", "written"),
    ])
  }

  @Test func `conversions between numbers and text never guess`() throws {
    try expectValues([
      ValueCase("Int", "Int(old.digits)", "42"),
      ValueCase("Int", "Int(old.text)", "NULL"),
      ValueCase("Int", "Int(\" 42\")", "NULL"),
      ValueCase("Int", "Int(\"+42\")", "42"),
      ValueCase("Int", "Int(\"4.0\")", "NULL"),
      ValueCase("Int", "Int(\"9223372036854775808\")", "NULL"),
      ValueCase("Int", "Int(old.empty)", "NULL"),
      ValueCase("Int", "Int(old.text) ?? -1", "-1"),
      ValueCase("Int", "Int(old.pi)", "3"),
      ValueCase("Int", "Int(old.minusHalf)", "0"),
      ValueCase("Int", "Int(exactly: old.half)", "NULL"),
      ValueCase("Int", "Int(exactly: old.half + old.half)", "1"),
      ValueCase("Int", "Int(old.yes)", "1"),
      ValueCase("Bool", "Bool(old.seven)", "1"),
      ValueCase("Bool", "Bool(old.zero)", "0"),
      ValueCase("Bool", "Bool(\"true\")", "1"),
      ValueCase("Bool", "Bool(\"YES\")", "NULL"),
      ValueCase("Double", "Double(\"1e3\")", "1000.0"),
      ValueCase("Double", "Double(\"nan\")", "NULL"),
      ValueCase("Double", "Double(\"1,5\")", "NULL"),
      ValueCase("Double", "Double(old.seven)", "7.0"),
      ValueCase("String", "String(old.seven)", "'7'"),
      ValueCase("String", "String(old.small)", "'-9223372036854775808'"),
      ValueCase("String", "String(old.half)", "'0.5'"),
      ValueCase("String", "String(old.huge)", "'1e+308'"),
      ValueCase("String", "String(Double(old.seven))", "'7.0'"),
      ValueCase("String", "String(old.yes)", "'true'"),
    ])
  }
}
