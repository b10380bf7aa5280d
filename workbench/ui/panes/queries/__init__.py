"""The queries pane: query lines, the groups they found, and the records of the tools in them."""

from workbench.ui.panes.queries.pane import QueriesPane

__all__ = ["QueriesPane"]
