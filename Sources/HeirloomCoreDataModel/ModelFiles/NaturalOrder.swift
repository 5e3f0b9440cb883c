/// The order of version names as people count them: `Model 2` before `Model 10`, `V9` before `V 23`.
///
/// Digits compare as numbers of any length, letters without case; spaces, hyphens, underscores and dots only separate. Names
/// that are equal so far compare by code point.
func isNaturallyOrdered(_ a: String, before b: String) -> Bool {
  let first = naturalParts(a), second = naturalParts(b)
  for (x, y) in zip(first, second) where x != y {
    switch (x, y) {
    case (.number(let m), .number(let n)): return m.count == n.count ? m < n : m.count < n.count
    case (.text(let m), .text(let n)): return m.unicodeScalars.lexicographicallyPrecedes(n.unicodeScalars)
    case (.number, .text): return true
    case (.text, .number): return false
    }
  }
  if first.count != second.count { return first.count < second.count }
  return a.unicodeScalars.lexicographicallyPrecedes(b.unicodeScalars)
}

private enum NaturalPart: Equatable {
  /// Decimal digits without leading zeros.
  case number(String)
  case text(String)
}

private func naturalParts(_ name: String) -> [NaturalPart] {
  var parts: [NaturalPart] = []
  var rest = Substring(name.lowercased())
  while let first = rest.first {
    let isDigit = first.isASCII && first.isNumber
    let isSeparator = " -_.".contains(first)
    let run = rest.prefix { ($0.isASCII && $0.isNumber) == isDigit && " -_.".contains($0) == isSeparator }
    rest.removeFirst(run.count)
    if isDigit {
      let digits = run.drop { $0 == "0" }
      parts.append(.number(digits.isEmpty ? "0" : String(digits)))
    } else if !isSeparator {
      parts.append(.text(String(run)))
    }
  }
  return parts
}
