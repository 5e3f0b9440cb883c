/// Records as mappings/patterns/records.txt and the documentation spell them: a relation, then a line of SQL values for each row.
func records(in text: some StringProtocol) -> [(String, [String])] {
  var result: [(String, [String])] = []
  for line in text.split(separator: "\n") where line.first != "#" {
    let isRelation = line.first?.isUppercase ?? false
    if isRelation, line.contains("(") || line.contains("."), !line.hasPrefix("NULL") { result.append((String(line), [])) }
    else if !result.isEmpty { result[result.count - 1].1.append(String(line)) }
  }
  return result
}
