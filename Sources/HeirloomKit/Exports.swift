// Who imports HeirloomKit sees what it returns: findings, reports and schemas, each a room of its own.
@_exported public import HeirloomFindings
@_exported public import HeirloomReporting
@_exported public import HeirloomSchema
