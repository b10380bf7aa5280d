"""The tool pane: what a tool is, its arguments checked as they are typed, and what a call answered."""

from workbench.ui.panes.tool.pane import ToolPane

__all__ = ["ToolPane"]
