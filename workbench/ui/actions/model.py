"""Keys of the model view."""

from typing import Final

from workbench.ui.actions.action import Action

MODEL_ACTIONS: Final = (
    Action("model.next_view", "ctrl+t", "View", "Array, listing, prompt, frozen against fresh, and everything loaded."),
    Action("model.start", "s", "Start", "Start a conversation: the bridge entries and the prompt freeze as they are."),
    Action("model.turn", "n", "Next turn", "One more turn of the conversation: what is new in the array is sent."),
    Action("model.compact", "c", "Compact", "A compaction: what is frozen is made anew from the present tools."),
    Action("model.copy", "y,ctrl+y", "Copy", "Copy the selected entry, or the text on the right.", key_display="y"),
    Action("model.save", "ctrl+s", "Save", "Save the whole view: an array as JSON, the rest as text."),
    Action("model.find", "slash", "Find", "Find words in the view; Enter and the arrows step through what was found.",
           key_display="/"),
    Action("model.close", "escape", "Back", "Back to the panes."),
)  # fmt: skip
