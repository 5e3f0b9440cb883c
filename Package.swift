// swift-tools-version: 6.1
import Foundation
import PackageDescription

// SwiftParser comes with the toolchain: its modules and libraries stand in `lib/swift/host`, next to
// the `swift` that runs this manifest. See docs/decisions/0002-parser-from-the-toolchain.md.
let host = toolchainHostFolder()

let settings: [SwiftSetting] = [
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
  .unsafeFlags(["-I", host]),
]
// An installed copy looks for its libraries beside itself: `make install` says where.
let libraryFolder = ProcessInfo.processInfo.environment["HEIRLOOM_RPATH"] ?? host
let parserSettings: [LinkerSetting] = [
  .unsafeFlags(["-L", host, "-Xlinker", "-rpath", "-Xlinker", libraryFolder]),
  .linkedLibrary("SwiftParser"), .linkedLibrary("SwiftSyntax"), .linkedLibrary("SwiftDiagnostics"),
  .linkedLibrary("SwiftParserDiagnostics"), .linkedLibrary("SwiftOperators"),
]

/// A target of ours: its room under Sources/, and what it may import.
func room(_ name: String, _ imports: [Target.Dependency], linker: [LinkerSetting] = []) -> Target {
  .target(name: name, dependencies: imports, swiftSettings: settings, linkerSettings: linker)
}

/// The tests of one room.
func tests(_ name: String, _ imports: [Target.Dependency]) -> Target {
  .testTarget(name: name + "Tests", dependencies: imports + ["HeirloomTestSupport"], swiftSettings: settings)
}

let ground: [Target.Dependency] = ["HeirloomFindings", "HeirloomSchema"]

