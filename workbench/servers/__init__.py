"""Attaching MCP servers: transports, lenient reading, snapshots, and the worker that keeps one server attached."""
