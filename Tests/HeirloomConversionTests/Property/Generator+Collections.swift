/// What is made of a to-many.
extension Generator {
  mutating func key(_ variable: Variable) -> String {
    dice.pick(entities[variable.entity].attributes.filter { $0.kind != .bool }).name
  }

  /// Something made of a to-many of a variable, filtered, sorted and cut at random.
  mutating func overMany(
    _ d: Int, _ scope: [Variable], _ body: (inout Generator, String, Variable) -> Written
  ) -> Written {
    let owner = dice.pick(scope), link = dice.pick(entities[owner.entity].links.filter(\.isToMany))
    closures += 1
    let inner = Variable(name: "e\(closures)", entity: link.destination)
    // A closure sees the names of records; those of `let` too.
    var text = "\(owner.name).\(link.name)"
    if dice.chance(15),
      let next = entities[link.destination].links.filter(\.isToMany).first(where: { $0.destination == link.destination })
    {
      // Through the elements' own to-many, and on with what these lead to.
      text = "\(text)\(dice.chance(30) ? ".prefix(2)" : "").flatMap { f in f.\(next.name) }"
    } else if dice.chance(15) {
      text += dice.chance(50) ? ".prefix(\(1 + dice.below(3)))" : ".sorted(by: \\.\(key(inner))).prefix(2)"
    }
    let wantsOrder = dice.chance(30), wantsLimit = dice.chance(20)
    if dice.chance(40) { text += ".filter { \(inner.name) in \(needed(.bool, min(d, 1), scope + [inner])) }" }
    if wantsOrder { text += ".sorted(by: \\.\(key(inner))\(dice.chance(50) ? ", order: .reverse" : ""))" }
    var written = body(&self, text, inner)
    if wantsLimit, written.text.hasPrefix(text + "."), !written.text.dropFirst(text.count).contains("(by:") {
      written.text = "\(text).prefix(\(dice.below(3)))\(written.text.dropFirst(text.count))"
    }
    return written
  }
}
