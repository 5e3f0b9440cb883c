public import Foundation
package import HeirloomMapping
package import HeirloomSQLite

/// A type that values of a mapping have in Swift. No other type can conform.
public protocol MappingType: Sendable {
  static var _heirloomType: MappingTypeDescription { get }
  init(_heirloom value: MappingStoredValue) throws
  var _heirloomValue: MappingStoredValue { get }
}

/// What the mapping language calls a type.
public struct MappingTypeDescription: Sendable { package let type: ValueType }

/// A value on its way between SQLite and Swift.
public struct MappingStoredValue: Sendable { package let value: SQLiteValue }

extension MappingType {
  static var valueType: ValueType { _heirloomType.type }
  init(stored value: SQLiteValue) throws { try self.init(_heirloom: MappingStoredValue(value: value)) }
  var stored: SQLiteValue { _heirloomValue.value }

  static func unfit(_ value: SQLiteValue) -> MappingFunctionError { MappingFunctionError("a value is no \(valueType)") }
}

extension Bool: MappingType {
  public static var _heirloomType: MappingTypeDescription { .init(type: ValueType(.bool)) }
  public init(_heirloom value: MappingStoredValue) throws { self = value.value.integer != 0 }
  public var _heirloomValue: MappingStoredValue { .init(value: .integer(self ? 1 : 0)) }
}

extension Int: MappingType {
  public static var _heirloomType: MappingTypeDescription { .init(type: ValueType(.int)) }
  public init(_heirloom value: MappingStoredValue) throws {
    guard let number = value.value.integer else { throw Self.unfit(value.value) }
    self = Int(number)
  }
  public var _heirloomValue: MappingStoredValue { .init(value: .integer(Int64(self))) }
}

extension Double: MappingType {
  public static var _heirloomType: MappingTypeDescription { .init(type: ValueType(.double)) }
  public init(_heirloom value: MappingStoredValue) throws {
    guard let number = value.value.number else { throw Self.unfit(value.value) }
    self = number
  }
  public var _heirloomValue: MappingStoredValue { .init(value: isNaN ? .null : .real(self)) }
}

extension String: MappingType {
  public static var _heirloomType: MappingTypeDescription { .init(type: ValueType(.string)) }
  public init(_heirloom value: MappingStoredValue) throws {
    guard let text = value.value.text else { throw Self.unfit(value.value) }
    self = text
  }
  public var _heirloomValue: MappingStoredValue { .init(value: .text(self)) }
}

extension Date: MappingType {
  public static var _heirloomType: MappingTypeDescription { .init(type: ValueType(.date)) }
  public init(_heirloom value: MappingStoredValue) throws {
    guard let seconds = value.value.number else { throw Self.unfit(value.value) }
    self.init(timeIntervalSinceReferenceDate: seconds)
  }
  public var _heirloomValue: MappingStoredValue { .init(value: .real(timeIntervalSinceReferenceDate)) }
}

extension UUID: MappingType {
  public static var _heirloomType: MappingTypeDescription { .init(type: ValueType(.uuid)) }
  public init(_heirloom value: MappingStoredValue) throws {
    guard let bytes = value.value.blob, bytes.count == 16 else { throw Self.unfit(value.value) }
    self = bytes.withUnsafeBytes { UUID(uuid: $0.loadUnaligned(as: uuid_t.self)) }
  }
  public var _heirloomValue: MappingStoredValue { .init(value: .blob(withUnsafeBytes(of: uuid) { Array($0) })) }
}

extension URL: MappingType {
  public static var _heirloomType: MappingTypeDescription { .init(type: ValueType(.url)) }
  public init(_heirloom value: MappingStoredValue) throws {
    guard let url = value.value.text.flatMap({ URL(string: $0) }) else { throw Self.unfit(value.value) }
    self = url
  }
  public var _heirloomValue: MappingStoredValue { .init(value: .text(absoluteString)) }
}

extension Data: MappingType {
  public static var _heirloomType: MappingTypeDescription { .init(type: ValueType(.data)) }
  public init(_heirloom value: MappingStoredValue) throws {
    guard let bytes = value.value.blob else { throw Self.unfit(value.value) }
    self.init(bytes)
  }
  public var _heirloomValue: MappingStoredValue { .init(value: .blob(Array(self))) }
}

extension Decimal: MappingType {
  public static var _heirloomType: MappingTypeDescription { .init(type: ValueType(.decimal)) }
  public init(_heirloom value: MappingStoredValue) throws {
    let text = value.value.text ?? value.value.number.map { "\($0)" } ?? ""
    guard let number = Decimal(string: text, locale: Locale(identifier: "en_US_POSIX")) else { throw Self.unfit(value.value) }
    self = number
  }
  public var _heirloomValue: MappingStoredValue { .init(value: .text("\(self)")) }
}

extension Optional: MappingType where Wrapped: MappingType {
  public static var _heirloomType: MappingTypeDescription { .init(type: Wrapped.valueType.optional) }
  public init(_heirloom value: MappingStoredValue) throws { self = value.value.isNull ? nil : try Wrapped(_heirloom: value) }
  public var _heirloomValue: MappingStoredValue { map(\._heirloomValue) ?? .init(value: .null) }
}
