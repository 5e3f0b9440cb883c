internal import HeirloomFindings
internal import HeirloomSchema
internal import HeirloomWriting

extension MergeRule {
  /// The rule that options such as `Note.modified` give; an entity's heirs follow it, but for those with one of their own.
  ///
  /// - Throws: `merge-rule` for what is no date or number of an entity.
  init(_ options: [String], in schema: Schema) throws {
    var rule: [EntityName: PropertyName] = [:]
    for text in options {
      let words = text.split(separator: ".", maxSplits: 1).map(String.init)
      guard words.count == 2 else { throw Self.fault("'\(text)' names no attribute of an entity", nil, []) }
      guard schema[EntityName(words[0])] != nil else {
        throw Self.fault("'\(text)' names no entity of the target", words.first, schema.entities.map(\.name.text))
      }
      let entity = EntityName(words[0]), property = PropertyName(words[1])
      guard let attribute = schema.attribute(property, of: entity), Self.ordered.contains(attribute.type),
        attribute.collection == nil
      else {
        let known = schema.attributes(of: entity).filter { Self.ordered.contains($0.type) }.map(\.name.text)
        throw Self.fault("'\(text)' is no date or number by which records could be told newer", words[1], known)
      }
      rule[entity] = property
    }
    let said = rule
    for entity in schema.entities {
      // The nearest ancestor with a rule.
      rule[entity.name] = schema.lineage(of: entity.name).lazy.compactMap { said[$0.name] }.first
    }
    self = said.isEmpty ? .keepExisting : .keepNewer(by: rule)
  }

  private static let ordered: Set<AttributeType> = [.date, .int16, .int32, .int64, .double, .float]

  private static func fault(_ message: String, _ word: String?, _ known: [String]) -> Finding {
    Finding(
      .mergeRuleFaulty, message, help: word.flatMap { closestName(to: $0, among: known) }.map { "did you mean '\($0)'?" })
  }
}
