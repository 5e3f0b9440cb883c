import Foundation
import HeirloomKit
import HeirloomReporting
import HeirloomSQLite
import HeirloomTestSupport
import Testing

/// A target schema with derived attributes, which an Xcode model declares.
@Suite struct `A target with derived attributes` {
  private static let model = """
    <model type="com.apple.IDECoreDataModeler.DataModel" documentVersion="1.0" userDefinedModelVersionIdentifier="1">
      <entity name="Folder" representedClassName="Folder"><attribute name="name" attributeType="String"/>
        <attribute name="noteCount" optional="YES" attributeType="Integer 64" derived="YES" derivationExpression="notes.@count"/>
        <relationship name="notes" optional="YES" toMany="YES" destinationEntity="Note" inverseName="folder" inverseEntity="Note"/>
      </entity>
      <entity name="Note" representedClassName="Note"><attribute name="title" attributeType="String"/>
        <attribute name="folderName" optional="YES" attributeType="String" derived="YES" derivationExpression="folder.name"/>
        <relationship name="folder" optional="YES" maxCount="1" destinationEntity="Folder" inverseName="notes" inverseEntity="Folder"/>
      </entity>
    </model>
    """
  private static let mapping = #"""
    let target = Schema("Folder.xcdatamodel")
    Map("folders", to: Folder.self)
    Map("notes", to: Note.self) { old in
      folder = Folder(where: \.name == old.folder)
    }
    """#
  /// One folder with two notes; what the derived attributes hold is long out of date.
  private static let data = #"""
    {"folders": [{"name": "Work", "noteCount": 99}],
     "notes": [{"title": "a", "folder": "Work", "folderName": "Old"}, {"title": "b", "folder": "Work", "folderName": "Old"}]}
    """#

  private func files(in folder: URL) throws -> (source: String, mapping: Mapping) {
    let model = folder.appending(path: "Folder.xcdatamodel")
    try FileManager.default.createDirectory(at: model, withIntermediateDirectories: true)
    try Self.model.write(to: model.appending(path: "contents"), atomically: true, encoding: .utf8)
    let source = folder.appending(path: "data.json"), mapping = folder.appending(path: "test.mapping.swift")
    try Self.data.write(to: source, atomically: true, encoding: .utf8)
    try Self.mapping.write(to: mapping, atomically: true, encoding: .utf8)
    return (source.path, try Mapping(contentsOf: mapping.path))
  }

  @Test func `holds what they are derived from, whatever the source held, and is proven all the same`() throws {
    try withTemporaryFolder { folder in
      let (source, mapping) = try files(in: folder), target = folder.appending(path: "New.store")
      let report = mapping.convert(source, to: target.path)
      #expect(report.exitStatus == .done, "\(report.findings.map(\.description))")
      #expect(try rows("SELECT ZNOTECOUNT FROM ZFOLDER", of: target.path) == [[.integer(2)]])
      #expect(try rows("SELECT ZFOLDERNAME FROM ZNOTE", of: target.path) == [[.text("Work")], [.text("Work")]])
      #expect(try mapping.verify(source, target.path).exitStatus == .done)
      try tamper(target, "DROP TRIGGER Z_DA_ZFOLDER_Note_folderName_PARAMETER_UPDATE; UPDATE ZFOLDER SET ZNOTECOUNT = 3;")
      #expect(try mapping.verify(source, target.path).errors == ["values-differ"])
    }
  }

  @Test func `says nothing of triggers and hashes when the target is an archive, which has none`() throws {
    try withTemporaryFolder { folder in
      let (source, mapping) = try files(in: folder), target = folder.appending(path: "New.zip")
      let report = mapping.convert(source, to: target.path, options: ConversionOptions(layout: .archive))
      #expect(report.exitStatus == .done, "\(report.findings.map(\.description))")
      #expect(report.findings.allSatisfy { $0.id.hasPrefix("archive-") }, "\(report.findings.map(\.description))")
      #expect(try Store.open(target.path).inspect().records == ["Folder": 1, "Note": 2])
    }
  }

  @Test func `says what the model that is kept in the store cannot say of them`() throws {
    try withTemporaryFolder { folder in
      let (source, mapping) = try files(in: folder)
      func leftOut(_ layout: ConversionOptions.Layout, _ name: String) -> [String] {
        mapping.convert(source, to: folder.appending(path: name).path, options: ConversionOptions(layout: layout)).findings.filter
        {
          $0.id == "model-cache-partial"
        }.map(\.message)
      }
      #expect(leftOut(.swiftData, "New.store") == ["the written model leaves out the derivation of 'Folder.noteCount'"])
      #expect(leftOut(.sqlite, "New.db") == [] && leftOut(.archive, "New.zip") == [])
    }
  }

  @Test func `says for which of them the version hash is not certain`() throws {
    try withTemporaryFolder { folder in
      let (source, mapping) = try files(in: folder)
      let report = mapping.convert(source, to: folder.appending(path: "New.store").path)
      #expect(
        report.metadata?.meaning == "version hashes computed from the schema, uncertain for 'Folder.noteCount'; "
          + "pass --model or --template to be sure")
    }
  }
}
