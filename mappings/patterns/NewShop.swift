import Foundation
import SwiftData

// The targets of the patterns: a version for each, with what it needs to show its point.

enum Renamed: VersionedSchema {
  static let versionIdentifier = Schema.Version(1, 0, 0)
  static var models: [any PersistentModel.Type] { [Client.self, Place.self] }

  @Model final class Client {
    var name: String
    @Attribute(originalName: "email") var mail: String?
    var home: Place?
    init() {}
  }
  @Model final class Place { var street: String; @Relationship(inverse: \Client.home) var clients: [Client]; init() {} }
}

enum Filtered: VersionedSchema {
  static let versionIdentifier = Schema.Version(2, 0, 0)
  static var models: [any PersistentModel.Type] { [Order.self] }

  @Model final class Order { var number: Int; var note: String; init() {} }
}

enum Required: VersionedSchema {
  static let versionIdentifier = Schema.Version(3, 0, 0)
  static var models: [any PersistentModel.Type] { [Product.self] }

  @Model final class Product { var name: String; var grams: Int = 0; var code: String; init() {} }
}

enum Types: VersionedSchema {
  static let versionIdentifier = Schema.Version(4, 0, 0)
  static var models: [any PersistentModel.Type] { [Order.self] }

  @Model final class Order { var number: String; var placed: Date; var total: Double?; var open: Bool; var tags: [String]; init() {} }
}

enum Split: VersionedSchema {
  static let versionIdentifier = Schema.Version(5, 0, 0)
  static var models: [any PersistentModel.Type] { [Customer.self] }

  @Model final class Customer { var first: String; var last: String; init() {} }
}

enum Merged: VersionedSchema {
  static let versionIdentifier = Schema.Version(6, 0, 0)
  static var models: [any PersistentModel.Type] { [Address.self] }

  @Model final class Address { var line: String; init() {} }
}

enum SeveralFromOne: VersionedSchema {
  static let versionIdentifier = Schema.Version(7, 0, 0)
  static var models: [any PersistentModel.Type] { [Person.self, Contact.self] }

  @Model final class Person { var name: String; var contact: Contact?; init() {} }
  @Model final class Contact { var email: String; @Relationship(inverse: \Person.contact) var person: Person?; init() {} }
}

enum OneFromSeveral: VersionedSchema {
  static let versionIdentifier = Schema.Version(8, 0, 0)
  static var models: [any PersistentModel.Type] { [Entry.self] }

  @Model final class Entry { var text: String; var kind: String; init() {} }
}

enum ValuesToEntity: VersionedSchema {
  static let versionIdentifier = Schema.Version(9, 0, 0)
  static var models: [any PersistentModel.Type] { [Order.self, Tag.self] }

  @Model final class Order { var number: Int; var tags: [Tag]; init() {} }
  @Model final class Tag { @Attribute(.unique) var name: String; @Relationship(inverse: \Order.tags) var orders: [Order]; init() {} }
}

enum Path: VersionedSchema {
  static let versionIdentifier = Schema.Version(10, 0, 0)
  static var models: [any PersistentModel.Type] { [Order.self] }

  @Model final class Order { var number: Int; var city: String?; var buyer: String; init() {} }
}

enum Aggregates: VersionedSchema {
  static let versionIdentifier = Schema.Version(11, 0, 0)
  static var models: [any PersistentModel.Type] { [Customer.self] }

  @Model final class Customer { var orders: Int; var pieces: Int; var dearest: String?; var list: String; var vip: Bool; init() {} }
}

enum JoinEntity: VersionedSchema {
  static let versionIdentifier = Schema.Version(12, 0, 0)
  static var models: [any PersistentModel.Type] { [Customer.self, Friendship.self] }

  @Model final class Customer { var fullName: String; @Relationship(inverse: \Friendship.from) var friendships: [Friendship]; init() {} }
  @Model final class Friendship { var from: Customer?; var to: Customer?; var note: String; init() {} }
}

enum JoinEntityBack: VersionedSchema {
  static let versionIdentifier = Schema.Version(13, 0, 0)
  static var models: [any PersistentModel.Type] { [Order.self, Product.self] }

