// A SwiftData home for a Realm class that has a property of every type.
import Foundation
import SwiftData

enum TypesSchema: VersionedSchema {
  static let versionIdentifier = Schema.Version(1, 0, 0)
  static var models: [any PersistentModel.Type] { [Thing.self, Peer.self, Place.self, Moment.self, Score.self, Role.self] }

  @Model final class Thing {
    @Attribute(.unique) var number: Int
    var flag: Bool
    var maybe: Bool?
    var count: Int
    var weight: Double
    var title: String
    var subtitle: String?
    var image: Data?
    var created: Date
    /// Exact, as digits.
    var price: String
    /// 24 hexadecimal digits.
    var objectID: String
    var token: UUID
    var scores: [Int] = []
    var words: [String] = []
    var sortedWords: [String] = []
    var tokens: [UUID] = []
    var stamps: [Date] = []
    var peer: Peer?
    var next: Thing?
    @Relationship(inverse: \Thing.next) var previous: [Thing] = []
    @Relationship(deleteRule: .cascade, inverse: \Place.home) var address: Place?
    @Relationship(deleteRule: .cascade, inverse: \Place.owner) var addresses: [Place] = []
    @Relationship(inverse: \Peer.things) var peers: [Peer] = []
    @Relationship(deleteRule: .cascade, inverse: \Score.thing) var points: [Score] = []
    @Relationship(deleteRule: .cascade, inverse: \Role.thing) var roles: [Role] = []
    init(number: Int) { self.number = number }
  }

  @Model final class Peer {
    @Attribute(.unique) var name: String
    @Relationship(inverse: \Thing.peer) var favouriteOf: [Thing] = []
    var things: [Thing] = []
    @Relationship(deleteRule: .cascade, inverse: \Role.peer) var roles: [Role] = []
    init(name: String) { self.name = name }
  }

  @Model final class Place {
    var city: String
    var zip: Int?
    var home: Thing?
    var owner: Thing?
    init(city: String) { self.city = city }
  }

  /// One for each entry of a dictionary of numbers.
  @Model final class Score {
    var name: String
    var points: Int
    var thing: Thing?
    init(name: String, points: Int) {
      self.name = name
      self.points = points
    }
  }

  /// One for each entry of a dictionary of objects.
  @Model final class Role {
    var name: String
    var thing: Thing?
    var peer: Peer?
    init(name: String) { self.name = name }
  }

  /// One for each date of a list.
  @Model final class Moment {
    var at: Date
    init(at: Date) { self.at = at }
  }
}
