"""Keys of the tour."""

from typing import Final

from workbench.ui.actions.action import Action

TOUR_ACTIONS: Final[tuple[Action, ...]] = ()
