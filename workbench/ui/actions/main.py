"""Keys that hold wherever the focus is."""

from typing import Final

from workbench.ui.actions.action import Action

APP_ACTIONS: Final = (
    Action("app.command_palette", "ctrl+p", "Palette", "Find any action, or a theme, by its name.", priority=True),
    Action("app.jump", "ctrl+g", "Jump", "Put a letter on everything that can take the focus.", False),
    Action("app.quit", "ctrl+q", "Quit", "Close every server and leave.", priority=True),
)

MAIN_ACTIONS: Final = (
    Action("main.help", "f1", "Help", "Explain what has the focus, and show every key."),
    Action("main.focus_pane.servers", "f2", "Servers", "Go to the servers.", False, parameters="('servers')"),
    Action("main.focus_pane.queries", "f3", "Queries", "Go to the queries.", False, parameters="('queries')"),
    Action("main.focus_pane.tool", "f4", "Tool", "Go to the tool.", False, parameters="('tool')"),
    # A text area takes F6 and F7 for itself, hence the priority.
    Action(
        "main.focus_pane.connectors",
        "f6",
        "Connectors",
        "Go to the connectors.",
        False,
        priority=True,
        parameters="('connectors')",
    ),
    Action("main.call_tool", "f9", "Call", "Call the tool that is shown, wherever the focus is.", False),
    Action("main.attach", "f5", "Attach", "Attach a demo, a command line, an address or a file."),
    Action(
        "main.model",
        "f7",
        "Model",
        "See what the model gets: the array, the listing, the prompt, what is frozen.",
        priority=True,
    ),
    Action(
        "main.catalog",
        "ctrl+l",
        "Catalog",
        "Browse every tool of every server, and what is wrong with them.",
        priority=True,
    ),
    Action("main.deferral", "f10", "Deferral", "Switch what loads on demand and what the session is granted.", False),
    Action("main.turns", "f11", "Turns", "Route, plan and run what a model emitted in one turn.", False),
    Action(
        "main.tour",
        "ctrl+backslash",
        "Tour",
        "Lead through the tiers on the demo servers, step by step.",
        False,
        key_display="^\\",
    ),
    Action("main.activity", "f12", "Activity", "Look through every lookup and call, and copy it as a command.", False),
    Action("main.reports", "f8", "Reports", "List what was repaired, ignored or refused, and why.", False),
)
