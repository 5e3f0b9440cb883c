/// Encrypts the bytes of a Realm file; zeros follow up to a whole page.
package func writeEncryptedRealm(_ bytes: [UInt8], key: [UInt8], to path: String) throws {
  let output = try RealmOutput(path: path, key: key)
  try output.append(bytes)
  let rest = bytes.count % RealmOutput.pageSize
  if rest > 0 { try output.append([UInt8](repeating: 0, count: RealmOutput.pageSize - rest)) }
  try output.finish()
}