  @Model final class Order { var number: Int; var products: [Product]; init() {} }
  @Model final class Product { var name: String?; @Relationship(inverse: \Order.products) var orders: [Order]; init() {} }
}

enum SelfReference: VersionedSchema {
  static let versionIdentifier = Schema.Version(14, 0, 0)
  static var models: [any PersistentModel.Type] { [Product.self] }

  @Model final class Product { var name: String?; var related: [Product]; @Relationship(inverse: \Product.related) var relatedTo: [Product]; init() {} }
}

enum FilteredLinks: VersionedSchema {
  static let versionIdentifier = Schema.Version(15, 0, 0)
  static var models: [any PersistentModel.Type] { [Order.self, Item.self] }

  @Model final class Order { var number: Int; @Relationship(inverse: \Item.order) var items: [Item]; init() {} }
  @Model final class Item { var quantity: Int; var order: Order?; init() {} }
}

enum ToOneFromMany: VersionedSchema {
  static let versionIdentifier = Schema.Version(16, 0, 0)
  static var models: [any PersistentModel.Type] { [Customer.self, Order.self] }

  @Model final class Customer { var fullName: String; var favourite: Order?; init() {} }
  @Model final class Order { var number: Int; init() {} }
}

enum ManyFromToOne: VersionedSchema {
  static let versionIdentifier = Schema.Version(17, 0, 0)
  static var models: [any PersistentModel.Type] { [Customer.self, Address.self] }

  @Model final class Customer { var fullName: String; var addresses: [Address]; init() {} }
  @Model final class Address { var street: String; @Relationship(inverse: \Customer.addresses) var customers: [Customer]; init() {} }
}

enum ToInheritance: VersionedSchema {
  static let versionIdentifier = Schema.Version(18, 0, 0)
  static var models: [any PersistentModel.Type] { [Product.self, Food.self, Print.self] }

  @Model class Product { var name: String?; init() {} }
  @Model final class Food: Product { var grams: Int?; init() {} }
  @Model final class Print: Product { init() {} }
}

enum FromInheritance: VersionedSchema {
  static let versionIdentifier = Schema.Version(19, 0, 0)
  static var models: [any PersistentModel.Type] { [Media.self] }

  @Model final class Media { var title: String; var kind: String; var minutes: Int?; var artist: String?; init() {} }
}

enum ToComposite: VersionedSchema {
  static let versionIdentifier = Schema.Version(20, 0, 0)
  static var models: [any PersistentModel.Type] { [Customer.self] }

  struct Home: Codable { var street: String?; var city: String? }
  @Model final class Customer { var fullName: String; var home: Home?; init() {} }
}

enum Keys: VersionedSchema {
  static let versionIdentifier = Schema.Version(21, 0, 0)
  static var models: [any PersistentModel.Type] { [Order.self] }

  @Model final class Order { @Attribute(.unique) var id: UUID; var number: Int; var customerID: UUID?; init() {} }
}

enum Unique: VersionedSchema {
  static let versionIdentifier = Schema.Version(22, 0, 0)
  static var models: [any PersistentModel.Type] { [Product.self, Item.self] }

  @Model final class Product { @Attribute(.unique) var name: String?; var grams: Int?; var code: String?; @Relationship(inverse: \Item.product) var items: [Item]; init() {} }
  @Model final class Item { var quantity: Int; var product: Product?; init() {} }
}

enum ByKey: VersionedSchema {
  static let versionIdentifier = Schema.Version(23, 0, 0)
  static var models: [any PersistentModel.Type] { [Product.self, Category.self] }

  @Model final class Product { var name: String?; var category: Category?; init() {} }
  @Model final class Category { var code: String; @Relationship(inverse: \Product.category) var products: [Product]; init() {} }
}

enum Constants: VersionedSchema {
  static let versionIdentifier = Schema.Version(24, 0, 0)
  static var models: [any PersistentModel.Type] { [Settings.self] }

  @Model final class Settings { var theme: String; var launches: Int = 0; init() {} }
}

enum Enums: VersionedSchema {
  static let versionIdentifier = Schema.Version(25, 0, 0)
  static var models: [any PersistentModel.Type] { [Order.self, Product.self] }

