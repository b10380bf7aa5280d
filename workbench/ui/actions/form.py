"""Keys of the form of arguments."""

from typing import Final

from workbench.ui.actions.action import Action

FORM_ACTIONS: Final[tuple[Action, ...]] = (
    Action("form.flip", "space", "Toggle", "Turn a yes or no, fold or unfold, or add what is not there."),
    Action("form.add", "plus", "Add", "Add an item to the array, or a property with a name of its own.",
           key_display="+"),
    Action("form.remove", "delete,minus", "Remove", "Take the highlighted property or item away.", key_display="-"),
    Action("form.branch", "b", "Branch", "Choose another of the forms that the schema allows here.", False),
    Action("form.null", "n", "Null", "Set a field that takes null to null.", False),
    Action("form.lines", "l", "Lines", "Write a text in a box of several lines.", False),
    Action("form.undo", "u,ctrl+z", "Undo", "Take the last change of the arguments back.", False),
    Action("form.shift.up", "shift+up,ctrl+up", "Move up", "Move the item a place up.", False, parameters="(-1)"),
    Action("form.shift.down", "shift+down,ctrl+down", "Move down", "Move the item a place down.", False,
           parameters="(1)"),
    Action("form.step.next", "tab", "Next field", "The next field; behind the last the focus moves on.",
           False, parameters="(1)"),
    Action("form.step.previous", "shift+tab", "Field before", "The field before; above the first the focus moves back.",
           False, parameters="(-1)"),
)  # fmt: skip

JSON_ACTIONS: Final[tuple[Action, ...]] = (
    Action("json.fold", "space", "Fold", "Fold what the highlighted line of JSON opens, or unfold it.", False),
    Action("json.fold_all", "z", "Fold all", "Fold everything within, or unfold all of it.", False),
)
