internal import Foundation
internal import HeirloomCoreDataModel
internal import HeirloomSQLite
internal import HeirloomSchema
import Testing

/// Arrays of Decimal and Float, from archives and from Realm classes.
@Suite struct `Lists of numbers` {
  @Test func `of decimals and Floats become archives of numbers, with every digit, and are read from them`() throws {
    let listed = "@Model final class Item { var prices: [Decimal]; var sizes: [Float]; init() {} }"
    let made = try Trial(
      legacy: "@Model final class Item { var price: Decimal; var long: Decimal; var size: Float; init() {} }", target: listed,
      rows: ["Item(_id, price, long, size)": ["1, '-2.50', '12345678901234567890.5', 0.10000000149011612"]],
      mapping: "Map(\"Item\", to: Item.self) { old in prices = [old.price, old.long]; sizes = [old.size] }")
    let row = try #require(try made.connection.rows("SELECT Z_PK, ZPRICES, ZSIZES FROM ZITEM").first)
    guard case .blob(let prices) = row[1], case .blob(let sizes) = row[2] else { return #expect(Bool(false)) }
    let numbers = try #require(try KeyedArchive(prices).root?.elements)
    #expect(numbers[0].classNames == ["NSDecimalNumberPlaceholder", "NSDecimalNumber", "NSNumber", "NSValue", "NSObject"])
    // 250 is 00FA in one word of 16 bits, little-endian; two places stand behind the point.
    #expect(numbers[0]["NS.mantissa"]?.data == [0xFA, 0] + [UInt8](repeating: 0, count: 14))
    #expect(numbers[0]["NS.length"]?.integer == 1)
    #expect(numbers[0]["NS.exponent"]?.integer == -2)
    #expect(numbers[0]["NS.negative"]?.bool == true)
    #expect(numbers[1].decimal == "12345678901234567890.5")
    #expect(try KeyedArchive(sizes).root?.elements?.map(\.real) == [0.10000000149011612])

    let read = try Trial(
      legacy: try Schema(parsing: listed),
      target: try Schema(parsing: "@Model final class Out { var text: String; var more: Int; var size: String; init() {} }"),
      records: [("Item(_id, prices, sizes)", [row.map(\.literal).joined(separator: ", ")])],
      mapping: """
        Map("Item", to: Out.self) { old in
          text = old.prices.map { String($0) }.joined(separator: " ")
          more = old.prices.filter { $0 > 0 }.count
          size = old.sizes.map { String($0) }.joined()
        }
        """)
    #expect(try read["SELECT ZTEXT, ZMORE, ZSIZE FROM ZOUT"] == ["'-2.50 12345678901234567890.5', 1, '0.1'"])
  }

  @Test func `of a Realm class follow by name, and a decimal that no archive holds refuses the record`() throws {
    var legacy = try Schema(
      parsing: "@Model final class Item { var prices: Decimal; var sizes: Float; var ids: UUID; init() {} }")
    for index in 0..<3 { legacy["Item"]?.attributes[index].collection = .list }
    let trial = try Trial(
      legacy: legacy,
      target: try Schema(
        parsing: "@Model final class Item { var prices: [Decimal]; var sizes: [Float] = []; var ids: [UUID] = []; init() {} }"),
      records: [
        ("Item(_id)", ["1", "2", "3"]),
        // A Decimal of Foundation has powers of ten up to 127 and 38 digits.
        (
          "Item.prices(owner, value, position)",
          ["1, '1.5', 0", "1, '-2E+6', 1", "2, '1E+400', 0", "3, '123456789012345678901234567890123456789', 0"]
        ),
        ("Item.sizes(owner, value, position)", ["1, 0.5, 0"]),
        ("Item.ids(owner, value, position)", ["1, x'00112233445566778899aabbccddeeff', 0"]),
      ], mapping: "Map(\"Item\", to: Item.self)")
    #expect(
      try trial.rejects == [
        "Item 2 prices: a decimal of the list has more digits than an archive keeps",
        "Item 3 prices: a decimal of the list has more digits than an archive keeps",
      ])
    let row = try #require(try trial.connection.rows("SELECT ZPRICES, ZSIZES, ZIDS FROM ZITEM").first)
    let lists = try row.map { value -> [KeyedArchive.Node] in
      guard case .blob(let bytes) = value else { return [] }
      return try #require(try KeyedArchive(bytes).root?.elements)
    }
    #expect(lists[0].map(\.decimal) == ["1.5", "-2000000"])
    #expect(lists[1].map(\.real) == [0.5])
    #expect(lists[2].map(\.uuid) == [[0, 17, 34, 51, 68, 85, 102, 119, 136, 153, 170, 187, 204, 221, 238, 255]])
  }
}
