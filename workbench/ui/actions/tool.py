"""Keys of the tool pane."""

from typing import Final

from workbench.ui.actions.action import Action

TOOL_ACTIONS: Final = (
    Action("tool.call", "f9,ctrl+j", "Call", "Call the tool with the arguments as they stand."),
    Action("tool.cancel", "escape", "Cancel", "Cancel the running call at its server."),
    Action("tool.next_view", "ctrl+t", "View", "Describe, then arguments, then the result."),
    Action("tool.show_json", "j", "JSON", "Readable description, its schema as JSON, what tool_describe answers."),
    Action("tool.history", "h", "History", "Use the arguments of an earlier call again.", False),
    Action("tool.form", "ctrl+n", "Form", "The arguments as a form made from the schema, or as JSON."),
    Action("tool.reset", "ctrl+r", "Reset", "Fill the arguments in from the schema again.", False),
    Action("tool.open", "o", "Open", "Open the pictures and sounds of the result in the system's viewer.", False),
    Action("tool.save", "ctrl+s", "Save", "Save the whole result to a file."),
)
