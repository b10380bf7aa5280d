"""Keys of dialogs, of the approval and of the server log."""

from typing import Final

from workbench.ui.actions.action import Action

DIALOG_ACTIONS: Final = (
    Action("dialog.close", "escape", "Close", "Leave the dialog and change nothing."),
    Action("dialog.take", "ctrl+s", "Take", "Take a text of several lines as it stands."),
    Action("dialog.copy", "ctrl+y", "Copy", "Copy the text of the dialog."),
)

APPROVAL_ACTIONS: Final = (
    Action("approval.approve", "y", "Run once", "Let the tool run this once."),
    Action("approval.refuse", "n", "Refuse", "Do not run the tool."),
)

LOG_ACTIONS: Final = (Action("log.refresh", "r", "Read again", "Read the end of the file again."),)