  enum State: String, Codable { case cart, ordered, sent }
  enum Weight: Int, Codable { case light = 1, heavy = 2 }
  @Model final class Order { var number: Int; var state: State; init() {} }
  @Model final class Product { var weight: Weight?; init() {} }
}

enum Dates: VersionedSchema {
  static let versionIdentifier = Schema.Version(26, 0, 0)
  static var models: [any PersistentModel.Type] { [Customer.self] }

  @Model final class Customer { var since: Date?; var year: String; init() {} }
}

enum Deleted: VersionedSchema {
  static let versionIdentifier = Schema.Version(27, 0, 0)
  static var models: [any PersistentModel.Type] { [Customer.self, Order.self, Item.self] }

  @Model final class Customer { var fullName: String; @Relationship(inverse: \Order.customer) var orders: [Order]; init() {} }
  @Model final class Order { var number: Int; var customer: Customer?; @Relationship(inverse: \Item.order) var items: [Item]; init() {} }
  @Model final class Item { var quantity: Int; var order: Order?; init() {} }
}

enum Orphans: VersionedSchema {
  static let versionIdentifier = Schema.Version(28, 0, 0)
  static var models: [any PersistentModel.Type] { [Order.self, Item.self] }

  @Model final class Order { var number: Int; @Relationship(inverse: \Item.order) var items: [Item]; init() {} }
  @Model final class Item { var quantity: Int; var order: Order?; init() {} }
}

enum Lists: VersionedSchema {
  static let versionIdentifier = Schema.Version(29, 0, 0)
  static var models: [any PersistentModel.Type] { [Order.self] }

  @Model final class Order { var tags: [String]; var first: String; init() {} }
}

enum Pipelines: VersionedSchema {
  static let versionIdentifier = Schema.Version(30, 0, 0)
  static var models: [any PersistentModel.Type] { [Customer.self, Product.self] }

  @Model final class Customer { var name: String; var bought: [Product]; var spent: Double; init() {} }
  @Model final class Product {
    var name: String?
    @Relationship(inverse: \Customer.bought) var buyers: [Customer]
    init() {}
  }
}

enum LookUps: VersionedSchema {
  static let versionIdentifier = Schema.Version(31, 0, 0)
  static var models: [any PersistentModel.Type] { [Product.self, Category.self] }

  @Model final class Product { var name: String?; var category: Category?; init() {} }
  @Model final class Category {
    var code: String
    @Relationship(inverse: \Product.category) var products: [Product]
    init() {}
  }
}

enum Instants: VersionedSchema {
  static let versionIdentifier = Schema.Version(32, 0, 0)
  static var models: [any PersistentModel.Type] { [Customer.self] }

  struct Visits: Codable { var days: [Date]; var count: Int }
  @Model final class Customer { var visits: Visits; init() {} }
}

enum OwnedChildren: VersionedSchema {
  static let versionIdentifier = Schema.Version(33, 0, 0)
  static var models: [any PersistentModel.Type] { [Customer.self, Home.self] }

  @Model final class Customer {
    var fullName: String
    @Relationship(deleteRule: .cascade, inverse: \Home.owner) var homes: [Home]
    init() {}
  }
  @Model final class Home { var street: String; var owner: Customer?; init() {} }
}

enum Copies: VersionedSchema {
  static let versionIdentifier = Schema.Version(34, 0, 0)
  static var models: [any PersistentModel.Type] { [Customer.self, Home.self] }

  @Model final class Customer {
    var fullName: String
    @Relationship(deleteRule: .cascade, inverse: \Home.owner) var homes: [Home]
    init() {}
  }
  @Model final class Home { @Attribute(.unique) var id: UUID; var line: String; var owner: Customer?; init() {} }
}

enum RequiredLookUps: VersionedSchema {
  static let versionIdentifier = Schema.Version(35, 0, 0)
  static var models: [any PersistentModel.Type] { [Product.self, Category.self, Item.self] }

  @Model final class Product {
    var name: String?
    var category: Category
    @Relationship(inverse: \Item.product) var items: [Item]
    init() {}
  }
  @Model final class Category {
    var code: String
    @Relationship(inverse: \Product.category) var products: [Product]
    init() {}
  }
  @Model final class Item { var quantity: Int; var product: Product?; init() {} }
}
