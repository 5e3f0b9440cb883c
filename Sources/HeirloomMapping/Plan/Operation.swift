/// What an expression does to its operands; the raw value is the name in a printed plan.
///
/// Each has Swift's meaning, nils included: an operand that is nil gives nil, except where said otherwise.
package enum Operation: String, Hashable, Sendable, CaseIterable {
  // Logic. `and` and `or` look at the second operand only when they must.
  case not, and, or
  // Comparison by value; nil equals nil.
  case equal = "==", notEqual = "!=", less = "<", lessOrEqual = "<=", greater = ">", greaterOrEqual = ">="
  /// A decimal is compared by its number, not its digits.
  case decimalCompare
  /// A decimal as a text that sorts like the number.
  case decimalOrder
  // Whole numbers: past the ends of Int, or by zero, the record is refused.
  case addInt, subtractInt, multiplyInt, divideInt, remainderInt, negateInt
  case add, subtract, multiply, divide, remainder, negate
  case addDecimal, subtractDecimal, multiplyDecimal, divideDecimal, negateDecimal
  case addInterval, subtractInterval, dateDifference

  // The bits of whole numbers; shifts past the ends give 0 or -1, and a negative one goes the other way, as in Swift.
  case bitAnd, bitOr, bitXor, bitNot, shiftLeft, shiftRight, isMultiple, sign

  // Text
  case concatenate, lowercased, uppercased, capitalized, trimmed, length, prefix, suffix, dropFirst, dropLast
  case containsText, hasPrefix, hasSuffix, replacing, replacingPattern, matchesPattern, reversed
  case split, joined, listElement, listCount, listContains, listFirst, listLast, padded
  /// A list without its nils.
  case withoutNils
  /// Of a text, bytes or a list.
  case isEmpty
  case htmlEscaped, percentEncoded, percentDecoded
  /// Without the characters of a set at both ends: the name of the set, or the characters.
  case trimmedOf
  /// Every part, empty ones too.
  case components
  case repeated, paddedRight
  /// A text as a template that stands for itself.
  case templateFromText
  case urlPart
  // A list of a list.
  case listReversed, listDropFirst, listDropLast, listSuffix, listDistinct, listConcatenated
  /// The place of the first element that equals the one of the second list; nil when there is none.
  case listIndex

  // Numbers
  case absolute, roundedToNearest, roundedDown, roundedUp, roundedTowardZero, smaller, larger, clamped, squareRoot, power
  case roundedToEven, roundedAwayFromZero, roundedDecimal, isFinite, isInfinite
  case formatted, formattedDecimal
  /// By one part of a format such as `%05.2f`.
  case formattedWith

  // Conversions; those that may find no value give nil.
  case intFromText, intExactly, intTruncating, intFromBool, boolFromInt, boolFromText
  case doubleFromText, doubleFromInt, doubleFromDecimal, floatFromDouble, floatFromText
  case textWithRadix, intWithRadix
  /// The nearest Float, infinite past its ends; what Float arithmetic and literals give.
  case floatRounded
  case intFromDecimal
  /// Whether a number of the store, which has fifteen digits for certain, keeps the decimal exactly.
  case decimalFits
  case decimalFromText, decimalFromInt, decimalFromDouble
  case textFromInt, textFromDouble, textFromFloat, textFromBool, textFromUUID, textFromDate, textFromData
  case uuidFromText, uuidFromData, uuidStable
  case urlFromText
  case dateFromISO8601, dateFromUnixSeconds, dateFromUnixMilliseconds, dateFromReference, dateFromFormat
  case unixSecondsFromDate, referenceFromDate, dateFormatted
  case dataFromBase64, dataFromHex, dataFromText, base64FromData, hexFromData, dataCount
  case sha256, md5
  case enumFromRaw
  case jsonFromPropertyList, jsonFromKeyedArchive
  case attributedFromMarkdown, attributedFromPlain, plainFromAttributed
  // The store's own forms of a list.
  case listFromJSON, listFromArchive, jsonFromList, archiveFromList
  /// Of the list of the keys, that of the values and the name of their type.
  case archiveFromDictionary
  /// Whether an archive can hold each decimal of a list.
  case decimalsFit
  /// Whether an element of a list is nil.
  case listHoldsNil
  case listLiteral
  // A value of any type: its JSON text, of the value and the name of its type, and what is read of that text; nil for other types.
  case jsonFromMixed
  case mixedType, mixedBool, mixedInt, mixedDouble, mixedDecimal, mixedString, mixedDate, mixedUUID, mixedData

  /// Whether the operation may refuse a record whose operands are all there.
  package var canFail: Bool {
    switch self {
    case .addInt, .subtractInt, .multiplyInt, .divideInt, .remainderInt, .negateInt, .intTruncating, .divideDecimal, .absolute,
      .addDecimal, .subtractDecimal, .multiplyDecimal, .floatFromDouble, .decimalFromDouble:
      true
    default: countOperand != nil
    }
  }

  /// Which operand says how many, and can be no negative number.
  package var countOperand: Int? {
    switch self {
    case .prefix, .suffix, .dropFirst, .dropLast, .padded, .repeated, .paddedRight, .listDropFirst, .listDropLast, .listSuffix: 1
    default: nil
    }
  }

  /// Whether the operation makes a text as long as it is told to.
  package var lengthens: Bool { self == .padded || self == .repeated || self == .paddedRight }
}
