"""Keys of the catalog browser."""

from typing import Final

from workbench.ui.actions.action import Action

CATALOG_ACTIONS: Final[tuple[Action, ...]] = ()
