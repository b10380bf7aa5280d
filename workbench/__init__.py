"""Tool Search Workbench: see an MCP tool catalog as a model sees it."""

__version__ = "0.1.0"
