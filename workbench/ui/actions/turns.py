"""Keys of the turns screen."""

from typing import Final

from workbench.ui.actions.action import Action

TURN_ACTIONS: Final = (
    Action("turns.run", "f9,ctrl+j", "Run", "Run the turn; tools that change something ask first."),
    Action("turns.stop", "x", "Stop", "Start no more calls of the running turn; again, cancel what runs."),
    Action("turns.next_view", "ctrl+t", "View", "The calls, then each result, then the messages as JSON."),
    Action("turns.example", "ctrl+n", "Example", "Write an example made of the session's own tools."),
    Action("turns.load", "ctrl+o", "Load", "Load a turn from a file."),
    Action("turns.clear", "ctrl+r", "Clear", "Empty the text.", False),
    Action("turns.copy_messages", "y", "Copy", "Copy the messages that would go back to the model."),
    Action("turns.copy_command", "c", "Command", "Copy the command that runs this turn without a screen."),
    Action("turns.leave", "escape", "Back", "Stop the running turn; otherwise leave the screen."),
)
