/// A random case.
struct Case {
  var generator: Generator
  private var assigned: [[Generator.Kind]] = []

  init(_ seed: UInt64) { generator = Generator(seed: seed) }

  mutating func mapping() -> String {
    var rules: [String] = []
    for index in generator.entities.indices {
      let scope = [Generator.Variable(name: "old", entity: index)]
      var lines: [String] = [], kinds: [Generator.Kind] = []
      generator.names = []
      for number in 0..<generator.dice.below(3) {
        let kind = generator.dice.pick([Generator.Kind.int, .string, .bool, .double])
        let value = generator.expression(kind, 2, scope)
        lines.append("let n\(number) = \(value.text)")
        generator.names.append(("n\(number)", kind, value.isOptional))
      }
      if generator.dice.chance(40) {
        lines.append(
          "guard (\(generator.needed(.bool, 2, scope))) else { \(generator.dice.chance(50) ? "skip(\"skipped\")" : "reject(\"guarded\")") }"
        )
      }
      for number in 0..<5 {
        let kind = generator.dice.pick([Generator.Kind.int, .string, .bool, .double, .date])
        kinds.append(kind)
        if generator.dice.chance(20) {
          lines.append(
            "if (\(generator.needed(.bool, 1, scope))) { v\(number) = \(generator.expression(kind, 2, scope).text) } else { v\(number) = \(generator.expression(kind, 1, scope).text) }"
          )
        } else {
          lines.append("v\(number) = \(generator.expression(kind, 3, scope).text)")
        }
      }
      for link in generator.entities[index].links where !link.name.hasPrefix("down") && !link.name.hasPrefix("back") {
        if !link.isToMany {
          lines.append(
            "\(link.name) = \(generator.dice.chance(40) ? "\(generator.needed(.bool, 1, scope)) ? old.\(link.name) : nil" : "old.\(link.name)")"
          )
        } else if generator.dice.chance(50) {
          let inner = Generator.Variable(name: "l", entity: link.destination)
          lines.append("\(link.name) = old.\(link.name).filter { l in \(generator.needed(.bool, 1, scope + [inner])) }")
        } else {
          lines.append("\(link.name) = old.\(link.name)")
        }
      }
      switch generator.dice.below(4) {
      case 0: lines.append("spot = old.spot")
      case 1:
        lines.append(
          "spot = Spot(x: \(generator.needed(.int, 1, scope)), label: \(generator.expression(.string, 1, scope).text))")
      case 2:
        lines.append("spot.x = old.spot.x")
        lines.append("spot.label = \(generator.needed(.bool, 1, scope)) ? old.spot.label : nil")
      default: break
      }
      assigned.append(kinds)
      rules.append("Map(\"E\(index)\", to: T\(index).self) { old in\n\(lines.map { "  \($0)" }.joined(separator: "\n"))\n}")
    }
    for index in generator.entities.indices {
      if generator.dice.chance(30) {
        rules.append("Unique(T\(index).self, by: \\.v0, keep: .\(generator.dice.pick(["first", "last"])))")
      }
      if let many = generator.entities[index].links.first(where: { $0.name.hasPrefix("many") }), generator.dice.chance(50) {
        let scope = [
          Generator.Variable(name: "a", entity: index), Generator.Variable(name: "b", entity: many.destination),
        ]
        generator.names = []
        rules.append(
          """
          Map(links: "E\(index).\(many.name)", to: L\(index).self) { a, b, place in
            text = \(generator.expression(.string, 2, scope).text)
            n = place
            flag = \(generator.needed(.bool, 2, scope))
          }
          """)
      }
      if generator.dice.chance(30) {
        rules.append(
          "Map(values: \"E\(index).stringOr\", separator: \", \", to: V\(index).self) { word in\n  guard word != \"b\" else { reject(\"guarded\") }\n  text = word.uppercased()\n}"
        )
      }
    }
    return rules.joined(separator: "\n")
  }

  var target: String {
    generator.entities.indices.map { index in
      let attributes = assigned[index].enumerated().map { "var v\($0): \($1.rawValue)?" }
      let links = generator.entities[index].links.map { link -> String in
        let number = link.name.drop { !$0.isNumber }
        let inverse =
          link.name.hasPrefix("down")
          ? "@Relationship(inverse: \\T\(number).up\(number)) "
          : link.name.hasPrefix("back") ? "@Relationship(inverse: \\T\(number).many\(number)) " : ""
        return "\(inverse)var \(link.name): \(link.isToMany ? "[T\(link.destination)]" : "T\(link.destination)?")"
      }
      return """
        @Model final class T\(index) {
        \((attributes + links).joined(separator: "\n"))
        var spot: Spot?
        init() {} }
        @Model final class L\(index) { var text: String?; var n: Int; var flag: Bool; init() {} }
        @Model final class V\(index) { var text: String; init() {} }
        """
    }.joined(separator: "\n") + Generator.spot
  }

  mutating func rows() -> [(String, [String])] {
    var result: [(String, [String])] = []
    let counts = generator.entities.indices.map { _ in generator.dice.below(7) }
    for (index, entity) in generator.entities.enumerated() {
      let ones = entity.links.filter { !$0.isToMany }
      let names = ["_id"] + entity.attributes.map(\.name) + ["spot.x", "spot.label"] + ones.map(\.name)
      var lines: [String] = []
      for key in 0..<counts[index] {
        var values = [String(key + 1)]
        for attribute in entity.attributes {
          values.append(attribute.isOptional && generator.dice.chance(40) ? "NULL" : generator.stored(attribute.kind))
        }
        let hasSpot = generator.dice.chance(60)
        values.append(hasSpot && generator.dice.chance(85) ? generator.stored(.int) : "NULL")
        values.append(hasSpot && generator.dice.chance(60) ? generator.stored(.string) : "NULL")
        for one in ones {
          // Now and then a link leads to a record that does not exist.
          values.append(
            generator.dice.chance(8)
              ? "97"
              : counts[one.destination] == 0 || generator.dice.chance(30)
                ? "NULL" : String(1 + generator.dice.below(counts[one.destination])))
        }
        lines.append(values.joined(separator: ", "))
      }
      result.append(("\(entity.name)(\(names.map { "\"\($0)\"" }.joined(separator: ", ")))", lines))
    }
    for (index, entity) in generator.entities.enumerated() {
      for link in entity.links where link.name.hasPrefix("many") {
        var lines: Set<String> = []
        for _ in 0..<generator.dice.below(8) where counts[index] > 0 && counts[link.destination] > 0 {
          let target = generator.dice.chance(8) ? 98 : 1 + generator.dice.below(counts[link.destination])
          lines.insert("\(1 + generator.dice.below(counts[index])), \(target)")
        }
        result.append(("\(entity.name).\(link.name)", lines.sorted()))
      }
    }
    return result
  }
}
