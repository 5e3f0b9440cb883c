internal import HeirloomSchema
internal import HeirloomFindings
enum ModelCache { static func read(_ b: [UInt8]) throws -> (Schema, [Finding]) { throw Finding(.modelUnreadable, "x") } }
