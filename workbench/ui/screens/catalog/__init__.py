"""The catalog browser: every tool of every server, and what is wrong with them."""

from workbench.ui.screens.catalog.screen import CatalogScreen

__all__ = ["CatalogScreen"]
