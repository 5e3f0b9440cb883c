internal import CSQLite

/// The arguments of a call of an SQL function, valid during the call only.
package struct FunctionArguments {
  fileprivate let values: UnsafeMutablePointer<OpaquePointer?>?
  package let count: Int

  package enum Class: Sendable { case null, integer, real, text, blob }

  package func type(_ index: Int) -> Class {
    switch sqlite3_value_type(values?[index]) {
    case SQLITE_INTEGER: .integer
    case SQLITE_FLOAT: .real
    case SQLITE_TEXT: .text
    case SQLITE_BLOB: .blob
    default: .null
    }
  }

  package func isNull(_ index: Int) -> Bool { sqlite3_value_type(values?[index]) == SQLITE_NULL }
  package func integer(_ index: Int) -> Int64 { sqlite3_value_int64(values?[index]) }
  package func real(_ index: Int) -> Double { sqlite3_value_double(values?[index]) }
  package func text(_ index: Int) -> String { withBytes(index) { String(decoding: $0, as: UTF8.self) } }
  package func bytes(_ index: Int) -> [UInt8] { withBytes(index) { Array($0) } }

  /// Lends SQLite's own bytes of a text or blob.
  package func withBytes<R>(_ index: Int, _ body: (UnsafeRawBufferPointer) throws -> R) rethrows -> R {
    let value = values?[index]
    let start = sqlite3_value_blob(value)
    return try body(UnsafeRawBufferPointer(start: start, count: start == nil ? 0 : Int(sqlite3_value_bytes(value))))
  }

  package func value(_ index: Int) -> SQLiteValue {
    switch type(index) {
    case .null: .null
    case .integer: .integer(integer(index))
    case .real: .real(real(index))
    case .text: .text(text(index))
    case .blob: .blob(bytes(index))
    }
  }
}

/// Where a function or a virtual table's column puts its value.
package struct ResultSlot {
  fileprivate let context: OpaquePointer?

  package func setNull() { sqlite3_result_null(context) }
  package func set(_ value: Int64) { sqlite3_result_int64(context, value) }
  package func set(_ value: Double) { sqlite3_result_double(context, value) }
  /// A Bool, as SQLite keeps it: 1 or 0.
  package func set(_ value: Bool) { sqlite3_result_int64(context, value ? 1 : 0) }
  package func fail(_ message: String) { sqlite3_result_error(context, message, -1) }

  package func set(_ text: String) {
    var text = text
    text.withUTF8 { set(text: UnsafeRawBufferPointer($0)) }
  }

  /// Copies UTF-8 bytes as a text.
  package func set(text bytes: UnsafeRawBufferPointer) {
    let start = bytes.baseAddress?.assumingMemoryBound(to: CChar.self) ?? UnsafePointer(bitPattern: 1)
    sqlite3_result_text64(context, start, UInt64(bytes.count), csqlite_transient(), UInt8(SQLITE_UTF8))
  }

  /// Copies bytes as a blob.
  package func set(blob bytes: UnsafeRawBufferPointer) {
    if bytes.isEmpty {
      sqlite3_result_zeroblob(context, 0)
    } else {
      sqlite3_result_blob64(context, bytes.baseAddress, UInt64(bytes.count), csqlite_transient())
    }
  }

  /// Lends UTF-8 bytes that outlive the statement, without a copy: bytes of a mapped file.
  package func lend(text bytes: UnsafeRawBufferPointer) {
    let start = bytes.baseAddress?.assumingMemoryBound(to: CChar.self) ?? UnsafePointer(bitPattern: 1)
    sqlite3_result_text64(context, start, UInt64(bytes.count), csqlite_static(), UInt8(SQLITE_UTF8))
  }

  /// Lends bytes that outlive the statement, without a copy.
  package func lend(blob bytes: UnsafeRawBufferPointer) {
    if bytes.isEmpty {
      sqlite3_result_zeroblob(context, 0)
    } else {
      sqlite3_result_blob64(context, bytes.baseAddress, UInt64(bytes.count), csqlite_static())
    }
  }

  package func set(_ value: SQLiteValue) {
    switch value {
    case .null: setNull()
    case .integer(let value): set(value)
    case .real(let value): set(value)
    case .text(let value): set(value)
    case .blob(let value): value.withUnsafeBytes { set(blob: $0) }
    }
  }

  init(_ context: OpaquePointer?) { self.context = context }
}

extension FunctionArguments {
  init(_ values: UnsafeMutablePointer<OpaquePointer?>?, _ count: Int32) {
    self.values = values
    self.count = Int(count)
  }
}

