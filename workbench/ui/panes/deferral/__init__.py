"""The panel of what-if and deferral: what loads on demand, what the session is granted, and what would change it."""

from workbench.ui.panes.deferral.panel import VIEWS, DeferralPanel

__all__ = ["VIEWS", "DeferralPanel"]
