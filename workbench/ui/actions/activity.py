"""Keys of the activity screen."""

from typing import Final

from workbench.ui.actions.action import Action

ACTIVITY_ACTIONS: Final[tuple[Action, ...]] = ()
