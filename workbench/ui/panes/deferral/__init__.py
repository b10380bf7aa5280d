"""The deferral panel: what loads on demand, and what the session is granted."""

from workbench.ui.panes.deferral.panel import DeferralPanel

__all__ = ["DeferralPanel"]
