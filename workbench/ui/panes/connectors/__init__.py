"""The connectors pane: the gateway, the list of connectors, the card of an operation, and its frames."""

from workbench.ui.panes.connectors.pane import ConnectorsPane

__all__ = ["ConnectorsPane"]
