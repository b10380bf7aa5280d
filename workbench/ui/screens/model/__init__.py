"""The model view: what a model gets, entry by entry, and what of it is frozen."""

from workbench.ui.screens.model.screen import ModelScreen

__all__ = ["ModelScreen"]