let package = Package(
  name: "heirloom",
  platforms: [.macOS(.v15)],
  products: [
    .library(name: "HeirloomKit", targets: ["HeirloomKit"]),
    .executable(name: "heirloom", targets: ["heirloom"]),
  ],
  targets: [
    // System libraries, and the one room that may import each.
    .systemLibrary(name: "CSQLite", pkgConfig: "sqlite3", providers: [.apt(["libsqlite3-dev"])]),
    .systemLibrary(name: "CArchive", pkgConfig: "libarchive", providers: [.apt(["libarchive-dev"]), .brew(["libarchive"])]),
    .systemLibrary(name: "CCrypto", pkgConfig: "libcrypto", providers: [.apt(["libssl-dev"]), .brew(["openssl"])]),
    .systemLibrary(name: "CZlib", pkgConfig: "zlib", providers: [.apt(["zlib1g-dev"])]),

    // Ground: values and engines that know no step.
    room("HeirloomFindings", []),
    room("HeirloomSchema", ["HeirloomFindings"]),
    room("HeirloomSQLite", ["CSQLite", "HeirloomFindings"]),
    room("HeirloomBytes", ["CZlib", "CCrypto", "HeirloomFindings"]),
    room("HeirloomArchive", ["CArchive", "HeirloomFindings"]),
    room("HeirloomSwiftText", []),
    room("HeirloomCoreDataModel", ground + ["HeirloomBytes"]),

    // Steps: each does one thing to a conversion and knows no other step, but for Conversion → Mapping.
    room("HeirloomSwiftSource", ground + ["HeirloomSwiftText"], linker: parserSettings),
    room("HeirloomReading", ground + ["HeirloomSQLite", "HeirloomBytes", "HeirloomArchive", "HeirloomCoreDataModel"]),
    room("HeirloomMapping", ground + ["HeirloomSwiftText"], linker: parserSettings),
    room("HeirloomConversion", ground + ["HeirloomSQLite", "HeirloomMapping", "HeirloomBytes", "HeirloomCoreDataModel"]),
    room("HeirloomWriting", ground + ["HeirloomSQLite", "HeirloomBytes", "HeirloomArchive", "HeirloomCoreDataModel"]),
    room("HeirloomVerification", ground + ["HeirloomSQLite"]),
    room("HeirloomVersions", ground + ["HeirloomCoreDataModel", "HeirloomSwiftText"]),
    room("HeirloomReporting", ground),

    // Doors.
    room(
      "HeirloomKit",
      ground + [
        "HeirloomSQLite", "HeirloomBytes", "HeirloomArchive", "HeirloomCoreDataModel", "HeirloomSwiftText", "HeirloomSwiftSource",
        "HeirloomReading", "HeirloomMapping", "HeirloomConversion", "HeirloomWriting", "HeirloomVerification", "HeirloomVersions",
        "HeirloomReporting",
      ]),
    room("HeirloomBulk", ground + ["HeirloomBytes", "HeirloomKit", "HeirloomReporting"]),
    room("HeirloomCommand", ground + ["HeirloomKit", "HeirloomBulk", "HeirloomReporting"]),
    .executableTarget(name: "heirloom", dependencies: ["HeirloomCommand"], swiftSettings: settings),

    // Generates the stores that `make bench` converts.
    .executableTarget(
      name: "heirloom-benchmark",
      dependencies: [
        "HeirloomBytes", "HeirloomCoreDataModel", "HeirloomSQLite", "HeirloomSchema", "HeirloomSwiftSource", "HeirloomWriting",
        "LegacyRealm",
      ],
      path: "Benchmarks", swiftSettings: settings),

    // Examples of the documentation, built with the tests.
    .executableTarget(
      name: "own-functions", dependencies: ["HeirloomKit"], path: "docs/examples/own-functions",
      exclude: ["notes.mapping.swift", "Pages.swift"], swiftSettings: settings),

    // Tests, and the stores they are made on.
    .target(
      name: "LegacyNotes",
      dependencies: ground + ["HeirloomSQLite", "HeirloomBytes", "HeirloomCoreDataModel", "HeirloomWriting"],
      path: "Tests/LegacyNotes", swiftSettings: settings),
    .target(name: "LegacyRealm", dependencies: ["CCrypto"], path: "Tests/LegacyRealm", swiftSettings: settings),
    .target(
      name: "HeirloomTestSupport", dependencies: ground + ["HeirloomSQLite"], path: "Tests/Support", swiftSettings: settings),
    tests("HeirloomFindings", ["HeirloomFindings"]),
    tests("HeirloomSchema", ground),
    tests("HeirloomSQLite", ["HeirloomSQLite"]),
    tests("HeirloomBytes", ["HeirloomBytes"]),
    tests("HeirloomArchive", ["HeirloomArchive", "HeirloomFindings"]),
    tests("HeirloomCoreDataModel", ground + ["HeirloomCoreDataModel", "HeirloomBytes", "HeirloomSQLite"]),
    tests("HeirloomSwiftSource", ground + ["HeirloomSwiftSource", "HeirloomCoreDataModel"]),
    tests(
      "HeirloomReading",
      ground + ["HeirloomReading", "HeirloomArchive", "HeirloomSQLite", "HeirloomCoreDataModel", "LegacyRealm"]),
    tests("HeirloomMapping", ground + ["HeirloomMapping", "HeirloomSwiftSource"]),
    tests(
      "HeirloomConversion",
      ground + ["HeirloomConversion", "HeirloomMapping", "HeirloomSwiftSource", "HeirloomCoreDataModel", "HeirloomSQLite"]),
    tests("HeirloomWriting", ground + ["HeirloomWriting", "HeirloomSQLite", "HeirloomCoreDataModel", "HeirloomReading"]),
    tests(
      "HeirloomVersions",
      ground + [
        "HeirloomVersions", "HeirloomSwiftSource", "HeirloomCoreDataModel", "HeirloomMapping", "HeirloomKit", "HeirloomReporting",
        "HeirloomVerification", "HeirloomReading",
        "HeirloomSQLite",
        "HeirloomWriting",
      ]),
    tests("HeirloomReporting", ground + ["HeirloomReporting"]),
    tests("HeirloomBulk", ground + ["HeirloomBulk", "HeirloomReporting"]),
    tests("HeirloomCommand", ground + ["HeirloomCommand", "HeirloomKit", "HeirloomReporting", "heirloom"]),
    tests(
      "HeirloomKit",
      ground + [
        "HeirloomKit", "HeirloomSQLite", "HeirloomArchive", "HeirloomReading", "HeirloomConversion", "HeirloomReporting",
        "LegacyNotes", "heirloom",
      ]),
  ],
  swiftLanguageModes: [.v6]
)

/// `lib/swift/host` of the toolchain whose `swift` comes first on PATH, its links resolved.
func toolchainHostFolder() -> String {
  let environment = ProcessInfo.processInfo.environment
  if let given = environment["HEIRLOOM_SWIFT_HOST"] { return given }
  for folder in (environment["PATH"] ?? "").split(separator: ":") {
    let swift = URL(fileURLWithPath: String(folder)).appendingPathComponent("swift").resolvingSymlinksInPath()
    let host = swift.deletingLastPathComponent().deletingLastPathComponent().appendingPathComponent("lib/swift/host")
    if FileManager.default.fileExists(atPath: host.appendingPathComponent("SwiftParser.swiftmodule").path) { return host.path }
  }
  return "/usr/lib/swift/host"
}