extension Connection {
  /// Registers a scalar function that depends on its arguments alone.
  ///
  /// - Parameters:
  ///   - arguments: how many it takes; -1 for any number.
  ///   - isDeterministic: false for a function with effects, which SQLite must then call for each row, even with constants.
  package func addFunction(
    _ name: String, arguments: Int32, isDeterministic: Bool = true,
    _ body: @escaping (FunctionArguments, ResultSlot) throws -> Void
  ) throws(SQLiteError) {
    let box = Unmanaged.passRetained(FunctionBox(body))
    let flags = SQLITE_UTF8 | SQLITE_INNOCUOUS | (isDeterministic ? SQLITE_DETERMINISTIC : 0)
    let code = sqlite3_create_function_v2(
      handle, name, arguments, flags, box.toOpaque(),
      { context, count, values in
        guard let data = sqlite3_user_data(context) else { return }
        let box = Unmanaged<FunctionBox>.fromOpaque(data).takeUnretainedValue()
        let slot = ResultSlot(context)
        do { try box.body(FunctionArguments(values, count), slot) } catch { slot.fail("\(error)") }
      }, nil, nil, { $0.map { Unmanaged<FunctionBox>.fromOpaque($0).release() } })
    guard code == SQLITE_OK else { throw SQLiteError(code: code, message: "cannot register the function '\(name)'") }
  }

  /// Registers an aggregate: `make` starts one for each group.
  package func addAggregate(_ name: String, arguments: Int32, _ make: @escaping () -> any Aggregate) throws(SQLiteError) {
    let box = Unmanaged.passRetained(AggregateBox(make))
    let code = sqlite3_create_function_v2(
      handle, name, arguments, SQLITE_UTF8 | SQLITE_DETERMINISTIC | SQLITE_INNOCUOUS, box.toOpaque(), nil,
      { context, count, values in
        guard let aggregate = currentAggregate(context, create: true) else { return }
        do { try aggregate.add(FunctionArguments(values, count)) } catch { ResultSlot(context).fail("\(error)") }
      },
      { context in
        // With no row at all the step was never called: a fresh aggregate then gives the value of the empty set.
        guard let aggregate = currentAggregate(context, create: true) else { return }
        aggregate.finish(ResultSlot(context))
        releaseAggregate(context)
      }, { $0.map { Unmanaged<AggregateBox>.fromOpaque($0).release() } })
    guard code == SQLITE_OK else { throw SQLiteError(code: code, message: "cannot register the aggregate '\(name)'") }
  }
}

/// The state of one group of an aggregate function.
package protocol Aggregate: AnyObject {
  func add(_ arguments: FunctionArguments) throws
  func finish(_ result: ResultSlot)
}

private final class FunctionBox {
  let body: (FunctionArguments, ResultSlot) throws -> Void
  init(_ body: @escaping (FunctionArguments, ResultSlot) throws -> Void) { self.body = body }
}

private final class AggregateBox {
  let make: () -> any Aggregate
  init(_ make: @escaping () -> any Aggregate) { self.make = make }
}

private final class AggregateState {
  let aggregate: any Aggregate
  init(_ aggregate: any Aggregate) { self.aggregate = aggregate }
}

/// SQLite keeps one pointer for each group, zero at first: there the retained state is kept.
private func currentAggregate(_ context: OpaquePointer?, create: Bool) -> (any Aggregate)? {
  guard let memory = sqlite3_aggregate_context(context, Int32(MemoryLayout<UnsafeMutableRawPointer?>.size)) else { return nil }
  let slot = memory.assumingMemoryBound(to: UnsafeMutableRawPointer?.self)
  if slot.pointee == nil, create, let data = sqlite3_user_data(context) {
    let box = Unmanaged<AggregateBox>.fromOpaque(data).takeUnretainedValue()
    slot.pointee = Unmanaged.passRetained(AggregateState(box.make())).toOpaque()
  }
  return slot.pointee.map { Unmanaged<AggregateState>.fromOpaque($0).takeUnretainedValue().aggregate }
}

private func releaseAggregate(_ context: OpaquePointer?) {
  guard let memory = sqlite3_aggregate_context(context, Int32(MemoryLayout<UnsafeMutableRawPointer?>.size)) else { return }
  let slot = memory.assumingMemoryBound(to: UnsafeMutableRawPointer?.self)
  slot.pointee.map { Unmanaged<AggregateState>.fromOpaque($0).release() }
  slot.pointee = nil
}
