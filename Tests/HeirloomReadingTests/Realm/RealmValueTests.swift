import Foundation
import Testing

@testable import HeirloomReading

@Suite struct RealmValueTests {
  @Test func `seconds since 1970 become seconds since 2001`() {
    // 2001-01-01T00:00:00Z is (31 · 365 + 8 leap days) · 86400 s = 978307200 s after 1970.
    #expect(RealmDate(seconds: 978_307_200, nanoseconds: 0).secondsSince2001 == 0)
    #expect(RealmDate(seconds: 978_307_201, nanoseconds: 500_000_000).secondsSince2001 == 1.5)
    #expect(RealmDate(seconds: 978_307_199, nanoseconds: -500_000_000).secondsSince2001 == -1.5)
    // Realm's smallest date is below what an Int64 less the difference can hold.
    #expect(RealmDate(seconds: .min, nanoseconds: 0).secondsSince2001 == -0x1p63 - 978_307_200)
  }

  @Test func `only nanoseconds that a double cannot give back count as rounded`() {
    // Near 2016 (4.7e8 s since 2001) doubles are 2^-24 s apart: 60 ns.
    #expect(!RealmDate(seconds: 1_450_000_000, nanoseconds: 123_000_000).losesPrecision)
    #expect(!RealmDate(seconds: 1_450_000_000, nanoseconds: 123_456_000).losesPrecision)
    #expect(RealmDate(seconds: 1_450_000_000, nanoseconds: 123_456_789).losesPrecision)
    // A date that was a double comes back: 0.5 + 2^-24 s = 500000059.6 ns.
    #expect(!RealmDate(seconds: 1_450_000_000, nanoseconds: 500_000_060).losesPrecision)
    #expect(RealmDate(seconds: .max, nanoseconds: 1).losesPrecision)
  }

  @Test(
    arguments: [
      (0, 0, "1970-01-01T00:00:00Z"), (951_782_400, 0, "2000-02-29T00:00:00Z"), (-1, -500_000_000, "1969-12-31T23:59:58.5Z"),
      (-62_135_596_800, 0, "0001-01-01T00:00:00Z"), (253_402_300_799, 1, "9999-12-31T23:59:59.000000001Z"),
    ] as [(Int64, Int64, String)])
  func `dates within JSON are ISO 8601`(seconds: Int64, nanoseconds: Int64, text: String) {
    #expect(RealmDate(seconds: seconds, nanoseconds: nanoseconds).text == text)
  }

  @Test func `decimals of all three sizes are exact text`() {
    // BID32: exponent + 101 in bits 23 to 30. 250 × 10^-2.
    #expect(RealmDecimal(bits32: 99 << 23 | 250)?.text == "2.50")
    // BID64: exponent + 398 in bits 53 to 62. -1 × 10^0.
    let minusOne: UInt64 = 1 << 63 | 398 << 53 | 1
    #expect(RealmDecimal(bits64: minusOne)?.text == "-1")
    // BID128: exponent + 6176 in bits 49 to 62 of the upper half. 2^64 = 18446744073709551616.
    let samples: [(low: UInt64, exponent: UInt64, high: UInt64, text: String)] = [
      (5, 6176 - 7, 0, "5E-7"), (1, 6176 + 30, 0, "1E+30"), (0, 6176, 1, "18446744073709551616"), (123, 6176 - 4, 0, "0.0123"),
    ]
    for sample in samples {
      #expect(RealmDecimal(low: sample.low, high: sample.exponent << 49 | sample.high)?.text == sample.text)
    }
    #expect(RealmDecimal(low: 0, high: 0x7C00 << 48)?.text == "NaN")
    #expect(RealmDecimal(low: 0, high: 0xF800 << 48)?.text == "-Inf")
    #expect(RealmDecimal(low: 0xAA, high: 0x7C00 << 48) == nil)
  }
}
