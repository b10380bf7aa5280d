"""Keys of the queries pane."""

from typing import Final

from workbench.ui.actions.action import Action

QUERY_ACTIONS: Final = (
    Action("queries.add_line", "ctrl+n", "Add query", "Add a query to the batch; up to seven are asked at once."),
    Action("queries.remove_line", "ctrl+r", "Remove", "Remove the query the caret is in.", False),
    Action("queries.next_view", "ctrl+t", "View", "Results, then why they are what they are, then the exact JSON."),
    Action("queries.show_explanation", "e", "Explain", "Show or hide the explanation, from within the results."),
    Action("queries.show_json", "j", "JSON", "Show or hide the JSON a model would get, from within the results."),
    Action("queries.move.down", "down", "Down", "The next query, then the results.", False, parameters="(1)"),
    Action("queries.move.up", "up", "Up", "The query above.", False, parameters="(-1)"),
)
