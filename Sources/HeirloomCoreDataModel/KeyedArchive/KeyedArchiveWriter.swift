/// Builds a keyed archive, object by object.
///
/// The graph may be cyclic: `reserve` gives an object its number before its contents are known. The same calls in the same
/// order give the same bytes.
package struct KeyedArchiveWriter {
  /// A reference to an object of the archive; `null` is the archive's nil.
  package struct Reference: Hashable, Sendable {
    package let number: Int
    package static let null = Reference(number: 0)
    package var value: PropertyList { .uid(number) }
  }

  private var objects: [PropertyList] = [.string("$null")]
  private var scalars: [PropertyList: Reference] = [:]
  private var classes: [[String]: Reference] = [:]
  private var absence: Reference?

  package init() {}

  /// A place for an object whose contents follow with `fill`.
  package mutating func reserve() -> Reference {
    objects.append(.null)
    return Reference(number: objects.count - 1)
  }

  /// - Parameter lineage: the class and its ancestors, NSObject last.
  package mutating func fill(_ reference: Reference, _ lineage: [String], _ contents: [String: PropertyList]) {
    var entries = contents
    entries["$class"] = classReference(lineage).value
    objects[reference.number] = .dictionary(entries)
  }

  package mutating func add(_ lineage: [String], _ contents: [String: PropertyList]) -> Reference {
    let reference = reserve()
    fill(reference, lineage, contents)
    return reference
  }

  /// A plain value as an object of its own; equal ones share it.
  package mutating func add(scalar value: PropertyList) -> Reference {
    if let known = scalars[value] { return known }
    let reference = reserve()
    objects[reference.number] = value
    scalars[value] = reference
    return reference
  }

  package mutating func add(_ text: String) -> Reference { add(scalar: .string(text)) }

  /// Foundation's NSNull, which stands for nil inside a collection: an archive's own nil there is an archive that cannot be opened.
  package mutating func null() -> Reference {
    let known = absence ?? add(["NSNull", "NSObject"], [:])
    absence = known
    return known
  }

  package mutating func array(_ items: [Reference], mutable: Bool = false) -> Reference {
    add(
      mutable ? ["NSMutableArray", "NSArray", "NSObject"] : ["NSArray", "NSObject"], ["NS.objects": .array(items.map(\.value))])
  }

  package mutating func set(_ items: [Reference]) -> Reference {
    add(["NSSet", "NSObject"], ["NS.objects": .array(items.map(\.value))])
  }

  package mutating func dictionary(_ entries: [(key: Reference, value: Reference)], mutable: Bool = false) -> Reference {
    add(
      mutable ? ["NSMutableDictionary", "NSDictionary", "NSObject"] : ["NSDictionary", "NSObject"],
      ["NS.keys": .array(entries.map(\.key.value)), "NS.objects": .array(entries.map(\.value.value))])
  }

  /// The archive's bytes, with `root` as the archived object; the last call of a writer.
  package mutating func finish(root: Reference) -> [UInt8] {
    PropertyList.dictionary([
      "$version": .integer(100_000), "$archiver": .string("NSKeyedArchiver"), "$top": .dictionary(["root": root.value]),
      "$objects": .array(objects),
    ]).binary()
  }

  private mutating func classReference(_ lineage: [String]) -> Reference {
    if let known = classes[lineage] { return known }
    let reference = reserve()
    objects[reference.number] = .dictionary([
      "$classname": .string(lineage.first ?? "NSObject"), "$classes": .array(lineage.map(PropertyList.string)),
    ])
    classes[lineage] = reference
    return reference
  }
}
