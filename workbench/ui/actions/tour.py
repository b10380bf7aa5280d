"""Keys of the tour."""

from typing import Final

from workbench.ui.actions.action import Action

TOUR_ACTIONS: Final[tuple[Action, ...]] = (
    Action("tour.onward", "enter,right,space", "Next", "The next step of the tour.", key_display="⏎"),
    Action("tour.end", "escape", "End", "End the tour and go back."),
)
