#!/bin/sh
# Checks that imports point one way (ground <- steps <- doors), that steps do not know one another but for
# Conversion -> Mapping, and that each C library and the parser have their importers and no others.
set -eu
cd "$(dirname "$0")/.."

ground="HeirloomFindings HeirloomSchema HeirloomSQLite HeirloomBytes HeirloomArchive HeirloomCoreDataModel HeirloomSwiftText"
steps="HeirloomSwiftSource HeirloomReading HeirloomMapping HeirloomConversion HeirloomWriting HeirloomVerification
  HeirloomVersions HeirloomReporting"

# importer:imported pairs, one a line, without what stands in comments.
pairs=$(grep -rhoE --include='*.swift' -H '^[[:space:]]*(@[a-zA-Z_]+(\([^)]*\))? )*((public|package|internal|private|fileprivate) )?import [A-Za-z_]+' Sources |
  sed -E 's#^Sources/([^/]+)/([^:]*/)?([^/:]+):.*import ([A-Za-z_]+)$#\1 \4 Sources/\1/\2\3#' | sort -u)

echo "$pairs" | awk -v ground="$ground" -v steps="$steps" '
  BEGIN {
    split(ground, g, /[ \n]+/); for (i in g) rank[g[i]] = 1
    split(steps, s, /[ \n]+/); for (i in s) rank[s[i]] = 2
    rank["HeirloomKit"] = 3; rank["HeirloomBulk"] = 4; rank["HeirloomCommand"] = 5; rank["heirloom"] = 6
    owner["CSQLite"] = "HeirloomSQLite"; owner["CArchive"] = "HeirloomArchive"
    owner["CCrypto"] = "HeirloomBytes"; owner["CZlib"] = "HeirloomBytes"
    parser["SwiftParser"]; parser["SwiftSyntax"]; parser["SwiftDiagnostics"]; parser["SwiftParserDiagnostics"]; parser["SwiftOperators"]
  }
  function refuse(why) { print $3 ": imports " $2 ": " why; bad = 1 }
  $1 in rank || $1 ~ /^C[A-Z]/ || $1 ~ /^Benchmark/ { known = 1 }
  !known && $1 != last { print $3 ": the room " $1 " is not listed in scripts/check-imports.sh"; bad = 1; last = $1 }
  { known = 0 }
  ($2 in owner) && owner[$2] != $1 { refuse("only " owner[$2] " may") }
  ($2 in parser) && $1 != "HeirloomSwiftSource" && $1 != "HeirloomMapping" { refuse("only HeirloomSwiftSource and HeirloomMapping may") }
  ($1 in rank) && ($2 in rank) {
    if (rank[$2] > rank[$1]) refuse("imports point from doors to steps to ground")
    else if (rank[$1] == 2 && rank[$2] == 2 && !($1 == "HeirloomConversion" && $2 == "HeirloomMapping")) refuse("steps meet in HeirloomKit only")
  }
  END { exit bad }
'
