extension StorageLayout {
  /// The value of an order column, as an SQL expression of an expression for the position, counted from 0.
  ///
  /// Core Data sorts an ordered relationship by `Z_FOK_…`: 2048, 3072, 4096…
  public func orderKey(_ position: String) -> String {
    firstOrderKey == 0 && orderKeyStep == 1 ? position : "(\(firstOrderKey) + \(orderKeyStep) * (\(position)))"
  }
}
