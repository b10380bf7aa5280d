"""The turns screen: what a model emitted at once, routed, planned and run."""

from workbench.ui.screens.turns.screen import TurnsScreen

__all__ = ["TurnsScreen"]
