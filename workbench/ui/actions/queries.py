"""Keys of the queries pane."""

from typing import Final

from workbench.ui.actions.action import Action

QUERY_ACTIONS: Final = (
    Action("queries.add_line", "ctrl+n", "Add query", "Add a query to the batch; up to seven are asked at once."),
    Action("queries.remove_line", "ctrl+r", "Remove", "Remove the query the caret is in.", False),
    Action("queries.next_view", "ctrl+t", "View", "Results, then why they are what they are, then the exact JSON."),
    Action("queries.show_explanation", "e", "Explain", "Show or hide the explanation, from within the results."),
    Action("queries.show_json", "j", "JSON", "Show or hide the JSON a model would get, from within the results."),
    Action("queries.fold", "space", "Fold", "Fold the group of the highlighted match, or unfold it.", False),
    Action("queries.fold_all", "z", "Fold all", "Fold every group, or unfold all of them.", False),
    Action("queries.source", "s", "Source", "From within the results: show one source alone, then the next, then all."),
    Action("queries.all_sources", "a", "All sources", "From within the results: show every source again."),
    Action("queries.history", "pageup", "History", "Pick a batch of queries that was asked before.", False),
    Action("queries.shift.up", "shift+up,ctrl+up", "Move up", "Move the query a line up.", False, parameters="(-1)"),
    Action("queries.shift.down", "shift+down,ctrl+down", "Move down", "Move the query a line down.", False,
           parameters="(1)"),
    Action("queries.move.down", "down", "Down", "The next query, then the results.", False, parameters="(1)"),
    Action("queries.move.up", "up", "Up", "The query above.", False, parameters="(-1)"),
)  # fmt: skip
