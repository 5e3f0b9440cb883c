// The migration example's classes, as SwiftData would have them.
import Foundation
import SwiftData

enum PeopleSchema: VersionedSchema {
  static let versionIdentifier = Schema.Version(6, 0, 0)
  static var models: [any PersistentModel.Type] { [Person.self, Pet.self, Address.self] }

  @Model final class Person {
    var fullName: String
    var age: Int
    var address: Address?
    @Relationship(inverse: \Pet.owner) var pets: [Pet] = []
    init(fullName: String, age: Int) {
      self.fullName = fullName
      self.age = age
    }
  }

  @Model final class Pet {
    var name: String
    var kind: String = "dog"
    var owner: Person?
    init(name: String) { self.name = name }
  }

  @Model final class Address {
    var street: String
    var city: String
    @Relationship(inverse: \Person.address) var people: [Person] = []
    init(street: String, city: String) {
      self.street = street
      self.city = city
    }
  }
}
