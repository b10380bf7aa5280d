"""Keys of the model view."""

from typing import Final

from workbench.ui.actions.action import Action

MODEL_ACTIONS: Final = (
    Action("model.next_view", "ctrl+t", "View", "The array, then the listing, the prompt, and frozen against fresh."),
    Action("model.start", "s", "Start", "Start a conversation: the bridge entries and the prompt freeze as they are."),
    Action("model.compact", "c", "Compact", "A compaction: what is frozen is made anew from the present tools."),
    Action("model.copy", "y,ctrl+y", "Copy", "Copy the selected entry, or the text on the right.", key_display="y"),
    Action("model.close", "escape", "Back", "Back to the panes."),
)
