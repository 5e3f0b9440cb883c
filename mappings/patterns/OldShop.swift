import Foundation
import SwiftData

// The old app's store, as `heirloom schema STORE --swift` would write it.
enum OldShop: VersionedSchema {
  static let versionIdentifier = Schema.Version(1, 0, 0)
  static var models: [any PersistentModel.Type] {
    [Customer.self, Address.self, Order.self, Item.self, Product.self, Category.self, Media.self, Film.self, Song.self]
  }

  @Model final class Customer {
    var fullName: String
    var email: String?
    var since: String?
    var vip: Int
    var address: Address?
    var referrer: Customer?
    @Relationship(inverse: \Customer.referrer) var referred: [Customer]
    var friends: [Customer]
    @Relationship(inverse: \Customer.friends) var friendOf: [Customer]
    @Relationship(deleteRule: .cascade, inverse: \Order.customer) var orders: [Order]
    init() {}
  }

  @Model final class Address {
    var street: String
    var city: String?
    @Relationship(inverse: \Customer.address) var customers: [Customer]
    init() {}
  }

  @Model final class Order {
    var number: Int
    var placed: Double
    var state: Int
    var total: Decimal?
    var note: String?
    var tagNames: String?
    var customer: Customer?
    @Relationship(deleteRule: .cascade, inverse: \Item.order) var items: [Item]
    init() {}
  }

  @Model final class Item {
    var quantity: Int
    var price: Double
    var order: Order?
    var product: Product?
    init() {}
  }

  @Model final class Product {
    var name: String?
    var kind: Int
    var grams: Int?
    var categoryCode: String?
    var featured: Bool
    @Relationship(inverse: \Item.product) var items: [Item]
    var related: [Product]
    @Relationship(inverse: \Product.related) var relatedTo: [Product]
    init() {}
  }

  @Model final class Category {
    var code: String
    var title: String
    init() {}
  }

  @Model class Media {
    var title: String
    init() {}
  }

  @Model final class Film: Media {
    var minutes: Int
    init() {}
  }

  @Model final class Song: Media {
    var artist: String?
    init() {}
  }
}
