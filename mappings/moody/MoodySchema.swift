import Foundation
import SwiftData

// The target of moody1.mapping.swift: the shape of the app's fifth model.
enum MoodySchemaV5: VersionedSchema {
  static let versionIdentifier = Schema.Version(5, 0, 0)
  static var models: [any PersistentModel.Type] { [Country.self, Mood.self] }

  @Model final class Country {
    #Unique<Country>([\.numericISO3166Code, \.uniquenessDummy])

    var isoContinent: Int16?
    var markedForDeletionDate: Date?
    var numberOfMoods: Int
    var numericISO3166Code: Int16
    var uniquenessDummy: Int16
    var updatedAt: Date
    @Relationship(deleteRule: .nullify, inverse: \Mood.country) var moods: [Mood]

    init(numericISO3166Code: Int16, updatedAt: Date) {
      self.numberOfMoods = 0
      self.numericISO3166Code = numericISO3166Code
      self.uniquenessDummy = 0
      self.updatedAt = updatedAt
      self.moods = []
    }
  }

  @Model final class Mood {
    @Attribute(.transformable(by: "ColorsTransformer")) var colors: Data?
    var creatorID: String?
    var date: Date
    var latitude: Double?
    var longitude: Double?
    var markedForDeletionDate: Date?
    var markedForRemoteDeletion: Bool
    var rating: Int16
    @Attribute(originalName: "remoteIdentifier") var remoteID: String?
    var country: Country?

    init(date: Date) {
      self.date = date
      self.markedForRemoteDeletion = false
      self.rating = 0
    }
  }
}
