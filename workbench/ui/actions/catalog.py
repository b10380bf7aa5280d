"""Keys of the catalog browser."""

from typing import Final

from workbench.ui.actions.action import Action

CATALOG_ACTIONS: Final = (
    Action("catalog.open", "enter", "Open", "Open the highlighted tool in the tool pane; fold or unfold a server."),
    Action("catalog.filter", "slash", "Filter", "Filter names and descriptions as you type; all words must occur.",
           key_display="/"),
    Action("catalog.sort", "s", "Sort", "By server order, then by name, then by tokens."),
    Action("catalog.next_view", "ctrl+t", "View", "The tools, then what is wrong with them.", priority=True),
    Action("catalog.fold", "left", "Fold", "Fold the server away, from any of its tools.", False),
    Action("catalog.unfold", "right", "Unfold", "Unfold the server.", False),
    Action("catalog.fold_all", "z", "Fold all", "Fold every server, or unfold them all."),
    Action("catalog.copy", "y,ctrl+y", "Copy", "Copy what is known of the highlighted line.", key_display="y"),
    Action("catalog.close", "escape", "Back", "Empty the filter; without one, back to the panes."),
)  # fmt: skip
