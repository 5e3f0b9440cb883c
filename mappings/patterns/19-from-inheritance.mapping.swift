// Classes become one, with an attribute that tells them apart. A rule for a class leaves its sub-classes to their own rules.
let source = Store()
let target = Schema("NewShop.swift", version: FromInheritance.self)

Map("Media", to: Media.self) { old in kind = "other" }
Map("Film", to: Media.self) { old in kind = "film" }
Map("Song", to: Media.self) { old in kind = entityName(old).lowercased() }

// check: SELECT Z_PK, ZTITLE, ZKIND, ZMINUTES, ZARTIST FROM ZMEDIA ORDER BY Z_PK
// gives: 1, 'Radio play', 'other', NULL, NULL
// gives: 2, 'Metropolis', 'film', 153, NULL
// gives: 3, 'Lili Marleen', 'song', NULL, 'Lale Andersen'
