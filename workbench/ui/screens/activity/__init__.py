"""The activity screen: every lookup and call of the session."""

from workbench.ui.screens.activity.screen import ActivityScreen

__all__ = ["ActivityScreen"]
