"""Keys of the activity screen."""

from typing import Final

from workbench.ui.actions.action import Action

ACTIVITY_ACTIONS: Final[tuple[Action, ...]] = (
    Action("activity.open", "enter", "Open", "Read the request and the answer whole.", False),
    Action("activity.copy_command", "c", "Command", "Copy the command that does the same without a screen."),
    Action("activity.copy_request", "r", "Request", "Copy the request as JSON.", False),
    Action("activity.copy_answer", "y", "Answer", "Copy the answer as JSON."),
    Action("activity.tool", "o", "Tool", "Open the tool in the tool pane, with these arguments."),
    Action("activity.filter", "slash", "Filter", "Filter the list as you type.", key_display="/"),
    Action("activity.next_view", "ctrl+t", "View", "Everything, then lookups, then calls, then what went wrong."),
    Action("activity.clear", "x", "Clear", "Forget everything that has ended.", False),
    Action("activity.close", "escape", "Back", "Empty the filter; without one, back to the panes."),
)
