"""Who calls: a typed session over MCP, and the `repozero` command. Imports nothing of the server's side."""
