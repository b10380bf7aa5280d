"""The servers pane, left on the main screen."""

from workbench.ui.panes.servers.pane import ServersPane

__all__ = ["ServersPane"]
