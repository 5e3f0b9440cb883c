import HeirloomCoreDataModel
import HeirloomSchema
import Testing

/// The expected statements are those of a real SwiftData store (three models, docs/formats/store-layout.md).
@Suite struct `The layout of a SwiftData store` {
  let layout = CoreDataLayout.make(for: resources)

  @Test func `has a table for each entity, spelled as Core Data spells it`() {
    #expect(
      layout.tables.map(\.creation) == [
        "CREATE TABLE ZCOMPONENT ( Z_PK INTEGER PRIMARY KEY, Z_ENT INTEGER, Z_OPT INTEGER, ZCOUNT INTEGER, ZCRAFTINGRECIPE INTEGER, ZITEM INTEGER, ZID BLOB )",
        "CREATE TABLE ZCRAFTINGRECIPE ( Z_PK INTEGER PRIMARY KEY, Z_ENT INTEGER, Z_OPT INTEGER, ZPRODUCEDITEM INTEGER, ZPRODUCEDITEMCOUNT VARCHAR )",
        "CREATE TABLE ZITEM ( Z_PK INTEGER PRIMARY KEY, Z_ENT INTEGER, Z_OPT INTEGER, ZCRAFTINGRECIPE INTEGER, ZNAME VARCHAR )",
      ])
  }

  @Test func `has an index for each link and each constraint`() {
    #expect(
      layout.indexes == [
        "CREATE INDEX ZCOMPONENT_ZCRAFTINGRECIPE_INDEX ON ZCOMPONENT (ZCRAFTINGRECIPE)",
        "CREATE INDEX ZCOMPONENT_ZITEM_INDEX ON ZCOMPONENT (ZITEM)",
        "CREATE INDEX ZCRAFTINGRECIPE_ZPRODUCEDITEM_INDEX ON ZCRAFTINGRECIPE (ZPRODUCEDITEM)",
        "CREATE INDEX ZITEM_ZCRAFTINGRECIPE_INDEX ON ZITEM (ZCRAFTINGRECIPE)",
        "CREATE UNIQUE INDEX Z_Item_UNIQUE_name ON ZITEM (ZNAME COLLATE BINARY ASC)",
      ])
  }

  @Test func `places a one-to-one on both sides and a to-many at its inverse`() {
    #expect(
      layout.entities["Item"]?.relationships["craftingRecipe"] == .column("ZCRAFTINGRECIPE", entityColumn: nil, orderColumn: nil))
    #expect(
      layout.entities["CraftingRecipe"]?.relationships == [
        "producedItem": .column("ZPRODUCEDITEM", entityColumn: nil, orderColumn: nil), "components": .inverse("craftingRecipe"),
      ])
  }

  @Test func `gives every row its entity's number and a counter of 1`() {
    #expect(layout.entities["Item"]?.constants == [ConstantColumn("Z_ENT", "3"), ConstantColumn("Z_OPT", "1")])
  }
}

private let resources: Schema = {
  var component = Entity("Component"), recipe = Entity("CraftingRecipe"), item = Entity("Item")
  component.attributes = [Attribute("id", .uuid), Attribute("count", .int64)]
  component.relationships = [
    Relationship("item", to: "Item"), Relationship("craftingRecipe", to: "CraftingRecipe", inverse: "components"),
  ]
  recipe.attributes = [Attribute("producedItemCount", .string)]
  recipe.relationships = [
    Relationship("producedItem", to: "Item", inverse: "craftingRecipe"),
    Relationship("components", to: "Component", many: true, inverse: "craftingRecipe"),
  ]
  item.attributes = [Attribute("name", .string)]
  item.relationships = [Relationship("craftingRecipe", to: "CraftingRecipe", inverse: "producedItem")]
  item.uniqueness = [["name"]]
  return Schema(entities: [item, recipe, component])
}()
