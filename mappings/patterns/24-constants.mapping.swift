// A record that the old store did not have.
let source = Store()
let target = Schema("NewShop.swift", version: Constants.self)

Insert(Settings.self) { theme = "dark" }

// check: SELECT ZTHEME, ZLAUNCHES FROM ZSETTINGS
// gives: 'dark', 0
